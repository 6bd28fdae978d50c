/** Lower-case words of letters and digits, joined by single underscores. */
export const SNAKE_CASE = "^[a-z][a-z0-9]*(_[a-z0-9]+)*$";

/** Long enough for people, short enough for a line of generated code. */
export const MAX_NAME_LENGTH = 64;

const snakeCase = new RegExp(SNAKE_CASE);

export function isSnakeCase(name: string): boolean {
  return snakeCase.test(name);
}

/** `user_id`, `user-id`, `userId` and `UserID` are all the words `user` and `id`. */
function wordsOf(name: string): string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replace(/([A-Z])([A-Z][a-z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== "");
}

/** `user_id` becomes `UserId`. */
export function pascalCase(name: string): string {
  return wordsOf(name)
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join("");
}

/** `user_id` becomes `userId`. */
export function camelCase(name: string): string {
  const pascal = pascalCase(name);
  return pascal.slice(0, 1).toLowerCase() + pascal.slice(1);
}

/** What a name should have been; `undefined` if nothing of it can stay. */
export function asSnakeCase(name: string): string | undefined {
  const snake = wordsOf(name).join("_");
  return isSnakeCase(snake) ? snake : undefined;
}

/** Why a field's property, or a queue, may not have a name. */
export type Reservation = "JavaScript" | "every object" | "every task";

const RESERVED: Readonly<Record<Reservation, readonly string[]>> = {
  JavaScript: (
    "arguments await break case catch class const continue debugger default delete do else enum eval " +
    "export extends false finally for function if implements import in instanceof interface let new " +
    "null package private protected public return static super switch this throw true try typeof " +
    "undefined var void while with yield"
  ).split(" "),
  "every object": [
    "constructor",
    "has_own_property",
    "is_prototype_of",
    "property_is_enumerable",
    "prototype",
    "to_locale_string",
    "to_string",
    "value_of",
  ],
  "every task": ["task_id", "attempts", "prev_start_time"],
};

/** In snake_case, for the JSON Schema. */
export const RESERVED_FIELD_NAMES: readonly string[] = Object.values(RESERVED).flat();
export const RESERVED_QUEUE_NAMES: readonly string[] = [
  ...RESERVED.JavaScript,
  ...RESERVED["every object"],
];

const owners = new Map(
  Object.entries(RESERVED).flatMap(([owner, names]) =>
    names.map((name) => [camelCase(name), owner as Reservation]),
  ),
);

/** Who has the name already, once it is in camelCase. */
export function reservationOf(name: string, kind: "queue" | "field"): Reservation | undefined {
  const owner = owners.get(camelCase(name));
  return kind === "queue" && owner === "every task" ? undefined : owner;
}
