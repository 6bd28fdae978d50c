/**
 * What a handler does with a task: one act each time it gets it, and `done` when the script has run
 * out. The script is the payload, so it travels with the task and shrinks with the plan.
 */
export type Act =
  | { readonly kind: "done" | "throw" | "bury" | "release" | "leave" | "hang" | "crash" | "put" }
  /** `slow` heeds its signal, `stubborn` does not; `block` stops the whole process. */
  | { readonly kind: "slow" | "stubborn" | "block" | "retry" | "touch"; readonly ms: number };

export interface Script {
  readonly number: number;
  readonly acts: readonly Act[];
  /** Does not decode while the world is broken: a newer version would read it. */
  readonly broken: boolean;
}

/** Acts that are no fault: they go on after healing. */
const SOUND = new Set<Act["kind"]>(["done", "slow", "retry", "touch", "put"]);

export const isSound = (act: Act): boolean => SOUND.has(act.kind);

/** `17;throw,slow:500` */
export function encodeScript(number: number, script: string): Uint8Array {
  return new TextEncoder().encode(`${number};${script}`);
}

const decoder = new TextDecoder();

export function decodeScript(data: Uint8Array): Script {
  const [number, acts = ""] = decoder.decode(data).split(";");
  const list = acts.split(",").filter((act) => act !== "" && act !== "broken");
  return { number: Number(number), acts: list.map(decodeAct), broken: acts.startsWith("broken") };
}

function decodeAct(text: string): Act {
  const [kind, ms] = text.split(":");
  return { kind, ...(ms !== undefined && { ms: Number(ms) }) } as Act;
}
