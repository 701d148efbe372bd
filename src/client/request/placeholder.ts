import type { Arguments } from '../../catalog/operation.ts';

/** Placeholder in a suggested call for a value that the caller has to fill in. */
export const placeholder = (name: string): string => `<${name}>`;

/** Names of the arguments whose values are still placeholders. */
export const unfilled = (given: Arguments): string[] =>
  Object.keys(given).filter((name) => [given[name]].flat().includes(placeholder(name)));
