import { deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, it, onTestFinished } from 'vitest';
import { fastClock } from '../support/clock/fast-clock.ts';
import { type Behaviour, json, type Platform, platformFor } from '../support/platform.ts';
import { openHost } from '../mcp/support/in-process.ts';
import { fault } from '../mcp/support/message.ts';
import type { Scope } from '../mcp/support/scope.ts';
import { pointedAt } from '../mcp/support/stdio-host.ts';

const faster = fastClock(20);

async function stage(scope: Scope) {
  const platform = await platformFor(scope);
  const host = await openHost(scope, {
    env: pointedAt(platform, { VISIBILITY_MAX_WAIT: '120', VISIBILITY_BUDGET: '100000/day' }),
    clock: faster,
  });
  return { platform, host };
}

const bytes =
  (body: string | Buffer, type: string | Record<string, string>, status = 200): Behaviour =>
  (_, response) => {
    response.writeHead(status, typeof type === 'string' ? { 'content-type': type } : type);
    response.end(body);
  };

/** Ways to refuse a call under the status of a success. */
const refusals: Readonly<Record<string, object>> = {
  'an error as an object': { error: { code: 'plan_limit', message: 'Your plan does not include this.' } },
  'an error as a text': { error: 'Your plan does not include this' },
  'an error as a list': { error: ['Your plan does not include this'] },
  'errors as a list beside no data': { errors: [{ title: 'Your plan does not include this' }], data: null },
  'errors by field': { errors: { keyword: ['Too long.'] }, data: [] },
  'an error with its request': { error: 'Queue full', request_id: 'r-17', meta: { at: 'edge' } },
  'success: false': { success: false, message: 'Your plan does not include this.' },
  'ok: false': { ok: false, data: null },
  'status: error': { status: 'error', message: 'Your plan does not include this.' },
};

const article = { id: 1001, keyword: 'tent pegs', article_type: 'blog', target_length: 900 };

/** Calls of each kind, with the route that answers them. */
const calls = [
  ['call_read', 'keywords.list', { project: 1 }, 'GET /projects/1/keywords'],
  ['call_write', 'projects.create', { name: 'Tents' }, 'POST /projects'],
  ['call_paid', 'page_audit.create', { url: 'https://tea.example/' }, 'POST /page-audit'],
  ['call_paid', 'articles.generate', article, 'POST /articles/1001/generate'],
  [
    'call_paid',
    'insights.generate_brief',
    { id: 2001, prompt: 3001 },
    'POST /tracking-projects/2001/prompts/3001/generate-brief',
  ],
] as const;

const totals = async (host: Awaited<ReturnType<typeof openHost>>) =>
  ((await host.call('credits')).data as { totals: { charged: number; reserved: number; in_doubt: number } }).totals;

const jobsOf = async (host: Awaited<ReturnType<typeof openHost>>) =>
  ((await host.call('job_list')).data as { jobs: { state: string }[] }).jobs.map(({ state }) => state);

function withArticle(platform: Platform): void {
  const old = { id: 1001, title: 'Pegs', content: 'The old text.', processing_status: 'ready' };
  platform.on('GET /articles/1001', json({ data: old }));
}

it.each(calls)(
  '%s %s that is refused under a success is an error, and nothing is settled',
  async (tool, operation, args, route) => {
    const { platform, host } = await stage({ onTestFinished });
    withArticle(platform);
    for (const [name, body] of Object.entries(refusals))
      for (const status of [200, 201, 202]) {
        platform.on(route, json(body, status));
        const more = tool === 'call_paid' ? { again: true } : {};
        const code = name === 'an error as an object' ? 'plan_limit' : 'refused';
        const answer = await host.call(tool, { operation, arguments: args, ...more });
        expect(answer, `${name}, ${status}`).toMatchObject({ ok: false, error: { code } });
      }
    expect(platform.to(route)).toHaveLength(3 * Object.keys(refusals).length);
    expect((await totals(host)).charged).toBe(0);
    expect(new Set(await jobsOf(host))).toEqual(tool === 'call_paid' ? new Set(['failed']) : new Set());
  },
);

it('a message alone refuses what the documents show fields of, and accepts with 202', async () => {
  const { platform, host } = await stage({ onTestFinished });
  withArticle(platform);
  const message = { message: 'Your plan does not include this.' };
  for (const [tool, operation, args, route] of calls.slice(0, 3)) {
    platform.on(route, json(message));
    expect(fault(await host.call(tool, { operation, arguments: args })).code, operation).toBe('refused');
  }
  platform.on('POST /page-audit', json({ message: 'Queued.' }, 202));
  const accepted = await host.call('call_paid', {
    operation: 'page_audit.create',
    arguments: { url: 'https://b.example/' },
  });
  expect(fault(accepted)).toMatchObject({ code: 'outcome_unknown', started: { message: 'Queued.' } });
});

it('a workflow over a refused start makes no report of it', async () => {
  const { platform, host } = await stage({ onTestFinished });
  const refused = json({ errors: [{ title: 'No.' }], data: null });
  platform.on('POST /page-audit', refused);
  platform.on('POST /keywords/research', refused);
  expect(fault(await host.call('audit_page', { url: 'https://tea.example/' })).code).toBe('refused');
  expect(fault(await host.call('research_keywords', { seeds: ['tents'], project: 1 })).code).toBe('refused');
});

describe('rows', () => {
  const rows = [{ id: 5001, keyword: 'tents' }];
  const meta = { total: 1, per_page: 25, current_page: 1, last_page: 1 };
  it.each<[string, unknown]>([
    ['as declared', { data: rows, meta }],
    ['with figures as texts', { data: rows, meta: { total: '1', per_page: '25', current_page: '1', last_page: '1' } }],
    ['alone', rows],
    ['beside errors and warnings', { data: rows, warnings: ['Slow.'], errors: [{ title: 'One part.' }], links: {} }],
    ['in an envelope', { success: true, data: { data: rows, meta } }],
  ])('are read %s', async (_, body) => {
    const { platform, host } = await stage({ onTestFinished });
    platform.on('GET /projects/1/keywords', json(body));
    expect(await read(host)).toMatchObject({ ok: true, data: rows });
  });

  it.each<[string, object]>([
    ['warnings', { warnings: [{ title: 'Slow.' }], note: 'x' }],
    ['another list', { keywords: rows, total: 1 }],
    ['rows by key', { data: { 5001: { keyword: 'tents' } } }],
  ])('are not taken from %s, which is handed over and marked', async (_, body) => {
    const { platform, host } = await stage({ onTestFinished });
    platform.on('GET /projects/1/keywords', json(body));
    const answer = (await read(host)) as unknown as Record<string, unknown>;
    expect(answer).toMatchObject({ ok: true, unexpected_form: expect.stringContaining('instead of JSON rows') });
    expect(Array.isArray(answer['data'])).toBe(false);
  });

  const read = (host: Awaited<ReturnType<typeof openHost>>) =>
    host.call('call_read', { operation: 'keywords.list', arguments: { project: 1 } });
});

it.each<[string, Behaviour]>([
  ['cut JSON', bytes('{"data":[', 'application/json')],
  ['a text that is called JSON', bytes('upstream timeout', 'application/problem+json')],
  ['a web page', bytes('<!doctype html><title>Sign in</title>', 'text/html')],
  ['a web page that is called JSON', bytes('<html><body>Sign in</body></html>', 'application/json')],
  ['nothing', bytes('', 'application/json')],
  ['null', json(null)],
  ['JSON that is nested without end', bytes('['.repeat(100_000), 'application/json')],
])('%s is unreadable for a read, and no result of a paid start', async (name, act) => {
  const { platform, host } = await stage({ onTestFinished });
  withArticle(platform);
  platform.on('GET /projects/1/keywords', act);
  const read = await host.call('call_read', { operation: 'keywords.list', arguments: { project: 1 } });
  expect(fault(read)).toMatchObject({ code: 'unreadable', outcome: 'rejected' });
  platform.on('POST /page-audit', act);
  const paid = await host.call('call_paid', {
    operation: 'page_audit.create',
    arguments: { url: 'https://a.example/' },
  });
  expect(fault(paid).code).toBe('outcome_unknown');
  // Where there is an answer but nothing in it, the start was accepted: it is charged until the history says otherwise.
  expect(await totals(host)).toMatchObject({ charged: name.includes('web page') ? 0 : 75 });
  expect(await jobsOf(host)).toEqual(['unknown']);
});

it('an answer that comes as deflate within gzip is read, and a paid one is settled', async () => {
  const { platform, host } = await stage({ onTestFinished });
  const headers = { 'content-type': 'application/json', 'content-encoding': 'deflate, gzip' };
  const packed = (said: object) => bytes(gzipSync(deflateSync(JSON.stringify(said))), headers);
  platform.on('GET /projects/1/keywords', packed({ data: [{ id: 5001, keyword: 'tents' }] }));
  platform.on('POST /page-audit', packed({ id: 9001, status: 'completed', score: 80 }));
  const read = await host.call('call_read', { operation: 'keywords.list', arguments: { project: 1 } });
  expect(read).toMatchObject({ ok: true, data: [{ id: 5001 }] });
  const audit = { operation: 'page_audit.create', arguments: { url: 'https://a.example/' } };
  expect(await host.call('call_paid', audit)).toMatchObject({ ok: true, data: { score: 80 } });
  expect(await totals(host)).toMatchObject({ charged: 75, in_doubt: 0 });
});

it('an answer with 60 KB of headers is read, and an error names what its `error` says', async () => {
  const { platform, host } = await stage({ onTestFinished });
  const read = () => host.call('call_read', { operation: 'keywords.list', arguments: { project: 1 } });
  platform.on('GET /projects/1/keywords', json({ data: [] }, 200, { 'x-policy': 'a'.repeat(60_000) }));
  expect(await read()).toMatchObject({ ok: true, data: [] });
  platform.on('GET /projects/1/keywords', json({ error: 'Seat limit reached' }, 403));
  expect(fault(await read())).toMatchObject({ code: 'forbidden', message: expect.stringContaining('Seat limit') });
});

it('a web page is not the start of an article that is watched by its id', async () => {
  const { platform, host } = await stage({ onTestFinished });
  withArticle(platform);
  platform.on('POST /articles/1001/generate', bytes('<!doctype html><title>Sign in</title>', 'text/html'));
  const answer = await host.call('call_paid', { operation: 'articles.generate', arguments: article });
  expect(fault(answer).code).toBe('outcome_unknown');
  expect(await totals(host)).toEqual({ charged: 0, reserved: 5, in_doubt: 5 });
});
