import type { Arguments } from '../../catalog/operation.ts';

/** Placeholder in a suggested call for a value that the caller has to fill in. */
export const placeholder = (name: string): string => `<${name}>`;

/** Names of the arguments whose values are still placeholders. */
export const unfilled = (args: Arguments): string[] =>
  Object.keys(args).filter((name) => [args[name]].flat().includes(placeholder(name)));
