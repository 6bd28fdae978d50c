/**
 * Eight bytes seen as a bigint, as a float and as two halves. Through them a 64-bit number is taken
 * apart by machine instructions: `Number(bigint)` and shifts of bigints are calls into V8.
 */
const eight = new ArrayBuffer(8);
export const asInt64: BigInt64Array = new BigInt64Array(eight);
export const asUint64: BigUint64Array = new BigUint64Array(eight);
export const asFloat64: Float64Array = new Float64Array(eight);
export const asFloat32: Float32Array = new Float32Array(eight);
export const halves: Int32Array = new Int32Array(eight);

asUint64[0] = 1n;
/** Where the lower half lies in {@link halves}: it depends on the machine. */
export const LOW: number = halves[0] === 1 ? 0 : 1;
export const HIGH: number = 1 - LOW;
