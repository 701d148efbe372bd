import type { OperationName } from '../../src/catalog/operation-types.ts';
import { invalid, Refusal } from '../engine/http/refusal.ts';
import type { HttpResponse } from '../engine/http/reply.ts';
import { objectOf } from './change.ts';
import type { Question, Reading } from './reading.ts';

const answering = (sent: HttpResponse, body: unknown): HttpResponse => ({ ...sent, body: JSON.stringify(body) });

/** Operations of which a row or a rule states that they take no other field, or any. */
const anyField: ReadonlySet<string> = new Set<OperationName>([
  'os.save_preferences',
  'prompts.import',
  'keywords.import_csv',
]);

/** What is asked of a request, and how refusals look. */
export const refusals: readonly Reading[] = [
  {
    name: 'strict',
    turnsOn: 'Documents 1 to 3, "body: not shown": what such a body must hold.',
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
    turnsOn: 'Documents 1 to 3, "body: not shown": what its fields are called.',
    behaviour: 'The first likely field under the last of its likely names only; 422 names it.',
    changeRequest: (question, { operation: { likely, open, optionalBody, name } }) => {
      const [firstLikely] = Object.entries(likely);
      const last = firstLikely?.[1].also.at(-1);
      if (!open || optionalBody || !firstLikely || last === undefined || anyField.has(name)) return question;
      return underAnotherName(question, firstLikely[0], last);
    },
  },
  {
    name: 'unknown-fields',
    turnsOn: 'Document 1, "Errors": 422 for a failed validation; whether fields that are not known fail is not said.',
    behaviour: '422 for a field that no row shows, where a body is shown.',
    changeRequest: (question, { operation: { input, open, method, multipart } }) => {
      if (open || method === 'GET' || multipart) return question;
      const unknown = Object.keys(question.body).filter((field) => !Object.hasOwn(input.shape, field));
      if (unknown.length > 0)
        throw invalid(Object.fromEntries(unknown.map((field) => [field, [`The ${field} field is not allowed.`]])));
      return question;
    },
  },
  {
    name: 'invalid-400',
    turnsOn: 'Document 1, "Errors": 400, 422 are validation failures; when which is not said.',
    behaviour: '400.',
    changeResponse: (sent) => (sent.status === 422 ? { ...sent, status: 400 } : sent),
  },
  {
    name: 'bare-refusals',
    turnsOn: 'Document 1, "Errors": body shapes of 403 and 404 answers: not shown.',
    behaviour: 'No body, and no media type.',
    changeResponse: (sent) =>
      sent.status === 403 || sent.status === 404 ? { status: sent.status, headers: {}, body: '' } : sent,
  },
  {
    name: 'html-refusals',
    turnsOn: 'Document 1, "Errors": body shapes of 403 and 404 answers: not shown.',
    behaviour: 'A page in HTML.',
    changeResponse: (sent) =>
      sent.status === 403 || sent.status === 404
        ? {
            status: sent.status,
            headers: { 'content-type': 'text/html; charset=utf-8' },
            body: `<!doctype html><title>${sent.status}</title><h1>This page is not available</h1>`,
          }
        : sent,
  },
  {
    name: 'coded-refusals',
    turnsOn:
      'Document 1, "Errors": structured errors use {error: {code, …}}; which errors are structured is said for some.',
    behaviour: 'Every 402, 409 and 429 has a code and no message beside it.',
    changeResponse: (sent) => {
      const code = ({ 402: 'insufficient_credits', 409: 'conflict', 429: 'rate_limited' } as Record<number, string>)[
        sent.status
      ];
      if (code === undefined) return sent;
      const { message, error: _, errors: __, ...rest } = objectOf(sent);
      return answering(sent, { error: { code, message, ...rest } });
    },
  },
  {
    name: 'text-errors',
    turnsOn: 'Document 1, "Errors": 409, 501, 502 and 503 with no body shown.',
    behaviour: '{error: "…"} as text.',
    changeResponse: (sent) =>
      [403, 404, 409, 501, 502, 503].includes(sent.status)
        ? answering(sent, { error: String(objectOf(sent)['message'] ?? 'Refused.') })
        : sent,
  },
  {
    name: 'dated-retries',
    turnsOn: 'Document 1, "Rate limits", rule 1: 429 with Retry-After, which by HTTP is seconds or a date.',
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
  {
    name: 'fewer-requests',
    turnsOn: 'Document 1, "Rate limits", rule 1: about 60 requests a minute.',
    behaviour: 'Every thirtieth request is one too many: 429, one second.',
    changeRequest: (question, { nth }) => {
      if (nth('request') % 30 !== 0) return question;
      throw tooMany();
    },
  },
  {
    name: 'locked-research',
    turnsOn: 'Document 1, "AI research rules": a second start is rejected (rejection status code: not shown).',
    behaviour: '423 with a message.',
    operations: ['keywords.ai_research'],
    changeResponse: (sent) => (sent.status === 409 ? { ...sent, status: 423 } : sent),
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
