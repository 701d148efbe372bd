import type { OperationName } from '../../src/catalog/index.ts';
import { invalid, Refusal } from '../engine/http/refusal.ts';
import type { Question, Reading } from './reading.ts';

/** Operations for which a row or a rule states that they take no other field, or any. */
const anyField: ReadonlySet<string> = new Set<OperationName>([
  'os.save_preferences',
  'prompts.import',
  'keywords.import_csv',
]);

/** What is asked of a request, and how refusals look. */
export const refusals: readonly Reading[] = [
  {
    name: 'strict',
    turnsOn: 'docs/platform/conventions.md#unstated-fields: of many bodies it is not stated what they must hold.',
    behaviour: '422 unless the body holds the first of the likely fields, by its first name.',
    changeRequest: (question, { operation: { likely, open, optionalBody, name } }) => {
      const [field] = Object.keys(likely);
      if (!open || optionalBody || field === undefined || anyField.has(name)) return question;
      if (Object.hasOwn(question.body, field)) return question;
      throw invalid({ [field]: [`The ${field} field is required.`] });
    },
  },
  {
    name: 'last-names',
    turnsOn: 'docs/platform/conventions.md#unstated-fields: of many bodies the names of the fields are not stated.',
    behaviour: 'The first likely field under the last of its likely names only; 422 names it.',
    changeRequest: (question, { operation: { likely, open, optionalBody, name } }) => {
      const [firstLikely] = Object.entries(likely);
      const last = firstLikely?.[1].also.at(-1);
      if (!open || optionalBody || !firstLikely || last === undefined || anyField.has(name)) return question;
      return underAnotherName(question, firstLikely[0], last);
    },
  },
  {
    name: 'dated-retries',
    turnsOn: 'docs/platform/limits.md#requests: 429 with Retry-After, which in HTTP is seconds or a date.',
    behaviour: 'A date; and every fortieth request is one too many.',
    changeRequest: (question, { nth }) => {
      if (nth('request') % 40 === 0) throw tooMany();
      return question;
    },
    changeResponse: (sent, { now }) => {
      const wait = Number(sent.headers['retry-after']);
      if (sent.status !== 429 || !Number.isFinite(wait)) return sent;
      return { ...sent, headers: { ...sent.headers, 'retry-after': new Date(now() + wait * 1000).toUTCString() } };
    },
  },
];

/** Takes a likely field under `last` alone. */
function underAnotherName(question: Question, name: string, last: string): Question {
  const { [last]: value, ...rest } = question.body;
  if (value === undefined) throw invalid({ [last]: [`The ${last} field is required.`] });
  return { ...question, body: { ...rest, [name]: name.endsWith('s') && !Array.isArray(value) ? [value] : value } };
}

const tooMany = (): Refusal =>
  new Refusal(429, { message: 'Too many requests.', error: { code: 'rate_limited' } }, { 'retry-after': '1' });
