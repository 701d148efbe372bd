import { Refusal } from '../engine/http/refusal.ts';
import type { Sent } from '../engine/http/reply.ts';
import { inBody, isRecord, objectOf } from './change.ts';
import type { Reading } from './reading.ts';

const page = (status: number, title: string): Sent => ({
  status,
  headers: { 'content-type': 'text/html; charset=utf-8' },
  body: `<!doctype html><html><head><title>${title}</title></head><body><h1>${title}</h1></body></html>`,
});

const isPaged = (
  body: unknown,
): body is { readonly data: readonly unknown[]; readonly meta: Readonly<Record<string, number>> } =>
  isRecord(body) && Array.isArray(body['data']) && isRecord(body['meta']) && 'current_page' in body['meta'];

/** What the documents exclude, and what platforms and the machines in front of them do all the same. */
export const lies: readonly Reading[] = [
  {
    name: 'wrong-totals',
    turnsOn: 'Document 1, "Response conventions": meta.total is the number of rows.',
    keeps: 'A total that is seven too many, and a last page that fits it.',
    lies: true,
    sends: inBody((body) => {
      if (!isPaged(body)) return body;
      const total = (body.meta['total'] ?? 0) + 7;
      return { ...body, meta: { ...body.meta, total, last_page: Math.ceil(total / (body.meta['per_page'] ?? 25)) } };
    }),
  },
  {
    name: 'repeated-pages',
    turnsOn: 'Document 1, "Response conventions": pages of a list.',
    keeps: 'Every page is the first one.',
    lies: true,
    asks: (question) => {
      const { page: asked, ...query } = question.query;
      return asked === undefined ? question : { ...question, query };
    },
  },
  {
    name: 'endless-pages',
    turnsOn: 'Document 1, "Response conventions": meta.last_page.',
    keeps: 'The last page is always the next one.',
    lies: true,
    sends: inBody((body) =>
      isPaged(body) ? { ...body, meta: { ...body.meta, last_page: (body.meta['current_page'] ?? 1) + 1 } } : body,
    ),
  },
  {
    name: 'ok-errors',
    turnsOn: 'Document 1, "Errors": refusals have a status.',
    keeps: '200, with success false and the error inside.',
    lies: true,
    sends: (sent) =>
      sent.status < 400
        ? sent
        : { ...sent, status: 200, body: JSON.stringify({ success: false, status: sent.status, ...objectOf(sent) }) },
  },
  {
    name: 'proxy-pages',
    turnsOn: 'Document 1, "What the service does", rule 1: JSON out.',
    keeps:
      'Every fifth request is answered by a proxy: 200 and a page to sign in at, and the request never reaches the platform.',
    lies: true,
    asks: (question, { nth }) => {
      if (nth('request') % 5 === 0) throw new Refusal(511, {});
      return question;
    },
    sends: (sent) => (sent.status === 511 ? page(200, 'Sign in to the network') : sent),
  },
  {
    name: 'lost-answers',
    turnsOn: 'Document 1, "Credits", rule 2: paid endpoints charge before the job is dispatched.',
    keeps: 'Every third answer to a paid call is lost on the way: done and drawn, and a proxy says 504 in HTML.',
    lies: true,
    sends: (sent, { operation, nth }) =>
      operation.effect === 'paid' && sent.status < 300 && nth('paid') % 3 === 0 ? page(504, 'Gateway time-out') : sent,
  },
  {
    name: 'maintenance',
    turnsOn: 'Document 1, "Errors": 503 for two named causes, with a code.',
    keeps: 'Every seventh request is answered by a page about maintenance: 503 in HTML, and nothing was done.',
    lies: true,
    asks: (question, { nth }) => {
      if (nth('request') % 7 === 0) throw new Refusal(503, {}, { 'retry-after': '2' });
      return question;
    },
    sends: (sent) =>
      sent.status === 503 && sent.body === '{}'
        ? { ...page(503, 'We will be back soon'), headers: { 'content-type': 'text/html', 'retry-after': '2' } }
        : sent,
  },
  {
    name: 'slow-clock',
    turnsOn: 'Document 1, "Notation": timestamps are in UTC; that its clock is right goes without saying.',
    keeps: 'The header Date is four minutes behind.',
    lies: true,
    sends: (sent, { now }) => ({
      ...sent,
      headers: { ...sent.headers, date: new Date(now() - 240_000).toUTCString() },
    }),
  },
  {
    name: 'fast-clock',
    turnsOn: 'Document 1, "Notation": timestamps are in UTC; that its clock is right goes without saying.',
    keeps: 'The header Date is four minutes ahead.',
    lies: true,
    sends: (sent, { now }) => ({
      ...sent,
      headers: { ...sent.headers, date: new Date(now() + 240_000).toUTCString() },
    }),
  },
  {
    name: 'rate-headers',
    turnsOn: 'Document 1, "Rate limits", rule 3: names of rate-limit response headers on successful calls: not shown.',
    keeps: 'Successes say that nothing is left of a limit of 5, and that it resets in an hour.',
    lies: true,
    sends: (sent) => ({
      ...sent,
      headers: {
        ...sent.headers,
        'x-ratelimit-limit': '5',
        'x-ratelimit-remaining': '0',
        'x-ratelimit-reset': '3600',
        'ratelimit-remaining': '0',
      },
    }),
  },
  {
    name: 'no-retry-after',
    turnsOn: 'Document 1, "Rate limits", rule 1: 429 answers with Retry-After.',
    keeps: 'Every twentieth request is one too many, and nothing says for how long.',
    lies: true,
    asks: (question, { nth }) => {
      if (nth('request') % 20 === 0) throw new Refusal(429, { message: 'Slow down.' });
      return question;
    },
  },
  {
    name: 'half-json',
    turnsOn: 'Document 1, "What the service does", rule 1: JSON out.',
    keeps: 'Every ninth answer to a read ends in the middle.',
    lies: true,
    sends: (sent, { operation, nth }) =>
      operation.effect === 'read' && typeof sent.body === 'string' && sent.status < 300 && nth('read') % 9 === 0
        ? { ...sent, body: sent.body.slice(0, Math.floor(sent.body.length / 2)) }
        : sent,
  },
];
