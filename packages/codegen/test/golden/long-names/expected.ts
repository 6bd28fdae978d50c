// Generated from contract.yaml by @queue/codegen 1.2.3. Do not edit.
import * as runtime from "@queue/runtime";
import * as wire from "@queue/runtime/wire";

export const THE_LONGEST_NAME_THAT_A_CONTRACT_LETS_A_QUEUE_HAVE_AND_NOT_LONGE_QUEUE = 1;

/** What a task of the queue the_longest_name_that_a_contract_lets_a_queue_have_and_not_longe says. */
export interface TheLongestNameThatAContractLetsAQueueHaveAndNotLongePayload {
  readonly aNameOfAFieldThatIsAsLongAsAContractLetsItBeAtAl: number;
  readonly optionalANameOfAFieldThatIsAsLongAsAContractLetsIt?: number | undefined;
  readonly defaultedANameOfAFieldThatIsAsLongAsAContractLetsI: number;
  readonly bNameOfAFieldThatIsAsLongAsAContractLetsItBeAtAl: bigint;
  readonly optionalBNameOfAFieldThatIsAsLongAsAContractLetsIt?: bigint | undefined;
  readonly defaultedBNameOfAFieldThatIsAsLongAsAContractLetsI: bigint;
  readonly cNameOfAFieldThatIsAsLongAsAContractLetsItBeAtAl: string;
  readonly optionalCNameOfAFieldThatIsAsLongAsAContractLetsIt?: string | undefined;
  readonly defaultedCNameOfAFieldThatIsAsLongAsAContractLetsI: string;
  readonly dNameOfAFieldThatIsAsLongAsAContractLetsItBeAtAl: boolean;
  readonly optionalDNameOfAFieldThatIsAsLongAsAContractLetsIt?: boolean | undefined;
  readonly defaultedDNameOfAFieldThatIsAsLongAsAContractLetsI: boolean;
  readonly eNameOfAFieldThatIsAsLongAsAContractLetsItBeAtAl: Uint8Array;
  readonly optionalENameOfAFieldThatIsAsLongAsAContractLetsIt?: Uint8Array | undefined;
  readonly defaultedENameOfAFieldThatIsAsLongAsAContractLetsI: Uint8Array;
  readonly fNameOfAFieldThatIsAsLongAsAContractLetsItBeAtAl: number[];
  readonly optionalFNameOfAFieldThatIsAsLongAsAContractLetsIt?: number[] | undefined;
  readonly defaultedFNameOfAFieldThatIsAsLongAsAContractLetsI: number[];
  readonly gNameOfAFieldThatIsAsLongAsAContractLetsItBeAtAl: bigint[];
  readonly optionalGNameOfAFieldThatIsAsLongAsAContractLetsIt?: bigint[] | undefined;
  readonly defaultedGNameOfAFieldThatIsAsLongAsAContractLetsI: bigint[];
  readonly hNameOfAFieldThatIsAsLongAsAContractLetsItBeAtAl: number;
  readonly optionalHNameOfAFieldThatIsAsLongAsAContractLetsIt?: number | undefined;
  readonly defaultedHNameOfAFieldThatIsAsLongAsAContractLetsI: number;
  readonly iNameOfAFieldThatIsAsLongAsAContractLetsItBeAtAl: Date;
  readonly optionalINameOfAFieldThatIsAsLongAsAContractLetsIt?: Date | undefined;
  readonly defaultedINameOfAFieldThatIsAsLongAsAContractLetsI: Date;
  readonly jNameOfAFieldThatIsAsLongAsAContractLetsItBeAtAl: string[];
  readonly optionalJNameOfAFieldThatIsAsLongAsAContractLetsIt?: string[] | undefined;
  readonly defaultedJNameOfAFieldThatIsAsLongAsAContractLetsI: string[];
  readonly kNameOfAFieldThatIsAsLongAsAContractLetsItBeAtAl: wire.JsonValue;
  readonly optionalKNameOfAFieldThatIsAsLongAsAContractLetsIt?: wire.PresentJson | undefined;
  readonly defaultedKNameOfAFieldThatIsAsLongAsAContractLetsI: wire.PresentJson;
}

/** TheLongestNameThatAContractLetsAQueueHaveAndNotLongePayload as a producer gives it: fields that have a default may be left out. */
export type TheLongestNameThatAContractLetsAQueueHaveAndNotLongeInput = wire.WithDefaults<
  TheLongestNameThatAContractLetsAQueueHaveAndNotLongePayload,
  | "defaultedANameOfAFieldThatIsAsLongAsAContractLetsI"
  | "defaultedBNameOfAFieldThatIsAsLongAsAContractLetsI"
  | "defaultedCNameOfAFieldThatIsAsLongAsAContractLetsI"
  | "defaultedDNameOfAFieldThatIsAsLongAsAContractLetsI"
  | "defaultedENameOfAFieldThatIsAsLongAsAContractLetsI"
  | "defaultedFNameOfAFieldThatIsAsLongAsAContractLetsI"
  | "defaultedGNameOfAFieldThatIsAsLongAsAContractLetsI"
  | "defaultedHNameOfAFieldThatIsAsLongAsAContractLetsI"
  | "defaultedINameOfAFieldThatIsAsLongAsAContractLetsI"
  | "defaultedJNameOfAFieldThatIsAsLongAsAContractLetsI"
  | "defaultedKNameOfAFieldThatIsAsLongAsAContractLetsI"
>;

/** A task of the queue the_longest_name_that_a_contract_lets_a_queue_have_and_not_longe, as its handler gets it. */
export interface TheLongestNameThatAContractLetsAQueueHaveAndNotLongeTask
  extends TheLongestNameThatAContractLetsAQueueHaveAndNotLongePayload,
    runtime.HandledTask {}

/** Handles the tasks of the queue the_longest_name_that_a_contract_lets_a_queue_have_and_not_longe, batch by batch. */
export interface TheLongestNameThatAContractLetsAQueueHaveAndNotLongeHandler {
  handleTheLongestNameThatAContractLetsAQueueHaveAndNotLonge(
    ctx: runtime.HandlerContext,
    storage: runtime.HandlerStorage,
    tasks: readonly TheLongestNameThatAContractLetsAQueueHaveAndNotLongeTask[],
  ): Promise<runtime.HandlerStats>;
}

const THE_LONGEST_NAME_THAT_A_CONTRACT_LETS_A_QUEUE_HAVE_AND_NOT_LONGE_WIRE: wire.WireQueue = {
  queueNum: THE_LONGEST_NAME_THAT_A_CONTRACT_LETS_A_QUEUE_HAVE_AND_NOT_LONGE_QUEUE,
  name: "the_longest_name_that_a_contract_lets_a_queue_have_and_not_longe",
};

export function serializeTheLongestNameThatAContractLetsAQueueHaveAndNotLongeTask(
  payload: TheLongestNameThatAContractLetsAQueueHaveAndNotLongeInput,
): Uint8Array {
  const w = wire.startArray(
    THE_LONGEST_NAME_THAT_A_CONTRACT_LETS_A_QUEUE_HAVE_AND_NOT_LONGE_WIRE,
    payload,
    33,
  );
  wire.writeInt(
    w,
    payload.aNameOfAFieldThatIsAsLongAsAContractLetsItBeAtAl,
    "a_name_of_a_field_that_is_as_long_as_a_contract_lets_it_be_at_al",
  );
  if (payload.optionalANameOfAFieldThatIsAsLongAsAContractLetsIt === undefined) wire.writeNil(w);
  else
    wire.writeInt(
      w,
      payload.optionalANameOfAFieldThatIsAsLongAsAContractLetsIt,
      "optional_a_name_of_a_field_that_is_as_long_as_a_contract_lets_it",
    );
  wire.writeInt(
    w,
    payload.defaultedANameOfAFieldThatIsAsLongAsAContractLetsI ?? 5,
    "defaulted_a_name_of_a_field_that_is_as_long_as_a_contract_lets_i",
  );
  wire.writeInt64(
    w,
    payload.bNameOfAFieldThatIsAsLongAsAContractLetsItBeAtAl,
    "b_name_of_a_field_that_is_as_long_as_a_contract_lets_it_be_at_al",
  );
  if (payload.optionalBNameOfAFieldThatIsAsLongAsAContractLetsIt === undefined) wire.writeNil(w);
  else
    wire.writeInt64(
      w,
      payload.optionalBNameOfAFieldThatIsAsLongAsAContractLetsIt,
      "optional_b_name_of_a_field_that_is_as_long_as_a_contract_lets_it",
    );
  wire.writeInt64(
    w,
    payload.defaultedBNameOfAFieldThatIsAsLongAsAContractLetsI ?? 5n,
    "defaulted_b_name_of_a_field_that_is_as_long_as_a_contract_lets_i",
  );
  wire.writeString(
    w,
    payload.cNameOfAFieldThatIsAsLongAsAContractLetsItBeAtAl,
    "c_name_of_a_field_that_is_as_long_as_a_contract_lets_it_be_at_al",
  );
  if (payload.optionalCNameOfAFieldThatIsAsLongAsAContractLetsIt === undefined) wire.writeNil(w);
  else
    wire.writeString(
      w,
      payload.optionalCNameOfAFieldThatIsAsLongAsAContractLetsIt,
      "optional_c_name_of_a_field_that_is_as_long_as_a_contract_lets_it",
    );
  wire.writeString(
    w,
    payload.defaultedCNameOfAFieldThatIsAsLongAsAContractLetsI ?? "text",
    "defaulted_c_name_of_a_field_that_is_as_long_as_a_contract_lets_i",
  );
  wire.writeBool(
    w,
    payload.dNameOfAFieldThatIsAsLongAsAContractLetsItBeAtAl,
    "d_name_of_a_field_that_is_as_long_as_a_contract_lets_it_be_at_al",
  );
  if (payload.optionalDNameOfAFieldThatIsAsLongAsAContractLetsIt === undefined) wire.writeNil(w);
  else
    wire.writeBool(
      w,
      payload.optionalDNameOfAFieldThatIsAsLongAsAContractLetsIt,
      "optional_d_name_of_a_field_that_is_as_long_as_a_contract_lets_it",
    );
  wire.writeBool(
    w,
    payload.defaultedDNameOfAFieldThatIsAsLongAsAContractLetsI ?? true,
    "defaulted_d_name_of_a_field_that_is_as_long_as_a_contract_lets_i",
  );
  wire.writeBytes(
    w,
    payload.eNameOfAFieldThatIsAsLongAsAContractLetsItBeAtAl,
    "e_name_of_a_field_that_is_as_long_as_a_contract_lets_it_be_at_al",
  );
  if (payload.optionalENameOfAFieldThatIsAsLongAsAContractLetsIt === undefined) wire.writeNil(w);
  else
    wire.writeBytes(
      w,
      payload.optionalENameOfAFieldThatIsAsLongAsAContractLetsIt,
      "optional_e_name_of_a_field_that_is_as_long_as_a_contract_lets_it",
    );
  wire.writeBytes(
    w,
    payload.defaultedENameOfAFieldThatIsAsLongAsAContractLetsI ?? new Uint8Array([1]),
    "defaulted_e_name_of_a_field_that_is_as_long_as_a_contract_lets_i",
  );
  wire.writeInts(
    w,
    payload.fNameOfAFieldThatIsAsLongAsAContractLetsItBeAtAl,
    "f_name_of_a_field_that_is_as_long_as_a_contract_lets_it_be_at_al",
  );
  if (payload.optionalFNameOfAFieldThatIsAsLongAsAContractLetsIt === undefined) wire.writeNil(w);
  else
    wire.writeInts(
      w,
      payload.optionalFNameOfAFieldThatIsAsLongAsAContractLetsIt,
      "optional_f_name_of_a_field_that_is_as_long_as_a_contract_lets_it",
    );
  wire.writeInts(
    w,
    payload.defaultedFNameOfAFieldThatIsAsLongAsAContractLetsI ?? [1],
    "defaulted_f_name_of_a_field_that_is_as_long_as_a_contract_lets_i",
  );
  wire.writeInt64s(
    w,
    payload.gNameOfAFieldThatIsAsLongAsAContractLetsItBeAtAl,
    "g_name_of_a_field_that_is_as_long_as_a_contract_lets_it_be_at_al",
  );
  if (payload.optionalGNameOfAFieldThatIsAsLongAsAContractLetsIt === undefined) wire.writeNil(w);
  else
    wire.writeInt64s(
      w,
      payload.optionalGNameOfAFieldThatIsAsLongAsAContractLetsIt,
      "optional_g_name_of_a_field_that_is_as_long_as_a_contract_lets_it",
    );
  wire.writeInt64s(
    w,
    payload.defaultedGNameOfAFieldThatIsAsLongAsAContractLetsI ?? [1n],
    "defaulted_g_name_of_a_field_that_is_as_long_as_a_contract_lets_i",
  );
  wire.writeFloat64(
    w,
    payload.hNameOfAFieldThatIsAsLongAsAContractLetsItBeAtAl,
    "h_name_of_a_field_that_is_as_long_as_a_contract_lets_it_be_at_al",
  );
  if (payload.optionalHNameOfAFieldThatIsAsLongAsAContractLetsIt === undefined) wire.writeNil(w);
  else
    wire.writeFloat64(
      w,
      payload.optionalHNameOfAFieldThatIsAsLongAsAContractLetsIt,
      "optional_h_name_of_a_field_that_is_as_long_as_a_contract_lets_it",
    );
  wire.writeFloat64(
    w,
    payload.defaultedHNameOfAFieldThatIsAsLongAsAContractLetsI ?? 1.5,
    "defaulted_h_name_of_a_field_that_is_as_long_as_a_contract_lets_i",
  );
  wire.writeTimestamp(
    w,
    payload.iNameOfAFieldThatIsAsLongAsAContractLetsItBeAtAl,
    "i_name_of_a_field_that_is_as_long_as_a_contract_lets_it_be_at_al",
  );
  if (payload.optionalINameOfAFieldThatIsAsLongAsAContractLetsIt === undefined) wire.writeNil(w);
  else
    wire.writeTimestamp(
      w,
      payload.optionalINameOfAFieldThatIsAsLongAsAContractLetsIt,
      "optional_i_name_of_a_field_that_is_as_long_as_a_contract_lets_it",
    );
  wire.writeTimestamp(
    w,
    payload.defaultedINameOfAFieldThatIsAsLongAsAContractLetsI ?? new Date(1767225600000),
    "defaulted_i_name_of_a_field_that_is_as_long_as_a_contract_lets_i",
  );
  wire.writeStrings(
    w,
    payload.jNameOfAFieldThatIsAsLongAsAContractLetsItBeAtAl,
    "j_name_of_a_field_that_is_as_long_as_a_contract_lets_it_be_at_al",
  );
  if (payload.optionalJNameOfAFieldThatIsAsLongAsAContractLetsIt === undefined) wire.writeNil(w);
  else
    wire.writeStrings(
      w,
      payload.optionalJNameOfAFieldThatIsAsLongAsAContractLetsIt,
      "optional_j_name_of_a_field_that_is_as_long_as_a_contract_lets_it",
    );
  wire.writeStrings(
    w,
    payload.defaultedJNameOfAFieldThatIsAsLongAsAContractLetsI ?? ["a"],
    "defaulted_j_name_of_a_field_that_is_as_long_as_a_contract_lets_i",
  );
  wire.writeJson(
    w,
    payload.kNameOfAFieldThatIsAsLongAsAContractLetsItBeAtAl,
    "k_name_of_a_field_that_is_as_long_as_a_contract_lets_it_be_at_al",
  );
  if (payload.optionalKNameOfAFieldThatIsAsLongAsAContractLetsIt === undefined) wire.writeNil(w);
  else
    wire.writePresentJson(
      w,
      payload.optionalKNameOfAFieldThatIsAsLongAsAContractLetsIt,
      "optional_k_name_of_a_field_that_is_as_long_as_a_contract_lets_it",
    );
  wire.writePresentJson(
    w,
    payload.defaultedKNameOfAFieldThatIsAsLongAsAContractLetsI ?? { a: 1 },
    "defaulted_k_name_of_a_field_that_is_as_long_as_a_contract_lets_i",
  );
  return wire.finishWriting(w);
}

export function deserializeTheLongestNameThatAContractLetsAQueueHaveAndNotLongeTask(
  data: Uint8Array,
): TheLongestNameThatAContractLetsAQueueHaveAndNotLongePayload {
  const r = wire.startReadingArray(
    THE_LONGEST_NAME_THAT_A_CONTRACT_LETS_A_QUEUE_HAVE_AND_NOT_LONGE_WIRE,
    data,
  );
  const payload: TheLongestNameThatAContractLetsAQueueHaveAndNotLongePayload = {
    aNameOfAFieldThatIsAsLongAsAContractLetsItBeAtAl: wire.readInt(
      r,
      "a_name_of_a_field_that_is_as_long_as_a_contract_lets_it_be_at_al",
    ),
    optionalANameOfAFieldThatIsAsLongAsAContractLetsIt: wire.hasValue(r)
      ? wire.readInt(r, "optional_a_name_of_a_field_that_is_as_long_as_a_contract_lets_it")
      : undefined,
    defaultedANameOfAFieldThatIsAsLongAsAContractLetsI: wire.hasValue(r)
      ? wire.readInt(r, "defaulted_a_name_of_a_field_that_is_as_long_as_a_contract_lets_i")
      : 5,
    bNameOfAFieldThatIsAsLongAsAContractLetsItBeAtAl: wire.readInt64(
      r,
      "b_name_of_a_field_that_is_as_long_as_a_contract_lets_it_be_at_al",
    ),
    optionalBNameOfAFieldThatIsAsLongAsAContractLetsIt: wire.hasValue(r)
      ? wire.readInt64(r, "optional_b_name_of_a_field_that_is_as_long_as_a_contract_lets_it")
      : undefined,
    defaultedBNameOfAFieldThatIsAsLongAsAContractLetsI: wire.hasValue(r)
      ? wire.readInt64(r, "defaulted_b_name_of_a_field_that_is_as_long_as_a_contract_lets_i")
      : 5n,
    cNameOfAFieldThatIsAsLongAsAContractLetsItBeAtAl: wire.readString(
      r,
      "c_name_of_a_field_that_is_as_long_as_a_contract_lets_it_be_at_al",
    ),
    optionalCNameOfAFieldThatIsAsLongAsAContractLetsIt: wire.hasValue(r)
      ? wire.readString(r, "optional_c_name_of_a_field_that_is_as_long_as_a_contract_lets_it")
      : undefined,
    defaultedCNameOfAFieldThatIsAsLongAsAContractLetsI: wire.hasValue(r)
      ? wire.readString(r, "defaulted_c_name_of_a_field_that_is_as_long_as_a_contract_lets_i")
      : "text",
    dNameOfAFieldThatIsAsLongAsAContractLetsItBeAtAl: wire.readBool(
      r,
      "d_name_of_a_field_that_is_as_long_as_a_contract_lets_it_be_at_al",
    ),
    optionalDNameOfAFieldThatIsAsLongAsAContractLetsIt: wire.hasValue(r)
      ? wire.readBool(r, "optional_d_name_of_a_field_that_is_as_long_as_a_contract_lets_it")
      : undefined,
    defaultedDNameOfAFieldThatIsAsLongAsAContractLetsI: wire.hasValue(r)
      ? wire.readBool(r, "defaulted_d_name_of_a_field_that_is_as_long_as_a_contract_lets_i")
      : true,
    eNameOfAFieldThatIsAsLongAsAContractLetsItBeAtAl: wire.readBytes(
      r,
      "e_name_of_a_field_that_is_as_long_as_a_contract_lets_it_be_at_al",
    ),
    optionalENameOfAFieldThatIsAsLongAsAContractLetsIt: wire.hasValue(r)
      ? wire.readBytes(r, "optional_e_name_of_a_field_that_is_as_long_as_a_contract_lets_it")
      : undefined,
    defaultedENameOfAFieldThatIsAsLongAsAContractLetsI: wire.hasValue(r)
      ? wire.readBytes(r, "defaulted_e_name_of_a_field_that_is_as_long_as_a_contract_lets_i")
      : new Uint8Array([1]),
    fNameOfAFieldThatIsAsLongAsAContractLetsItBeAtAl: wire.readInts(
      r,
      "f_name_of_a_field_that_is_as_long_as_a_contract_lets_it_be_at_al",
    ),
    optionalFNameOfAFieldThatIsAsLongAsAContractLetsIt: wire.hasValue(r)
      ? wire.readInts(r, "optional_f_name_of_a_field_that_is_as_long_as_a_contract_lets_it")
      : undefined,
    defaultedFNameOfAFieldThatIsAsLongAsAContractLetsI: wire.hasValue(r)
      ? wire.readInts(r, "defaulted_f_name_of_a_field_that_is_as_long_as_a_contract_lets_i")
      : [1],
    gNameOfAFieldThatIsAsLongAsAContractLetsItBeAtAl: wire.readInt64s(
      r,
      "g_name_of_a_field_that_is_as_long_as_a_contract_lets_it_be_at_al",
    ),
    optionalGNameOfAFieldThatIsAsLongAsAContractLetsIt: wire.hasValue(r)
      ? wire.readInt64s(r, "optional_g_name_of_a_field_that_is_as_long_as_a_contract_lets_it")
      : undefined,
    defaultedGNameOfAFieldThatIsAsLongAsAContractLetsI: wire.hasValue(r)
      ? wire.readInt64s(r, "defaulted_g_name_of_a_field_that_is_as_long_as_a_contract_lets_i")
      : [1n],
    hNameOfAFieldThatIsAsLongAsAContractLetsItBeAtAl: wire.readFloat64(
      r,
      "h_name_of_a_field_that_is_as_long_as_a_contract_lets_it_be_at_al",
    ),
    optionalHNameOfAFieldThatIsAsLongAsAContractLetsIt: wire.hasValue(r)
      ? wire.readFloat64(r, "optional_h_name_of_a_field_that_is_as_long_as_a_contract_lets_it")
      : undefined,
    defaultedHNameOfAFieldThatIsAsLongAsAContractLetsI: wire.hasValue(r)
      ? wire.readFloat64(r, "defaulted_h_name_of_a_field_that_is_as_long_as_a_contract_lets_i")
      : 1.5,
    iNameOfAFieldThatIsAsLongAsAContractLetsItBeAtAl: wire.readTimestamp(
      r,
      "i_name_of_a_field_that_is_as_long_as_a_contract_lets_it_be_at_al",
    ),
    optionalINameOfAFieldThatIsAsLongAsAContractLetsIt: wire.hasValue(r)
      ? wire.readTimestamp(r, "optional_i_name_of_a_field_that_is_as_long_as_a_contract_lets_it")
      : undefined,
    defaultedINameOfAFieldThatIsAsLongAsAContractLetsI: wire.hasValue(r)
      ? wire.readTimestamp(r, "defaulted_i_name_of_a_field_that_is_as_long_as_a_contract_lets_i")
      : new Date(1767225600000),
    jNameOfAFieldThatIsAsLongAsAContractLetsItBeAtAl: wire.readStrings(
      r,
      "j_name_of_a_field_that_is_as_long_as_a_contract_lets_it_be_at_al",
    ),
    optionalJNameOfAFieldThatIsAsLongAsAContractLetsIt: wire.hasValue(r)
      ? wire.readStrings(r, "optional_j_name_of_a_field_that_is_as_long_as_a_contract_lets_it")
      : undefined,
    defaultedJNameOfAFieldThatIsAsLongAsAContractLetsI: wire.hasValue(r)
      ? wire.readStrings(r, "defaulted_j_name_of_a_field_that_is_as_long_as_a_contract_lets_i")
      : ["a"],
    kNameOfAFieldThatIsAsLongAsAContractLetsItBeAtAl: wire.readJson(
      r,
      "k_name_of_a_field_that_is_as_long_as_a_contract_lets_it_be_at_al",
    ),
    optionalKNameOfAFieldThatIsAsLongAsAContractLetsIt: wire.hasValue(r)
      ? wire.readPresentJson(r, "optional_k_name_of_a_field_that_is_as_long_as_a_contract_lets_it")
      : undefined,
    defaultedKNameOfAFieldThatIsAsLongAsAContractLetsI: wire.hasValue(r)
      ? wire.readPresentJson(r, "defaulted_k_name_of_a_field_that_is_as_long_as_a_contract_lets_i")
      : { a: 1 },
  };
  wire.finishReadingArray(r);
  return payload;
}

/** A new task, for `putTasks` and `commit`. */
export function theLongestNameThatAContractLetsAQueueHaveAndNotLongeRequest(
  payload: TheLongestNameThatAContractLetsAQueueHaveAndNotLongeInput,
  options?: wire.KeyedPutOptions,
): runtime.PutTaskRequest {
  return wire.taskRequest(
    {
      queueNum: THE_LONGEST_NAME_THAT_A_CONTRACT_LETS_A_QUEUE_HAVE_AND_NOT_LONGE_QUEUE,
      priority: 1,
    },
    serializeTheLongestNameThatAContractLetsAQueueHaveAndNotLongeTask(payload),
    options,
    wire.keyOf(payload.cNameOfAFieldThatIsAsLongAsAContractLetsItBeAtAl),
  );
}

export async function putTheLongestNameThatAContractLetsAQueueHaveAndNotLonge(
  storage: Pick<runtime.Storage, "putTask">,
  payload: TheLongestNameThatAContractLetsAQueueHaveAndNotLongeInput,
  options?: wire.KeyedPutOptions,
): Promise<runtime.TaskId> {
  return wire.putOne(
    storage,
    theLongestNameThatAContractLetsAQueueHaveAndNotLongeRequest(payload, options),
    options,
  );
}

/** All or none. The options are those of every task. */
export async function putTheLongestNameThatAContractLetsAQueueHaveAndNotLongeMany(
  storage: Pick<runtime.Storage, "putTasks">,
  payloads: readonly TheLongestNameThatAContractLetsAQueueHaveAndNotLongeInput[],
  options?: wire.KeyedPutManyOptions,
): Promise<readonly runtime.TaskId[]> {
  const requests = payloads.map((payload) =>
    theLongestNameThatAContractLetsAQueueHaveAndNotLongeRequest(payload, options),
  );
  return wire.putMany(storage, requests, options);
}

/** Binds the queue to its handler: an object, or what `perTask` makes of a function. */
export function theLongestNameThatAContractLetsAQueueHaveAndNotLongeQueue(
  handler:
    | TheLongestNameThatAContractLetsAQueueHaveAndNotLongeHandler
    | runtime.BatchHandler<TheLongestNameThatAContractLetsAQueueHaveAndNotLongeTask>,
  policy: runtime.QueuePolicy = {},
): runtime.QueueBinding {
  return runtime.bindQueue(
    {
      queueNum: THE_LONGEST_NAME_THAT_A_CONTRACT_LETS_A_QUEUE_HAVE_AND_NOT_LONGE_QUEUE,
      name: "the_longest_name_that_a_contract_lets_a_queue_have_and_not_longe",
      decode: deserializeTheLongestNameThatAContractLetsAQueueHaveAndNotLongeTask,
    },
    wire.batchHandler(handler, "handleTheLongestNameThatAContractLetsAQueueHaveAndNotLonge"),
    {
      batchSize: 5,
      backoff: runtime.exponential({ minMs: 1000, maxMs: 60000, jitter: 0.2 }),
      ...policy,
    },
  );
}
