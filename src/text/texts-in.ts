/** The texts among values and lists of values; empty ones left out. */
export const textsIn = (...values: readonly unknown[]): string[] =>
  values.flat().filter((one): one is string => typeof one === 'string' && one !== '');
