import { expect, test } from 'vitest';
import { visit } from '../visit.ts';

const post = (body: unknown) => ({
  method: 'POST',
  body: JSON.stringify(body),
  headers: { 'content-type': 'application/json' },
});
const english = 'The box is old and the lid is new.';

test.each(['scan_type', 'mode'])('a quick scan, asked for by %s, answers 200 with its score', async (field) => {
  const { raw, balance } = await visit();
  const { status, body } = await raw('/ai-scanner/detect', post({ [field]: 'quick', text: english }));
  expect(status).toBe(200);
  expect(body).toMatchObject({
    scan_type: 'quick',
    processing_status: 'ready',
    language: 'en',
    word_count: 9,
    credits_charged: 2,
    score: expect.any(Number),
  });
  expect(await balance()).toBe(998);
});

test('a deep scan is queued and ready later', async () => {
  const { call, clock, balance } = await visit();
  const { body } = await call('ai_scanner.detect', { mode: 'deep', language: 'de', text: english });
  expect(body.status).toBe('queued');
  expect(await balance()).toBe(998);
  clock.pass(5);
  expect((await call('ai_scanner.scan', { id: body.scan_id })).body).toMatchObject({
    processing_status: 'processing',
    score: null,
  });
  clock.pass(25);
  expect((await call('ai_scanner.scan', { id: body.scan_id })).body).toMatchObject({
    processing_status: 'ready',
    language: 'de',
  });
});

test('a failed deep scan gives its credits back', async () => {
  // Document 3, "States": one of the two refunds there are.
  const { call, clock, balance } = await visit();
  const { body } = await call('ai_scanner.detect', { scan_type: 'deep', text: 'The plan must fail.' });
  expect(await balance()).toBe(998);
  clock.pass(30);
  expect((await call('ai_scanner.scan', { id: body.scan_id })).body).toMatchObject({
    processing_status: 'failed',
    credits_charged: 0,
  });
  expect(await balance()).toBe(1000);
});

test('a text in another language is neither scanned nor charged, unless a language is given', async () => {
  const { raw, call, balance } = await visit();
  const polish = { scan_type: 'quick', text: 'To jest pudełko, które nie jest na sprzedaż.' };
  const { status, body } = await raw('/ai-scanner/detect', post(polish));
  expect({ status, body }).toMatchObject({
    status: 422,
    body: { detected_language: 'pl', supported_languages: ['de', 'en', 'es', 'fr'] },
  });
  expect((await call('ai_scanner.scan', { id: 2 })).status).toBe(404);
  expect(await balance()).toBe(1000);
  expect((await raw('/ai-scanner/detect', post({ ...polish, language: 'pl' }))).status).toBe(422);
  expect((await raw('/ai-scanner/detect', post({ ...polish, language: 'en' }))).status).toBe(200);
});

test("another team's scan is forbidden", async () => {
  const { call } = await visit();
  expect((await call('ai_scanner.scan', { id: 1 }, 'sandbox-guest')).status).toBe(403);
});

test.each([
  ['light', 2],
  ['standard', 4],
  ['deep', 8],
])('humanizing 1001 words at level %s draws 2 x %i credits, in the job', async (level, rate) => {
  const { call, clock, balance } = await visit();
  const { body } = await call('articles.create', { project: 1, title: 'Long', content: 'word '.repeat(1001).trim() });
  const article_id = body.data.id;
  await call('ai_scanner.humanize', { article_id, level });
  expect((await call('articles.get', { id: article_id })).body.data.processing_status).toBe('processing');
  expect(await balance()).toBe(1000);
  clock.pass(60);
  expect((await call('articles.get', { id: article_id })).body.data.processing_status).toBe('ready');
  expect(await balance()).toBe(1000 - 2 * rate);
});

test.each([
  ['ru', 'Это текст о коробках и дожде.'],
  ['ja', 'これは箱と雨についての文章です。'],
  ['pt', 'Este texto é sobre as caixas e a chuva, e como você pode arrumar tudo para uma viagem.'],
  ['it', 'Questo è un testo che parla delle scatole e della pioggia.'],
])('a text in %s is told from those that can be scanned', async (language, text) => {
  const { raw } = await visit();
  expect(await raw('/ai-scanner/detect', post({ scan_type: 'quick', text }))).toMatchObject({
    status: 422,
    body: { detected_language: language },
  });
});

test.each(['level', 'mode', 'intensity'])('how far a rewriting goes may be called %s', async (field) => {
  const { raw, call, clock, balance } = await visit();
  const { body } = await call('articles.create', { project: 1, title: 'Boxes', content: 'word '.repeat(1500) });
  expect((await raw('/ai-scanner/humanize', post({ article_id: body.data.id, [field]: 'light' }))).status).toBe(202);
  clock.pass(60);
  expect(await balance()).toBe(996);
  expect((await raw('/ai-scanner/humanize', post({ article_id: body.data.id }))).body.errors).toHaveProperty('level');
});
