import { strFromU8, unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { visit } from './visit.ts';

test('an export becomes a ZIP that opens', async () => {
  const { call, clock } = await visit();
  const { job_id } = (await call('files.bulk_export', { ids: [11001, 11002] })).body;
  expect((await call('files.export_status', { job_id })).body).toEqual({ status: 'queued' });
  clock.pass(15);
  const { status, download_url } = (await call('files.export_status', { job_id })).body;
  expect(status).toBe('ready');
  const archive = unzipSync(new Uint8Array(await (await fetch(download_url)).arrayBuffer()));
  expect(Object.keys(archive).toSorted()).toEqual(['11001-keywords-autumn.csv', '11002-briefing.md']);
  expect(strFromU8(archive['11002-briefing.md']!)).toBe('# Briefing\n\nAn invented briefing.\n');
});
