/**
 * Parses a JSON text. An integer that a number cannot hold exactly becomes the text of its digits: ids have up to 19 of them,
 * and a rounded one would identify another record. Throws if it is not JSON.
 */
export const parseJson = (text: string): unknown =>
  longInteger.test(text) ? parseRevived(text, exactInteger) : JSON.parse(text);

/** Matches a possible integer with more digits than a number can hold. Few texts have one: a reviver takes many times as long. */
const longInteger = /(?<=^|[:,[\s])-?\d{16,}(?![\d.eE"])/;

/** The declared type of `JSON.parse` lacks the third argument of a reviver, which has the source of a primitive value. */
const parseRevived = JSON.parse as (text: string, reviver: typeof exactInteger) => unknown;

const exactInteger = (_name: string, value: unknown, { source = '' }: { readonly source?: string }): unknown =>
  typeof value === 'number' && !Number.isSafeInteger(value) && /^-?\d+$/.test(source) ? source : value;

/** Whether a parsed document has more than `maxDepth` levels of objects and lists. */
export const isNestedDeeper = (value: unknown, levels: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (levels === 0 || Object.values(value).some((one) => isNestedDeeper(one, levels - 1)));
