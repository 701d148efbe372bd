import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { reportsOf } from '../../src/app/log.ts';
import { readConfig } from '../../src/app/config/config.ts';
import { openState } from '../../src/state/open-state.ts';
import { systemClock } from '../../src/base/clock.ts';
import { temporaryFolder } from '../cli/program.ts';

it('a store of a newer program is logged in words, not as a defect with a stack', async () => {
  const file = join(temporaryFolder(), 'state.db');
  await (await openState(file, systemClock)).close();
  const database = new DatabaseSync(file);
  database.exec("UPDATE meta SET value = '99' WHERE key = 'schema'");
  database.close();
  const lines: string[] = [];
  const write = process.stderr.write.bind(process.stderr);
  process.stderr.write = (chunk: string | Uint8Array) => lines.push(String(chunk)) > 0;
  try {
    const { onDefect } = reportsOf(readConfig({}, { VISIBILITY_SANDBOX: '1', VISIBILITY_STATE: file }));
    onDefect(await openState(file, systemClock).catch((error: unknown) => error));
    onDefect(Object.assign(new Error('defect'), { headers: { authorization: 'Bearer a-callers-token' } }));
    await expect.poll(() => lines.join('')).toMatch(/version 99[^]*defect/);
  } finally {
    process.stderr.write = write;
  }
  // A token of a caller is in no setting, so it is known by its place only.
  expect(lines.join('')).not.toContain('a-callers-token');
  const line = JSON.parse(lines.find((one) => one.includes('version 99')) ?? '{}') as object;
  expect(line).toMatchObject({ msg: 'unavailable', level: 40 });
  expect(line).not.toHaveProperty('err');
});
