import { camelCase, pascalCase } from "./names.js";

/** Everything that the generated code exports for one queue, and the method of its handler. */
export interface GeneratedNames {
  readonly payload: string;
  /** What a producer gives, where fields have defaults. */
  readonly input: string;
  readonly task: string;
  readonly handler: string;
  readonly handle: string;
  readonly serialize: string;
  readonly deserialize: string;
  readonly request: string;
  readonly put: string;
  readonly putMany: string;
  readonly queue: string;
  readonly num: string;
  /** Not exported. */
  readonly wire: string;
}

export function generatedNames(queueName: string): GeneratedNames {
  const pascal = pascalCase(queueName);
  return {
    payload: `${pascal}Payload`,
    input: `${pascal}Input`,
    task: `${pascal}Task`,
    handler: `${pascal}Handler`,
    handle: `handle${pascal}`,
    serialize: `serialize${pascal}Task`,
    deserialize: `deserialize${pascal}Task`,
    request: `${camelCase(queueName)}Request`,
    put: `put${pascal}`,
    putMany: `put${pascal}Many`,
    queue: `${camelCase(queueName)}Queue`,
    num: `${queueName.toUpperCase()}_QUEUE`,
    wire: `${queueName.toUpperCase()}_WIRE`,
  };
}
