import type { Given } from '../../engine/given.ts';

/** The first of these fields that holds text: bodies the contract does not show may name it in several ways. */
export function firstText(given: Given, ...names: readonly string[]): string | undefined {
  return names.map((name) => given.maybeText(name)).find((value) => value !== undefined && value.trim() !== '');
}

/** The same, or else any text that was given: its field may have a name nobody thought of. */
export const someText = (given: Given, ...names: readonly string[]): string | undefined =>
  firstText(given, ...names, ...Object.keys(given.free));
