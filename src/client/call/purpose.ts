import { shorten } from '../../text/shorten.ts';
import type { Arguments, Operation } from '../../catalog/operation.ts';

/**
 * The purpose of a call, as it completes the question "Spend up to 75 credits to …?": the declaration's own sentence
 * and what the call is about. Holds what a model wrote into the arguments.
 */
export function purposeOf({ does }: Pick<Operation, 'does'>, input: Arguments): string {
  const sentence = firstClause(does);
  const about = subjectOf(input);
  return `${sentence.charAt(0).toLowerCase()}${sentence.slice(1)}${about === undefined ? '' : `: ${about}`}`;
}

/** Up to the part that only qualifies it. */
const firstClause = (does: string): string => does.split(/[;:(]|, /)[0]?.trim() ?? does;

/** Arguments that say what a call is about, the most telling first. */
const telling = [
  'url',
  'urls',
  'source_url',
  'sitemap_url',
  'domain',
  'keyword',
  'keywords',
  'brand',
  'title',
  'prompt',
  'message',
  'option_label',
  'name',
];

function subjectOf(input: Arguments): string | undefined {
  const body = input['body'];
  const fields: Arguments = typeof body === 'object' && body !== null ? { ...body, ...input } : input;
  for (const name of telling) {
    const value = fields[name];
    const [first, ...others] = Array.isArray(value) ? (value as unknown[]) : [value];
    if (typeof first === 'string' && first.trim() !== '')
      return others.length > 0 ? `${shorten(first, maxLength)} and ${others.length} more` : shorten(first, maxLength);
  }
  return undefined;
}

/** Characters of one argument. */
const maxLength = 120;
