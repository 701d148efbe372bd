import { shorten } from '../../text/shorten.ts';
import type { Arguments, Operation } from '../../catalog/operation.ts';

/**
 * What a call is for, as it goes on in a person's question "Spend up to 75 credits to …?": the declaration's own sentence
 * and what the call is about. Holds what a model wrote into the arguments.
 */
export function purposeOf({ does }: Pick<Operation, 'does'>, input: Arguments): string {
  const sentence = firstClause(does);
  const about = subjectOf(input);
  return `${sentence.charAt(0).toLowerCase()}${sentence.slice(1)}${about === undefined ? '' : `: ${about}`}`;
}

/** What is being done while a job runs: "Write the text of an article" as "Writing the text of an article". */
export function activityOf({ does }: Pick<Operation, 'does'>): string {
  const [verb = '', ...rest] = firstClause(does).split(' ');
  const others = rest.join(' ').replace(secondVerb, (_, second: string) => `and ${participleOf(second)}`);
  return `${participleOf(verb)} ${others}`.trim();
}

/** A verb after "and", distinguished from a noun by the article or pronoun that follows it. */
const secondVerb = /\band ([a-z]+)(?= (?:an?|the|its?|how|them|their)\b)/;

/** Up to what only qualifies it. */
const firstClause = (does: string): string => does.split(/[;:(]|, /)[0]?.trim() ?? does;

/** English spelling: a final silent e falls away, a single consonant after a single short vowel doubles, and l after any. */
function participleOf(verb: string): string {
  if (/[^e]e$/.test(verb)) return `${verb.slice(0, -1)}ing`;
  return /^[^aeiou]*[aeiou][bdgmnprt]$|[^aeiou][aeiou]l$/i.test(verb) ? `${verb}${verb.at(-1)}ing` : `${verb}ing`;
}

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
