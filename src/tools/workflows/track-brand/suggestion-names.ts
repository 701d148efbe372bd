import { fieldOf } from '../../../json/field-of.ts';

/** What each suggestion is called; as it came where it has no field of that name, since the contract shows none of a suggestion's fields. */
export const suggestionNames = (name: string, suggested: unknown): unknown[] =>
  Array.isArray(suggested) ? suggested.map((one: unknown) => fieldOf(one, name) ?? one) : [];
