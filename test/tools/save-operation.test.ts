import { expect, test } from 'vitest';
import type { Reply } from '../../src/client/call/reply.ts';
import { RateLimited } from '../../src/client/errors/rate-limited.ts';
import type { CallerFiles } from '../../src/client/files/kept-files.ts';
import { virtualClock } from '../support/clock/virtual-clock.ts';
import { fakeClient } from './fake-client.ts';
import { dataOf, run } from './tool-of.ts';

const files: CallerFiles = {
  keepMade: async ({ name, mime, body }) => ({
    uri: 'visibility://saved/1',
    name,
    mime_type: mime,
    size_bytes: body.byteLength,
    expires_at: '2026-11-05T00:00:00.000Z',
  }),
  addPart: async () => false,
  readPart: async () => undefined,
  dropParts: async () => {},
};

test.each([
  // Who asked for progress is taken to wait, for ten minutes.
  { asksProgress: true, pauseSeconds: 600, isSaved: true },
  { asksProgress: true, pauseSeconds: 601, isSaved: false },
  { asksProgress: false, pauseSeconds: 20, isSaved: true },
  { asksProgress: false, pauseSeconds: 21, isSaved: false },
])('a list is read for as long as its caller waits: %j', async ({ asksProgress, pauseSeconds, isSaved }) => {
  const clock = virtualClock();
  clock.run();
  let pages = 0;
  const client = fakeClient({
    'projects.list': ({ page }) => {
      if (page === 2 && pages++ === 0) throw new RateLimited('token', pauseSeconds * 1_000);
      const total = { page: Number(page), per_page: 1, total: 2, last_page: 2 };
      return { data: [{ id: page }], page: total } as unknown as Reply;
    },
  });
  const onProgress = asksProgress ? () => undefined : undefined;
  const args = { operation: 'projects.list', save: 'csv' };
  const result = await run({ ...client, files }, 'call_read', args, { clock, onProgress }, { maxWaitSeconds: 20 });
  clock.stop();
  if (isSaved) {
    expect(result.structured).toMatchObject({ pages: 2, file: { uri: 'visibility://saved/1' } });
    expect(dataOf(result)).toMatchObject({ count: 2, columns: ['id'] });
    expect(result.plain?.()).toMatchObject({ data: { count: 2, columns: ['id'], first: [{ id: 1 }, { id: 2 }] } });
    expect(result.link).toMatchObject({ uri: 'visibility://saved/1' });
  } else {
    expect(result.isUnfinished).toBe(true);
    expect(result.structured['next']).toContain(
      'call_read {"operation":"projects.list","arguments":{}} with save "csv"',
    );
    expect(dataOf(result)).toMatchObject({ state: 'reading', pages_read: 1, of_pages: 2, rows_read: 1 });
  }
});

test('a list of one page is saved without the number of its pages, and its pages are read as calls of their own', async () => {
  const client = fakeClient({ 'projects.list': () => ({ data: [{ id: 1 }] }) });
  const { signal } = new AbortController();
  const args = { operation: 'projects.list', save: 'csv' };
  const context = { signal, caller: 'ann', onProgress: () => undefined };
  const { structured } = await run({ ...client, files }, 'call_read', args, context, { maxWaitSeconds: 20 });
  expect(structured).not.toHaveProperty('pages');
  for (const { options } of client.called) {
    expect(options).toMatchObject({ caller: 'ann', onProgress: undefined });
    expect(options.waitSeconds).toBeLessThanOrEqual(600);
  }
});
