/** What JSON can say. */
export type JsonValue =
  | null
  | boolean
  | number
  | string
  | readonly JsonValue[]
  | { readonly [key: string]: JsonValue };

/** For a field that may be absent: there, nil means absent, so that it cannot mean null as well. */
export type PresentJson = Exclude<JsonValue, null>;
