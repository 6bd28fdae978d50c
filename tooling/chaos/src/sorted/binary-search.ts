/** How many of the first items, in a list sorted so that they come first, pass the test. */
export function countWhile<T>(
  sorted: { readonly length: number; readonly [at: number]: T },
  test: (item: T) => boolean,
): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (test(sorted[middle] as T)) low = middle + 1;
    else high = middle;
  }
  return low;
}
