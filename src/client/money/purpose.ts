import { shorten } from '../../base/text/shorten.ts';
import type { Arguments, Operation } from '../../catalog/vocabulary/index.ts';

/**
 * The purpose of a call as a phrase that completes "Spend up to 75 credits to …?": the operation's description and the argument
 * that says what the call is about. That argument is untrusted text: a model may have written it.
 */
export function purposeOf({ does }: Pick<Operation, 'does'>, input: Arguments): string {
  const sentence = firstClause(does);
  const about = subjectOf(input);
  return `${sentence.charAt(0).toLowerCase()}${sentence.slice(1)}${about === undefined ? '' : `: ${about}`}`;
}

/** The sentence up to its first comma, semicolon, colon or parenthesis. */
const firstClause = (does: string): string => does.replace(/\s*([;:(]|, ).*/, '');

/** Arguments that say what a call is about, the most specific first. */
const subjectArguments = [
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
  const fields: Arguments = { ...(input['body'] as object | undefined), ...input };
  for (const name of subjectArguments) {
    const value = fields[name];
    const [first, ...others] = Array.isArray(value) ? (value as unknown[]) : [value];
    if (typeof first === 'string' && first.trim() !== '')
      return others.length > 0 ? `${shorten(first, maxLength)} and ${others.length} more` : shorten(first, maxLength);
  }
  return undefined;
}

/** Maximum characters quoted of the argument. */
const maxLength = 120;
