import { Refusal } from '../engine/http/refusal.ts';
import type { HttpResponse } from '../engine/http/reply.ts';
import { inBody, isRecord, objectOf } from './change.ts';
import type { Reading } from './reading.ts';

const page = (status: number, title: string): HttpResponse => ({
  status,
  headers: { 'content-type': 'text/html; charset=utf-8' },
  body: `<!doctype html><html><head><title>${title}</title></head><body><h1>${title}</h1></body></html>`,
});

const isPaged = (
  body: unknown,
): body is { readonly data: readonly unknown[]; readonly meta: Readonly<Record<string, number>> } =>
  isRecord(body) && Array.isArray(body['data']) && isRecord(body['meta']) && 'current_page' in body['meta'];

/** Contradict the documents, but real platforms or their proxies do it. */
export const lies: readonly Reading[] = [
  {
    name: 'wrong-totals',
    turnsOn: 'Document 1, "Response conventions": meta.total is the number of rows.',
    behaviour: 'A total that is seven too many, and a last page that fits it.',
    contradictsDocuments: true,
    changeResponse: inBody((body) => {
      if (!isPaged(body)) return body;
      const total = (body.meta['total'] ?? 0) + 7;
      return { ...body, meta: { ...body.meta, total, last_page: Math.ceil(total / (body.meta['per_page'] ?? 25)) } };
    }),
  },
  {
    name: 'repeated-pages',
    turnsOn: 'Document 1, "Response conventions": pages of a list.',
    behaviour: 'Every page is the first one.',
    contradictsDocuments: true,
    changeRequest: (question) => {
      const { page: asked, ...query } = question.query;
      return asked === undefined ? question : { ...question, query };
    },
  },
  {
    name: 'endless-pages',
    turnsOn: 'Document 1, "Response conventions": meta.last_page.',
    behaviour: 'The last page is always the next one.',
    contradictsDocuments: true,
    changeResponse: inBody((body) =>
      isPaged(body) ? { ...body, meta: { ...body.meta, last_page: (body.meta['current_page'] ?? 1) + 1 } } : body,
    ),
  },
  {
    name: 'ok-errors',
    turnsOn: 'Document 1, "Errors": refusals have a status.',
    behaviour: '200, with success false and the error inside.',
    contradictsDocuments: true,
    changeResponse: (sent) =>
      sent.status < 400
        ? sent
        : { ...sent, status: 200, body: JSON.stringify({ success: false, status: sent.status, ...objectOf(sent) }) },
  },
  {
    name: 'proxy-pages',
    turnsOn: 'Document 1, "What the service does", rule 1: JSON out.',
    behaviour:
      'Every fifth request is answered by a proxy: 200 and a page to sign in at, and the request never reaches the platform.',
    contradictsDocuments: true,
    changeRequest: (question, { nth }) => {
      if (nth('request') % 5 === 0) throw new Refusal(511, {});
      return question;
    },
    changeResponse: (sent) => (sent.status === 511 ? page(200, 'Sign in to the network') : sent),
  },
  {
    name: 'lost-answers',
    turnsOn: 'Document 1, "Credits", rule 2: paid endpoints charge before the job is dispatched.',
    behaviour: 'Every third answer to a paid call is lost on the way: done and drawn, and a proxy says 504 in HTML.',
    contradictsDocuments: true,
    changeResponse: (sent, { operation, nth }) =>
      operation.effect === 'paid' && sent.status < 300 && nth('paid') % 3 === 0 ? page(504, 'Gateway time-out') : sent,
  },
  {
    name: 'maintenance',
    turnsOn: 'Document 1, "Errors": 503 for two named causes, with a code.',
    behaviour: 'Every seventh request is answered by a page about maintenance: 503 in HTML, and nothing was done.',
    contradictsDocuments: true,
    changeRequest: (question, { nth }) => {
      if (nth('request') % 7 === 0) throw new Refusal(503, {}, { 'retry-after': '2' });
      return question;
    },
    changeResponse: (sent) =>
      sent.status === 503 && sent.body === '{}'
        ? { ...page(503, 'We will be back soon'), headers: { 'content-type': 'text/html', 'retry-after': '2' } }
        : sent,
  },
  {
    name: 'slow-clock',
    turnsOn: 'Document 1, "Notation": timestamps are in UTC; that its clock is right goes without saying.',
    behaviour: 'The header Date is four minutes behind.',
    contradictsDocuments: true,
    changeResponse: (sent, { now }) => ({
      ...sent,
      headers: { ...sent.headers, date: new Date(now() - 240_000).toUTCString() },
    }),
  },
  {
    name: 'fast-clock',
    turnsOn: 'Document 1, "Notation": timestamps are in UTC; that its clock is right goes without saying.',
    behaviour: 'The header Date is four minutes ahead.',
    contradictsDocuments: true,
    changeResponse: (sent, { now }) => ({
      ...sent,
      headers: { ...sent.headers, date: new Date(now() + 240_000).toUTCString() },
    }),
  },
  {
    name: 'rate-headers',
    turnsOn: 'Document 1, "Rate limits", rule 3: names of rate-limit response headers on successful calls: not shown.',
    behaviour: 'Successes say that nothing is left of a limit of 5, and that it resets in an hour.',
    contradictsDocuments: true,
    changeResponse: (sent) => ({
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
    behaviour: 'Every twentieth request is one too many, and nothing says for how long.',
    contradictsDocuments: true,
    changeRequest: (question, { nth }) => {
      if (nth('request') % 20 === 0) throw new Refusal(429, { message: 'Slow down.' });
      return question;
    },
  },
  {
    name: 'half-json',
    turnsOn: 'Document 1, "What the service does", rule 1: JSON out.',
    behaviour: 'Every ninth answer to a read ends in the middle.',
    contradictsDocuments: true,
    changeResponse: (sent, { operation, nth }) =>
      operation.effect === 'read' && typeof sent.body === 'string' && sent.status < 300 && nth('read') % 9 === 0
        ? { ...sent, body: sent.body.slice(0, Math.floor(sent.body.length / 2)) }
        : sent,
  },
];
