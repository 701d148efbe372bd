/** The id of a record, as the platform writes it. */
export type Id = number | string;

/** The form of an id in text: one segment of an address, but neither `.` nor `..`. */
export const idText = /^[A-Za-z0-9_-][A-Za-z0-9_.:~@=+-]{0,127}$/;

/** The number of a text in normal notation; undefined for texts such as `0012`. */
export const numberInId = (text: string): number | undefined =>
  /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined;

/** An id in an answer, which may hold anything. 0 is none: databases give it to a record that was not stored. */
export const idIn = (value: unknown): Id | undefined =>
  (typeof value === 'number' && Number.isSafeInteger(value) && value > 0) ||
  (typeof value === 'string' && idText.test(value))
    ? value
    : undefined;
