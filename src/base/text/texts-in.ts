/** The non-empty texts among values and lists of values. */
export const textsIn = (...values: readonly unknown[]): string[] =>
  values.flat().filter((one): one is string => typeof one === 'string' && one !== '');
