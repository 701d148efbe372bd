import type { Arguments } from '../../catalog/operation.ts';

/** What stands in a suggested call for a value that its caller has to fill in. */
export const placeholder = (name: string): string => `<${name}>`;

/** The arguments that are still to be filled in. */
export const unfilled = (given: Arguments): string[] =>
  Object.keys(given).filter((name) => [given[name]].flat().includes(placeholder(name)));
