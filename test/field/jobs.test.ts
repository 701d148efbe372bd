import { expect, it, onTestFinished } from 'vitest';
import { virtualClock } from '../support/clock/virtual-clock.ts';
import { hangUp, json, startPlatform } from '../support/platform.ts';
import { openHost } from '../mcp/support/in-process.ts';
import { creditBook, drawnAndLost } from '../support/state/credit-book.ts';
import { writeArticles } from '../support/stories.ts';
import { fault } from '../mcp/support/message.ts';
import { pointedAt } from '../mcp/support/stdio-host.ts';

/** The program and a platform in time that passes as soon as nobody has anything to do. */
async function stage() {
  const clock = virtualClock();
  clock.run();
  onTestFinished(() => clock.stop());
  const platform = await startPlatform(clock);
  onTestFinished(() => platform.close());
  platform.on('GET /projects', json({ data: [] }));
  const env = pointedAt({ url: platform.url }, { VISIBILITY_MAX_WAIT: '3600' });
  const host = await openHost({ onTestFinished }, { env, clock });
  const paid = (operation: string, args: object, wait_s = 600) =>
    host.call('call_paid', { operation, arguments: args, wait_s });
  return { platform, host, clock, paid };
}

const totals = async (host: Awaited<ReturnType<typeof openHost>>) =>
  ((await host.call('credits')).data as { totals: object }).totals;

const alive = async (host: Awaited<ReturnType<typeof openHost>>) =>
  ((await host.call('job_list')).data as { jobs: { state: string }[] }).jobs.filter(({ state }) =>
    ['starting', 'running', 'needs_you'].includes(state),
  );

it('a question that comes without an identifier reaches the caller, and nothing stays reserved', async () => {
  const { platform, host, paid } = await stage();
  platform.on('GET /tracking-projects', json({ data: [] }));
  platform.on('POST /ai-visibility/ingest', json({ status: 'needs_input', needs: ['country'] }));
  const answer = await paid('ingest.start', { domain: 'tents.example', prompts: ['Which tent is best?'] });
  expect(answer).toMatchObject({
    ok: true,
    job: { state: 'needs_you', platform_state: 'needs_input' },
    credits: { charged: 0 },
    question: { fields: [{ name: 'country' }], answer_with: expect.stringContaining('ingest.start') },
  });
  const asked = await host.call('track_brand', { domain: 'pegs.example', prompts: ['Which peg?'], wait_s: 60 });
  expect(asked).toMatchObject({ ok: true, data: { status: 'needs_input' } });
  expect(await totals(host)).toEqual({ charged: 0, reserved: 0, in_doubt: 0 });
  expect(await alive(host)).toEqual([]);
});

it('a start that changes nothing is over after twice its usual time, with what is there', async () => {
  const { platform, host, paid } = await stage();
  platform.on('POST /tracking-projects/2001/accuracy/reverify', json({ data: { status: 'queued' } }, 202));
  platform.on(
    'GET /tracking-projects/2001/accuracy',
    json({ data: [], meta: { total: 0, per_page: 25, current_page: 1, last_page: 1 } }),
  );
  expect(await paid('accuracy.reverify', { id: 2001 })).toMatchObject({
    ok: true,
    job: { state: 'completed', platform_state: 'unchanged' },
    unexpected_form: expect.stringContaining('nothing has changed'),
    data: [],
  });
  expect(await alive(host)).toEqual([]);
});

it('a result of scalars is a change', async () => {
  const { platform, paid } = await stage();
  const image = (variants: number[]) =>
    json({ data: { id: 4001, tags: ['tent'], url: 'https://a.example/1.png', variants } });
  platform.on('POST /images/4001/edit', json({ status: 'queued' }, 202));
  platform.on('GET /images/4001', image([4101]), image([4101]), image([4101, 4102]));
  const answer = await paid('images.edit', { id: 4001, prompt: 'Greener' });
  expect(answer).toMatchObject({ ok: true, job: { state: 'completed' }, data: { variants: [4101, 4102] } });
});

it('what was missing since the start and is there now is ready', async () => {
  const { platform, paid } = await stage();
  const missing = json({ message: 'Not found.' }, 404);
  platform.on('POST /generate/image', json({ image_id: 4001 }, 202));
  platform.on('GET /images/4001', missing, missing, json({ data: { id: 4001, name: 'Tent', tags: [] } }));
  const answer = await paid('images.generate', { prompt: 'A tent' });
  expect(answer).toMatchObject({ ok: true, job: { state: 'completed' }, data: { id: 4001 } });
});

it.each<[string, object]>([
  ['a state that the documents do not name', { id: 9001, status: 'pondering' }],
  ['the end of another vocabulary', { id: 9001, status: 'cancelled' }],
  ['no state', { id: 9001, url: 'https://a.example/' }],
])('a job that shows %s and does not move is over after twice its usual time', async (_, audit) => {
  const { platform, host, paid } = await stage();
  platform.on('POST /page-audit', json({ id: 9001, status: 'pending' }, 202));
  platform.on('GET /page-audit/9001', json(audit));
  const answer = await paid('page_audit.create', { url: 'https://a.example/' });
  expect(fault(answer)).toMatchObject({ code: 'outcome_unknown' });
  expect(fault(answer).message).toContain('page_audit.get {"id":9001}');
  expect(await alive(host)).toEqual([]);
});

it('a state that the documents name goes on beyond twice the usual time', async () => {
  const { platform, paid } = await stage();
  platform.on('POST /page-audit', json({ id: 9001, status: 'pending' }, 202));
  const states = ['scraping', 'scraping', 'scraping', 'analyzing', 'analyzing', 'analyzing', 'analyzing', 'analyzing'];
  const acts = [
    ...states.map((status) => json({ id: 9001, status })),
    json({ id: 9001, status: 'completed', score: 80 }),
  ];
  platform.on('GET /page-audit/9001', json({ id: 9001, status: 'pending' }), ...acts);
  const answer = await paid('page_audit.create', { url: 'https://a.example/' });
  expect(answer).toMatchObject({ ok: true, job: { state: 'completed' }, data: { score: 80 } });
});

it('a flag that shows work goes on beyond twice the usual time', async () => {
  const { platform, clock, paid } = await stage();
  platform.on('POST /tracking-projects/2001/brand-kb/rebuild', json({ data: { status: 'queued' } }, 202));
  const began = clock.now();
  platform.on('GET /tracking-projects/2001/brand-kb', () =>
    json({ data: { indexing: clock.now() - began < 480_000, last_crawled_at: '2026-11-29T10:00:00Z' } }),
  );
  const rebuilt = await paid('brand_knowledge.rebuild_index', { id: 2001 });
  expect(rebuilt).toMatchObject({ ok: true, job: { state: 'completed' } });
});

it('a start that names nothing says where to look, and no job is left running', async () => {
  const { platform, host, paid } = await stage();
  platform.on('POST /tracking-projects/2001/run', json({ message: 'Run dispatched.' }, 202));
  platform.on('GET /tracking-projects/2001/prompts/cost-preview', json({ data: { credits_per_run: 3 } }));
  const answer = await paid('tracking.run', { id: 2001 });
  expect(fault(answer)).toMatchObject({ code: 'outcome_unknown', started: { message: 'Run dispatched.' } });
  expect(fault(answer).message).toContain('no identifier; look with tracking.runs {"id":2001}');
  expect(await alive(host)).toEqual([]);
});

it.each([0, '0', ''])('a start that is answered with the id %j names nothing', async (id) => {
  const { platform, paid } = await stage();
  platform.on('POST /page-audit', json({ id, status: 'pending' }, 202));
  expect(fault(await paid('page_audit.create', { url: 'https://a.example/' })).code).toBe('outcome_unknown');
});

it.each([401, 403])('a poll that is refused with %i names the job, which goes on', async (status) => {
  const { platform, host, paid } = await stage();
  platform.on('POST /page-audit', json({ id: 9001, status: 'pending' }, 202));
  const refused = json({ message: 'Not now.' }, status);
  platform.on('GET /page-audit/9001', refused, json({ id: 9001, status: 'completed', score: 80 }));
  const { outcome, job_id, next } = fault(await paid('page_audit.create', { url: 'https://a.example/' }));
  expect([outcome, next]).toEqual(['unknown', expect.stringContaining(`job_wait {"job_id": "${String(job_id)}"}`)]);
  expect(await host.call('job_wait', { job_id })).toMatchObject({ ok: true, data: { score: 80 } });
});

it.each([{ error: 'Page not reachable' }, { error_message: 'Page not reachable' }, { message: 'Page not reachable' }])(
  'the reason of a job that failed at once or later reaches the caller: %j',
  async (reason) => {
    const { platform, paid } = await stage();
    const failed = json({ id: 9001, status: 'failed', ...reason });
    platform.on('POST /page-audit', failed, json({ id: 9001, status: 'pending' }, 202));
    platform.on('GET /page-audit/9001', failed);
    for (const url of ['https://a.example/', 'https://b.example/'])
      expect(fault(await paid('page_audit.create', { url }))).toMatchObject({
        code: 'job_failed',
        message: expect.stringContaining('Page not reachable'),
      });
  },
);

it('a 408 does not say that a paid start was not carried out, and it is not sent again', async () => {
  const { platform, host, paid } = await stage();
  platform.on('POST /page-audit', json({ message: 'Request timeout.' }, 408));
  const start = () => paid('page_audit.create', { url: 'https://a.example/' }, 5);
  for (let n = 0; n < 2; n++) expect(fault(await start()).code).toBe('outcome_unknown');
  expect(platform.to('POST /page-audit')).toHaveLength(1);
  expect(await totals(host)).toEqual({ charged: 0, reserved: 75, in_doubt: 75 });
});

it('a poll that is refused under a success is no end of the job', async () => {
  const { platform, paid } = await stage();
  platform.on('POST /page-audit', json({ id: 9001, status: 'pending' }, 202));
  const done = json({ id: 9001, status: 'completed', score: 80 });
  platform.on('GET /page-audit/9001', json({ error: 'Busy' }), json({ errors: [{ title: 'Busy' }], data: null }), done);
  const answer = await paid('page_audit.create', { url: 'https://a.example/' });
  expect(answer).toMatchObject({ ok: true, data: { score: 80 } });
});

it('a 429 of one project names its time, and does not hold up another project', async () => {
  const { platform, host, paid } = await stage();
  const accepted = json({ data: { status: 'queued' } }, 202);
  const route = (id: number) => `POST /tracking-projects/${id}/accuracy/reverify`;
  for (const id of [2001, 2002]) platform.on(`GET /tracking-projects/${id}/accuracy`, json({ data: [] }));
  platform.on(route(2001), json({ error: 'rate_limited' }, 429, { 'retry-after': '3000' }));
  platform.on(route(2002), accepted);
  const call = (id: number) => paid('accuracy.reverify', { id }, 30);
  expect(fault(await call(2001))).toMatchObject({ code: 'rate_limited', outcome: 'not_sent' });
  expect(fault(await call(2001)).retry_after).toBeGreaterThan(2_900);
  expect(await call(2002)).toMatchObject({ ok: true, job: { state: 'running' } });
  expect((await host.call('call_read', { operation: 'projects.list', arguments: {} })).ok).toBe(true);
});

it('a 503 is repeated after the time that it asks for, and an error names it', async () => {
  const { platform, host, clock } = await stage();
  const busy = (after: string) => json({ message: 'Maintenance.', code: 'down' }, 503, { 'retry-after': after });
  platform.on('GET /projects', busy('30'), json({ data: [] }));
  const began = clock.steady();
  expect((await host.call('call_read', { operation: 'projects.list', arguments: {} })).ok).toBe(true);
  expect(clock.steady() - began).toBeGreaterThanOrEqual(30_000);
  expect(platform.to('GET /projects')).toHaveLength(2);
  platform.on('GET /projects', busy('600'));
  const refused = fault(await host.call('call_read', { operation: 'projects.list', arguments: {} }));
  expect(refused).toMatchObject({ code: 'unreachable', retry_after: 600, platform_code: 'down' });
  expect(refused.message).toContain('Maintenance.');
  expect(platform.to('GET /projects')).toHaveLength(3);
});

const session = (status: string, text: string) =>
  json({ session_id: 7001, agentic_status: status, message_id: 7101, text, is_terminal: false });
const noSession = json({ error: 'session_not_found' }, 404);

it.each([
  ['has vanished', 'The tent is up.', [session('running', 'One moment.'), noSession]],
  ['was never there', 'The tent is up.', [noSession]],
  ['is gone', 'The tent is up.', [json({ error: 'gone' }, 410)]],
  ['stands at a status of its own', 'Everything is done.', [session('idle', 'Everything is done.')]],
])('a conversation whose session %s ends with the answer that has arrived', async (_, text, sessions) => {
  const { platform, host, clock, paid } = await stage();
  const waiting = { session_id: 7001, agentic_status: 'waiting', eta_seconds: 30, text: 'The tent is up.' };
  platform.on('POST /agentic/chat', json(waiting, 202));
  platform.on('GET /agentic/sessions/7001', ...sessions);
  const began = clock.steady();
  const answer = await paid('agentic_chat.chat', { message: 'Put the tent up' });
  expect(answer).toMatchObject({ ok: true, job: { state: 'completed' }, data: { text } });
  expect(clock.steady() - began).toBeLessThan(600_000);
  expect(await alive(host)).toEqual([]);
});

it('a conversation that has said nothing and whose session has vanished is in doubt', async () => {
  const { platform, paid } = await stage();
  platform.on('POST /agentic/chat', json({ session_id: 7001, agentic_status: 'running' }, 202));
  platform.on('GET /agentic/sessions/7001', session('running', ''), noSession);
  expect(fault(await paid('agentic_chat.chat', { message: 'Put the tent up' }))).toMatchObject({
    code: 'outcome_unknown',
  });
});

it('a repeat while the history may still show the charge says to look again for free, and pays no second time', async () => {
  const { platform, host, clock, paid } = await stage();
  const book = creditBook({ platform, clock }, { lag: 90_000 });
  writeArticles(platform);
  platform.on('POST /articles/#/generate', drawnAndLost(book, 5));
  const order = { id: 1, keyword: 'tents', article_type: 'blog', target_length: 800 };
  const repeat = () => paid('articles.generate', order, 60);
  expect(fault(await repeat()).code).toBe('outcome_unknown');
  let repeats = 0;
  for (let answer = await repeat(); ; answer = await repeat()) {
    if (answer.ok === true) break;
    expect(++repeats).toBeLessThan(6);
    const { code, next, retry_after: pause } = fault(answer);
    expect(code).toBe('outcome_unknown');
    expect(next).not.toContain('again: true');
    await clock.sleep(Number(pause) * 1000);
  }
  expect(repeats).toBeGreaterThan(0);
  expect(platform.to('POST /articles/1/generate')).toHaveLength(1);
  expect(await totals(host)).toMatchObject({ charged: 5, in_doubt: 0 });
});

it('once no history can tell any more, another start is offered for its price', async () => {
  const { platform, clock, paid } = await stage();
  writeArticles(platform);
  platform.on('POST /articles/#/generate', hangUp);
  const order = { id: 1, keyword: 'tents', article_type: 'blog', target_length: 800 };
  const repeat = () => paid('articles.generate', order, 60);
  await repeat();
  await clock.sleep(600_000);
  expect(fault(await repeat()).next).toContain('again: true');
  expect(platform.to('POST /articles/1/generate')).toHaveLength(1);
});
