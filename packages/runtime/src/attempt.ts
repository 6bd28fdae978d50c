/** Calls it, and makes a rejection of what it throws at once: code of others may do either. */
export function attempt<T>(call: () => T | Promise<T>): Promise<T> {
  try {
    return Promise.resolve(call());
  } catch (error) {
    return Promise.reject(error);
  }
}
