/** The id of a thing, as the platform writes it. */
export type Id = number | string;

/** What an id in text is made of: one segment of an address, and neither `.` nor `..`. */
export const idText = /^[A-Za-z0-9_-][A-Za-z0-9_.:~@=+-]{0,127}$/;

/** The number that a text stands for, where it is written as numbers are: not that of `0012`. */
export const numberInId = (text: string): number | undefined =>
  /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined;

/** An id in an answer, which may hold anything. */
export const idIn = (value: unknown): Id | undefined =>
  (typeof value === 'number' && Number.isSafeInteger(value)) || (typeof value === 'string' && idText.test(value))
    ? value
    : undefined;
