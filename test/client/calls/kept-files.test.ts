import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { operationNamed } from '../../../src/catalog/index.ts';
import { systemClock } from '../../../src/base/clock.ts';
import { redactor } from '../../../src/client/redact-secrets.ts';
import { KeptFiles } from '../../../src/client/calls/kept-files.ts';
import { placeInFolder } from '../../../src/client/http/files/place-in-folder.ts';
import type { NewFile, SavedFiles } from '../../../src/state/saved-files.ts';

const kept: NewFile[] = [];
const saved = { put: async (_: string, file: NewFile) => (kept.push(file), { ...file, expiresAt: 0 }) };
const files = new KeptFiles({
  saved: saved as unknown as SavedFiles,
  account: { toRead: async () => 'a' } as never,
  redact: redactor(['s3cr3t-t0k3n'], '[token]'),
  clock: { ...systemClock, now: () => Date.parse('2026-11-28T23:59:59Z') },
  label: 'acme',
});
const body = Buffer.from('x');

test.each([
  ['text/plain; charset=utf-8', 'txt'],
  ['text/markdown', 'md'],
  ['text/csv', 'csv'],
  ['application/pdf', 'pdf'],
  ['application/x-zip', 'zip'],
  ['image/jpeg', 'jpg'],
  ['image/svg+xml', 'svg'],
  ['application/msword', 'doc'],
  ['application/vnd.ms-excel', 'xls'],
  ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'xlsx'],
  ['application/vnd.openxmlformats-officedocument.wordprocessingml.document', 'docx'],
  ['application/octet-stream', 'bin'],
  ['application/vnd.unknown-of-somebody', 'bin'],
  ['', 'bin'],
])('a file of type %j is called after its call, with the ending %s', async (mime, ending) => {
  await files.keep(operationNamed('knowledge_base.download'), { id: 7 }, { mime, body }, false);
  expect(kept.at(-1)?.name).toBe(`knowledge_base.download-acme-7-2026-11-28.${ending}`);
});

test('a name holds no folder and is short; one that the platform gives is kept; the same file is kept once', async () => {
  const download = operationNamed('knowledge_base.download');
  await files.keep(download, { id: `../${'x'.repeat(200)}` }, { mime: 'text/csv', body }, true);
  expect(kept.at(-1)).toMatchObject({
    name: expect.stringMatching(/^knowledge_base\.download-acme-\.\.-x{57}-2026-11-28\.csv$/),
    isPaid: true,
  });
  await files.keep(download, { id: 1 }, { mime: 'text/csv', body, name: 'Bericht.csv' }, false);
  await files.keep(download, { id: 2 }, { mime: 'text/csv', body, name: 'Bericht.csv' }, false);
  await files.keep(download, { id: 2 }, { mime: 'text/csv', body: Buffer.from('y'), name: 'Bericht.csv' }, false);
  const [one, again, other] = kept.slice(-3);
  expect([one?.name, one?.id === again?.id, one?.id === other?.id]).toEqual(['Bericht.csv', true, false]);
  // The address of a file is that of one type, and of one name where this program made it.
  await files.keep(download, { id: 2 }, { mime: 'text/plain', body, name: 'Bericht.csv' }, false);
  for (const name of ['a.csv', 'a.csv', 'b.csv']) await files.keepMade({ mime: 'text/csv', body, name });
  const [typed, made, repeated, renamed] = kept.slice(-4);
  expect([typed?.id === one?.id, made?.id === repeated?.id, made?.id === renamed?.id]).toEqual([false, true, false]);
});

test('a file that cannot be written whole to a folder is not there, and others of its name stay', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'placed-'));
  async function* full() {
    yield 'a,b';
    throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
  }
  const failed = { not_written: expect.stringContaining('ENOSPC') };
  expect(await placeInFolder(folder, 'a.csv', full() as never)).toEqual(failed);
  expect(readdirSync(folder)).toEqual([]);
  expect(await placeInFolder(folder, 'a.csv', body)).toEqual({ path: join(folder, 'a.csv') });
  expect(await placeInFolder(folder, 'a.csv', Buffer.from('y'))).toEqual({ path: join(folder, 'a-2.csv') });
  expect(readdirSync(folder)).toEqual(['a-2.csv', 'a.csv']);
  if (process.platform !== 'win32') expect(statSync(join(folder, 'a.csv')).mode & 0o777).toBe(0o600);
  rmSync(folder, { recursive: true });
});
