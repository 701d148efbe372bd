/** A function that creates a value at its first call, and returns the same value from then on. */
export interface Once<T> {
  (): Promise<T>;
  /** The value; `undefined` if there was no call yet, or the attempt failed. */
  ifMade(): Promise<T | undefined>;
}

/** Creates a value at its first use. A failed attempt is not kept: the next use tries again. */
export function once<T>(make: () => Promise<T>): Once<T> {
  let attempt: Promise<T> | undefined;
  const get = (): Promise<T> =>
    (attempt ??= make().catch((error: unknown) => {
      attempt = undefined;
      throw error;
    }));
  return Object.assign(get, { ifMade: async () => attempt?.catch(() => undefined) });
}
