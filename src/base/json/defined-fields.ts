/** Type of an object whose undefined fields are removed. */
export type DefinedFields<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

/** A copy of `fields` without those that are undefined: for `{ ...existing, ...definedFields(changes) }`. */
export const definedFields = <T extends object>(fields: T): DefinedFields<T> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as DefinedFields<T>;
