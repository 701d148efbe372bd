/** A function that makes something at its first call, and returns the same from then on. */
export interface Once<T> {
  (): Promise<T>;
  /** What was made. `undefined` where there was no call yet, or the attempt failed. */
  ifMade(): Promise<T | undefined>;
}

/** Makes something at its first use. A failed attempt is not kept: the next use tries again. */
export function once<T>(make: () => Promise<T>): Once<T> {
  let attempt: Promise<T> | undefined;
  const get = (): Promise<T> =>
    (attempt ??= make().catch((error: unknown) => {
      attempt = undefined;
      throw error;
    }));
  return Object.assign(get, { ifMade: async () => attempt?.catch(() => undefined) });
}
