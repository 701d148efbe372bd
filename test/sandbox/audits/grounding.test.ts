import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { operation } from '../../../src/catalog/index.ts';
import { visit } from '../visit.ts';

const day = 86_400;

test('an audit is queued, then has a score, its tier and findings', async () => {
  const { call, clock, balance } = await visit();
  const heard = await call('grounding.analyze', { url: 'https://oars.example/light' });
  expect(heard.body).toMatchObject({ status: 'queued', estimated_seconds: 15 });
  // Document 3: poll_url plus a Location header.
  expect(heard.headers.get('location')).toBe(heard.body.poll_url);
  expect(new URL(heard.body.poll_url).pathname).toBe(`/api/v1/grounding/audits/${heard.body.audit_id}`);
  clock.pass(15);
  const { body } = await call('grounding.audit', { id: heard.body.audit_id });
  expect(body.status).toBe('completed');
  expect(body.score).toBeGreaterThanOrEqual(body.tier.threshold_min);
  expect(body.score).toBeLessThanOrEqual(body.tier.threshold_max);
  expect(await balance()).toBe(999);
});

test('an audit expires after 30 days, and stays so', async () => {
  const { call, clock } = await visit();
  clock.pass(30 * day - 1);
  expect((await call('grounding.audit', { id: 'aud_sample1' })).status).toBe(200);
  clock.pass(1);
  expect(await call('grounding.audit', { id: 'aud_sample1' })).toMatchObject({
    status: 410,
    body: { error: { code: 'audit_expired' } },
  });
  expect((await call('grounding.audits')).body.meta.total).toBe(0);
  clock.pass(30 * day);
  // Document 1, "Errors": 410 says that the retention has elapsed, 404 that the id is unknown or foreign.
  expect((await call('grounding.audit', { id: 'aud_sample1' })).status).toBe(410);
});

test('a batch has a secret, told once, whether or not it has a callback', async () => {
  const { call } = await visit();
  const { body } = await call('grounding.batch', { urls: ['https://oars.example'] });
  expect(body.callback_secret).toMatch(/^whsec_/);
  expect(JSON.stringify((await call('grounding.batch_status', { id: body.batch_id })).body)).not.toContain(
    body.callback_secret,
  );
});

test.each([
  ['aud_unknown', 'sandbox-owner'],
  ['aud_sample1', 'sandbox-guest'],
])('the audit %s is not found by %s', async (id, token) => {
  const { call } = await visit();
  expect(await call('grounding.audit', { id }, token)).toMatchObject({
    status: 404,
    body: { error: { code: 'audit_not_found' } },
  });
});

test.each([
  ['analyze', { url: 'ftp://oars.example' }, 'invalid_url'],
  ['analyze', { url: 'https://oars.example', frameworks: ['v9'] }, 'invalid_framework'],
  ['batch', { urls: ['nonsense'] }, 'invalid_url'],
  ['batch', { urls: Array(501).fill('https://oars.example') }, 'too_many_urls'],
])('%s names the reason of a refusal: %#', async (action, input, code) => {
  const { call, balance } = await visit();
  expect(await call(`grounding.${action}`, input)).toMatchObject({ status: 422, body: { error: { code } } });
  expect(await balance()).toBe(1000);
});

test('audits are filtered and sorted', async () => {
  const { call } = await visit();
  const ids = async (input: Record<string, unknown>) =>
    (await call('grounding.audits', input)).body.data.map(({ audit_id }: { audit_id: string }) => audit_id);
  expect(await ids({ domain: 'moosgarten.example' })).toEqual(['aud_sample2']);
  expect(await ids({ sort: 'url', dir: 'asc' })).toEqual(['aud_sample1', 'aud_sample2']);
  expect(await ids({ sort: 'url', dir: 'desc' })).toEqual(['aud_sample2', 'aud_sample1']);
  expect(await ids({ q: 'packing', per_page: 'all' })).toEqual(['aud_sample1']);
  expect(await ids({ seo_project_id: 1 })).toEqual(['aud_sample1']);
  expect(await ids({ from: '2026-11-02', to: '2026-11-02' })).toHaveLength(2);
  expect(await ids({ from: '2026-11-03' })).toEqual([]);
  for (const wrong of [
    { status: 'odd' },
    { sort: 'odd' },
    { seo_project_id: 3 },
    { without_project: 1, seo_project_id: 1 },
  ]) {
    expect((await call('grounding.audits', wrong)).status).toBe(422);
  }
});

test('audits without a project come with a suggestion, and can be assigned once', async () => {
  const { call } = await visit();
  expect((await call('grounding.audits', { without_project: 1 })).body.data).toMatchObject([
    { audit_id: 'aud_sample2', suggested_seo_project_id: 2 },
  ]);
  const { body } = await call('grounding.assign_project', {
    audit_ids: ['aud_sample1', 'aud_sample2', 'aud_other'],
    seo_project_id: 2,
  });
  expect(body).toEqual({ seo_project_id: 2, requested: 3, assigned: 1, not_found: ['aud_other'] });
  expect((await call('grounding.assign_project', { audit_ids: ['aud_sample1'], seo_project_id: 3 })).status).toBe(422);
});

test('a batch goes on in rounds of its concurrency, and tells results while it runs', async () => {
  const { call, clock, balance, url } = await visit();
  const urls = ['one', 'two', 'fail', 'four', 'five'].map((page) => `https://oars.example/${page}`);
  const { body } = await call('grounding.batch', {
    urls,
    concurrency: 2,
    seo_project_id: 1,
    callback_url: 'https://hook.example',
  });
  expect(body).toMatchObject({
    url_count: 5,
    eta_seconds: 15,
    seo_project_id: 1,
    callback_secret: expect.stringMatching(/^whsec_/),
  });
  expect(await balance()).toBe(995);
  clock.pass(5);
  expect((await call('grounding.batch_status', { id: body.batch_id })).body).toMatchObject({
    status: 'running',
    completed: 2,
    failed: 0,
    total: 5,
    eta_seconds: 10,
  });

  const stream = await fetch(`${url}/grounding/batches/${body.batch_id}/results.ndjson`, {
    headers: { authorization: 'Bearer sandbox-owner' },
  });
  expect(stream.headers.get('content-type')).toBe('application/x-ndjson');
  const lines: string[] = [];
  for await (const chunk of stream.body!.pipeThrough(new TextDecoderStream())) {
    lines.push(...chunk.split('\n').filter(Boolean));
    clock.pass(5);
  }
  expect(lines.map((line) => new URL(JSON.parse(line).url).pathname)).toEqual([
    '/one',
    '/two',
    '/fail',
    '/four',
    '/five',
  ]);
  const { body: ended } = await call('grounding.batch_status', { id: body.batch_id });
  expect(ended).toMatchObject({
    status: 'completed',
    completed: 4,
    failed: 1,
    eta_seconds: 0,
    completed_at: expect.any(String),
  });
  expect((await call('grounding.batch_results', { id: body.batch_id })).body).toHaveLength(5);
});

test("a batch for another team's project starts nothing and costs nothing", async () => {
  const { call, balance } = await visit();
  expect((await call('grounding.batch', { urls: ['https://a.example'], seo_project_id: 3 })).status).toBe(422);
  expect(await balance()).toBe(1000);
  expect((await call('grounding.batch_status', { id: 'bat_unknown' })).body.error.code).toBe('batch_not_found');
});

test('a sitemap audit counts its pages and draws its credits when the sitemap is parsed', async () => {
  const { call, clock, balance } = await visit();
  const { status, body } = await call('grounding.sitemap_audit', {
    sitemap_url: 'https://oars.example/sitemap.xml',
    filter: { limit: 4 },
  });
  expect({ status, count: body.url_count }).toEqual({ status: 202, count: 0 });
  expect(await balance()).toBe(1000);
  clock.pass(5);
  expect(await balance()).toBe(996);
  expect((await call('grounding.batch_status', { id: body.batch_id })).body).toMatchObject({
    source: 'sitemap',
    total: 4,
    status: 'running',
  });
  clock.pass(5);
  expect((await call('grounding.batch_status', { id: body.batch_id })).body.status).toBe('completed');
});

test('a sitemap on this machine is really read', async () => {
  const entry = (path: string, priority: string) =>
    `<url><loc>https://oars.example${path}</loc><priority>${priority}</priority></url>`;
  const pages = createServer((_, answer) =>
    answer.end(`<urlset>${entry('/blog/a', '0.9')}${entry('/blog/b', '0.2')}${entry('/shop', '0.9')}</urlset>`),
  );
  await new Promise<void>((resolve) => pages.listen(0, '127.0.0.1', resolve));
  const sitemap_url = `http://127.0.0.1:${(pages.address() as AddressInfo).port}/sitemap.xml`;
  const { call, clock } = await visit();
  const { body } = await call('grounding.sitemap_audit', {
    sitemap_url,
    filter: { path_contains: '/blog', priority_min: 0.5 },
  });
  clock.pass(10);
  expect((await call('grounding.batch_results', { id: body.batch_id })).body).toMatchObject([
    { url: 'https://oars.example/blog/a' },
  ]);
  pages.closeAllConnections();
  await new Promise((resolve) => pages.close(resolve));
  // The port is closed now.
  expect((await call('grounding.sitemap_audit', { filter: {}, sitemap_url })).body.error.code).toBe(
    'sitemap_unreachable',
  );
});

test('a sitemap that cannot be reached is 503 and costs nothing', async () => {
  const { call, balance } = await visit();
  expect(
    await call('grounding.sitemap_audit', { filter: {}, sitemap_url: 'https://oars.invalid/sitemap.xml' }),
  ).toMatchObject({ status: 503, body: { error: { code: 'sitemap_unreachable' } } });
  expect(await balance()).toBe(1000);
});

test('a validation of the checks tells the strongest lift first', async () => {
  const { call, clock } = await visit();
  const { body } = await call('grounding.validate_checks');
  clock.pass(60);
  const { body: run } = await call('grounding.check_validation', { id: body.id });
  const lifts = run.results.map(({ lift }: { lift: number }) => lift);
  expect(lifts).toEqual(lifts.toSorted((a: number, b: number) => b - a));
  expect((await call('grounding.list_check_validations')).body.data).toHaveLength(1);
});

test('the sitemaps of an index are read', async () => {
  const parts = createServer(({ url }, response) => {
    const pages = [1, 2].map((n) => `<url><loc>https://oars.example${url}?a=${n}&amp;b=1</loc></url>`);
    const named = ['/one.xml', '/two.xml'].map((path) => `<sitemap><loc>${origin}${path}</loc></sitemap>`);
    response.end(
      url === '/index.xml' ? `<sitemapindex>${named.join('')}</sitemapindex>` : `<urlset>${pages.join('')}</urlset>`,
    );
  });
  await new Promise<void>((resolve) => parts.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(parts.address() as AddressInfo).port}`;
  const { call, clock } = await visit();
  const { body } = await call('grounding.sitemap_audit', { filter: {}, sitemap_url: `${origin}/index.xml` });
  parts.close();
  clock.pass(10);
  expect((await call('grounding.batch_status', { id: body.batch_id })).body.total).toBe(4);
});

test('project_id is refused with a hint on every address of grounding and content audits', async () => {
  // Document 1, "Versioning", rule 4.
  const { raw } = await visit();
  const sent = {
    method: 'POST',
    body: JSON.stringify({ project_id: 1 }),
    headers: { 'content-type': 'application/json' },
  };
  for (const [path, init] of [
    ['/grounding/audits/aud_sample1?project_id=1', {}],
    ['/grounding/batches/bat_1?project_id=1', {}],
    ['/grounding/audits/assign-project', sent],
    ['/grounding/check-validations', sent],
    ['/content-audits/1/pages?project_id=1', {}],
    ['/content-audits/1/compare?project_id=1', {}],
    ['/content-audits/1/pages/bulk', { ...sent, method: 'PATCH' }],
    ['/content-audit-pages/1/refresh', sent],
  ] as const) {
    const { status, body } = await raw(path, init);
    expect(status, path).toBe(422);
    expect(body.errors.project_id[0], path).toContain('use tracking_project_id');
  }
});

test('a balance that falls short is refused with a structured code', async () => {
  // Document 1, "Errors": catalogued codes of grounding and the content optimizer.
  const { call } = await visit({ balance: 0 });
  const structured = {
    status: 402,
    body: { error: { code: 'insufficient_credits', required: expect.any(Number), available: 0 } },
  };
  expect(await call('grounding.analyze', { url: 'https://a.example/' })).toMatchObject(structured);
  expect(await call('grounding.batch', { urls: ['https://a.example/'] })).toMatchObject(structured);
  expect(await call('content_optimizer.apply', { id: 1 })).toMatchObject(structured);
  expect((await call('articles.optimize', { id: 1 })).body.error).toBe('insufficient_credits');
});

test('a validation of the checks counts as unlisted work', async () => {
  expect(operation('grounding.validate_checks')).toMatchObject({ effect: 'paid', price: { kind: 'unlisted' } });
});
