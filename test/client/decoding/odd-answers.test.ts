import { brotliCompressSync, constants, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { unpacked } from '../../../src/client/transport/content-encoding.ts';
import { bench, refusal, token } from '../../support/bench.ts';
import { json, startPlatform, text, type Behaviour } from '../../support/platform.ts';
import { operation } from '../../../src/catalog/index.ts';
import {
  article,
  create,
  emptyList,
  generate,
  ingest,
  projects,
  research,
  sitemap,
  story,
  start,
} from '../../support/stories.ts';

const nothingHeld = { charged: 0, reserved: 0, in_doubt: 0 };

test.each([
  [402, { message: 'Too few.', error: 'insufficient_credits', required: 5, available: 1 }, 'insufficient_credits'],
  [409, { message: 'A research is running.' }, 'conflict'],
  [422, { message: 'Invalid.', errors: { limit: ['too many'] } }, 'invalid_arguments'],
  [403, { message: 'No.' }, 'forbidden'],
])('a %i gives everything back at once', async (status, said, code) => {
  await using it = await bench();
  it.platform.on('POST /projects/1/keywords/ai-research', json(said, status));
  const client = await it.client();
  expect(await refusal(client.call(research, { project: 1 }))).toMatchObject({ code, status, outcome: 'rejected' });
  expect((await client.money()).totals).toEqual(nothingHeld);
  expect(it.platform.to('POST /projects/1/keywords/ai-research')).toHaveLength(1);
});

test('a refusal that the contract writes down is one, also with status 503', async () => {
  await using it = await bench();
  it.platform.on(
    'POST /grounding/sitemap-audit',
    json({ error: { code: 'sitemap_unreachable', message: 'Not read.' } }, 503),
  );
  const client = await it.client();
  expect(await refusal(client.call(sitemap, { filter: {}, sitemap_url: 'https://example.com/s.xml' }))).toMatchObject({
    code: 'sitemap_unreachable',
    status: 503,
    outcome: 'rejected',
  });
  expect((await client.money()).totals).toEqual(nothingHeld);
  expect(it.platform.to('POST /grounding/sitemap-audit')).toHaveLength(1);
});

test.each([301, 302, 307, 308])(
  'a redirect (%i) to another host is not followed, and the token does not go there',
  async (status) => {
    await using it = await bench();
    const other = await startPlatform(it.clock);
    other.on('GET /projects', emptyList);
    it.platform.on('GET /projects', text('', status, { location: `${other.apiUrl}/projects` }));
    const refused = await refusal((await it.client()).call(projects, {}));
    expect(refused).toMatchObject({ code: 'unreachable', status });
    expect(other.seen).toHaveLength(0);
    await other.close();
  },
);

test.each([
  [
    'charged at its start, it is charged',
    research,
    { project: 1 },
    'POST /projects/1/keywords/ai-research',
    { charged: 5, reserved: 0, in_doubt: 0 },
  ],
  ['charged on success, it is in doubt', create, story, start, { charged: 0, reserved: 5, in_doubt: 5 }],
])('a job that was accepted without an identifier is unknown: %s', async (_, operation, given, route, totals) => {
  await using it = await bench();
  it.platform.on(route, json({ status: 'queued' }, 202));
  const client = await it.client({ maxWaitSeconds: 100_000 });
  expect((await refusal(client.call(operation, given))).code).toBe('outcome_unknown');
  expect((await client.jobs())[0]?.state).toBe('unknown');
  expect((await client.money()).totals).toEqual(totals);
});

test('a job that fails at once holds nothing where it is charged on success', async () => {
  await using it = await bench();
  it.platform.on(start, json({ storyline_id: 7, status: 'failed' }, 202));
  const client = await it.client();
  expect((await refusal(client.call(create, story))).code).toBe('job_failed');
  expect((await client.money()).totals).toEqual(nothingHeld);
});

test('an answer larger than 32 MB is cut off, and not asked for again', async () => {
  await using it = await bench();
  let written = 0;
  const flood: Behaviour = (_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    const chunk = Buffer.alloc(4 * 1024 * 1024, ' ');
    const more = (): void => {
      if (response.destroyed || written > 64 * 1024 * 1024) return;
      written += chunk.length;
      response.write(chunk, more);
    };
    more();
  };
  it.platform.on('GET /projects', flood);
  const refused = await refusal((await it.client()).call(projects, {}));
  expect(refused.code).toBe('unreachable');
  expect(refused.message).toContain('larger than');
  expect(written).toBeLessThan(48 * 1024 * 1024);
  expect(it.platform.to('GET /projects')).toHaveLength(1);
});

const encoded =
  (body: Uint8Array, encoding: string, status = 200): Behaviour =>
  (_, response) => {
    response.writeHead(status, { 'content-type': 'application/json', 'content-encoding': encoding });
    response.end(body);
  };

test.each([
  ['gzip', gzipSync],
  ['X-Gzip', gzipSync],
  ['deflate', deflateSync],
  ['deflate', deflateRawSync],
  ['br', brotliCompressSync],
  ['gzip', (said: Uint8Array) => said],
  ['identity', (said: Uint8Array) => said],
])('an answer that is compressed although none was asked for is unpacked: %s', async (encoding, pack) => {
  await using it = await bench();
  const packed = (said: unknown) => pack(Buffer.from(JSON.stringify(said)));
  it.platform.on('GET /projects', encoded(packed({ data: [{ id: 1, name: token }] }), encoding));
  it.platform.on('POST /generate/image', encoded(packed({ data: { id: 41 } }), encoding, 202));
  it.platform.on('GET /images/41', json({ data: { id: 41, processing_status: 'ready' } }));
  it.platform.on('POST /articles/1/generate', encoded(packed({ error: { code: 'busy' } }), encoding, 409));
  const client = await it.client();
  expect((await client.call(projects, {})).data).toEqual([{ id: 1, name: '[token]' }]);
  expect(it.platform.seen[0]?.headers['accept-encoding']).toBe('identity');
  expect(await client.call(operation('images.generate'), { prompt: 'A box' })).toMatchObject({
    job: { state: 'completed' },
  });
  expect(await refusal(client.call(generate, article()))).toMatchObject({ code: 'busy', outcome: 'rejected' });
});

test.each([
  ['zstd', Buffer.from('{}'), 'encoded as zstd'],
  ['gzip, gzip', gzipSync('{}'), 'encoded as gzip, gzip'],
  ['gzip', gzipSync('{}').subarray(0, -9), 'not gzip'],
  ['gzip', gzipSync(Buffer.alloc(33 * 1024 * 1024, ' ')), 'larger than'],
])(
  'an answer that cannot be unpacked (%s) is not asked for again, and leaves a paid call in doubt',
  async (...given) => {
    const [encoding, body, says] = given;
    await using it = await bench();
    it.platform.on('GET /projects', encoded(body, encoding));
    it.platform.on('POST /articles/1/generate', encoded(body, encoding, 202));
    it.platform.on('POST /articles/2/generate', encoded(body, encoding, 402));
    const client = await it.client();
    const refused = await refusal(client.call(projects, {}));
    expect([refused.code, refused.message]).toEqual(['unreachable', expect.stringContaining(says)]);
    expect(it.platform.to('GET /projects')).toHaveLength(1);
    expect(await refusal(client.call(generate, article(2)))).toMatchObject({ status: 402, outcome: 'rejected' });
    expect((await client.money()).totals).toEqual(nothingHeld);
    const lost = await refusal(client.call(generate, article()));
    expect([lost.outcome, lost.message]).toEqual(['unknown', expect.stringContaining(says)]);
    expect((await client.money()).totals.in_doubt).toBeGreaterThan(0);
  },
);

test.each([
  ['gzip', gzipSync('row\n', { finishFlush: constants.Z_SYNC_FLUSH })],
  ['deflate', deflateSync('row\n', { finishFlush: constants.Z_SYNC_FLUSH })],
  ['br', brotliCompressSync('row\n', { finishFlush: constants.BROTLI_OPERATION_FLUSH })],
])('the beginning of a compressed stream is unpacked: %s', async (encoding, body) => {
  expect(Buffer.from(await unpacked(body, encoding, 100, true)).toString()).toBe('row\n');
});

test.each(['..', '.', '../../credits', 'a/b', 'a?b=1', '%2e%2e%2f', 'a#b', 'a\r\nX-Evil: 1'])(
  'a path parameter such as %j does not leave its place',
  async (value) => {
    await using it = await bench();
    const client = await it.client();
    expect((await refusal(client.call(operation('grounding.audit'), { id: value }))).code).toBe('invalid_arguments');
    // Neither where no pattern is declared for it.
    const lax = {
      ...operation('grounding.audit'),
      input: operation('storylines.create').input.omit({ project: true }).loose(),
    };
    const refused = await refusal(client.call(lax, { id: value, keyword: 'x' }));
    expect(['invalid_arguments', 'not_found']).toContain(refused.code);
    for (const { path } of it.platform.seen) expect(path).toMatch(/^\/grounding\/audits\/[^/?#]+$/);
    expect(it.platform.seen.every(({ headers }) => headers['x-evil'] === undefined)).toBe(true);
  },
);

test('an ingest that needs input at once costs nothing yet', async () => {
  await using it = await bench();
  it.platform.on('POST /ai-visibility/ingest', json({ id: 4, status: 'needs_input' }));
  const client = await it.client();
  const reply = await client.call(ingest, { prompts: [], domain: 'example.com' });
  expect(reply).toMatchObject({
    job: { state: 'needs_you', answer_with: 'ingest.start' },
    credits: { estimated: 5, charged: 0 },
  });
  expect((await client.money()).totals).toEqual(nothingHeld);
});

test('an argument that travels as a header stands in for the usual one', async () => {
  await using it = await bench();
  it.platform.on('GET /tracking-projects/1/off-page-readiness', json({ score: 40 }));
  const client = await it.client();
  const readiness = operation('insights.off_page_readiness');
  await client.call(readiness, { id: 1 });
  await client.call(readiness, { id: 1, accept: 'application/vnd.service.v2+json' });
  expect(it.platform.seen.map(({ headers }) => headers.accept)).toEqual([
    'application/json',
    'application/vnd.service.v2+json',
  ]);
});
