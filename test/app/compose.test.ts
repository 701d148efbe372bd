import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { compose } from '../../src/app/compose.ts';
import { readConfig } from '../../src/app/config/config.ts';
import { temporaryFolder } from '../cli/program.ts';
import { openHttp } from '../mcp/support/in-process.ts';

const remote = { VISIBILITY_API_URL: 'http://127.0.0.1:1/api/v1', VISIBILITY_API_TOKEN: 'x' };

/** The program as composed for these settings. */
async function composed(env: Readonly<Record<string, string>>) {
  const composition = await compose(readConfig({}, { HOME: temporaryFolder(), ...env }));
  onTestFinished(() => composition.close());
  return composition.offer;
}

/** A file of accounts, each with these settings. */
function accountsFile(accounts: Readonly<Record<string, object>>): string {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'token'), 'sesame', { mode: 0o600 });
  writeFileSync(join(folder, 'other'), 'sesame-2', { mode: 0o600 });
  const file = join(folder, 'accounts.json');
  writeFileSync(file, JSON.stringify(accounts), { mode: 0o600 });
  return file;
}

test('instructions state above which price a person is asked, unless none can be', async () => {
  const env = { VISIBILITY_CONFIRM_ABOVE: '25' };
  expect((await composed(env)).instructions).toContain('above 25 credits');
  const { offer, close } = await compose(readConfig({ unattended: true }, { HOME: temporaryFolder(), ...env }));
  expect(offer.instructions).not.toContain('above 25');
  await close();
});

test('instructions state the budget that is set, or the default of a real account', async () => {
  const instructionsWith = async (env: Readonly<Record<string, string>>) => (await composed(env)).instructions;
  expect(await instructionsWith({ ...remote, VISIBILITY_BUDGET: '20/day' })).toContain('20/day');
  expect(await instructionsWith(remote)).toContain('200/day,100/call (the default)');
  expect(await instructionsWith({})).not.toContain('Budget in force');
});

test.each([
  [{ one: { sandbox: true, project: 7 }, two: { sandbox: true, project: 7 } }, true, true],
  [{ one: { sandbox: true, project: 7 }, two: { sandbox: true, project: 8 } }, true, false],
  [{ one: { sandbox: true, project: 7 }, two: { sandbox: true } }, true, false],
  [{ one: { sandbox: true }, two: { token_file: 'token', api_url: 'http://127.0.0.1:1/api/v1' } }, false, false],
])('of accounts %j, what is about none is of the embedded platform: %s; project is decided: %s', async (...row) => {
  const [accounts, isSandbox, isPinned] = row;
  const { lists, surface } = await composed({ VISIBILITY_ACCOUNTS: accountsFile(accounts) });
  expect((await surface()).exit.sandbox).toBe(isSandbox);
  const tool = lists.tools.tools.find(({ name }) => name === 'write_article');
  expect('project' in (tool?.inputSchema.properties ?? {})).toBe(!isPinned);
});

test.each([
  [true, { one: { sandbox: true }, two: { token_file: 'token', api_url: 'http://127.0.0.1:9/api/v1' } }],
  [
    false,
    {
      one: { token_file: 'token', api_url: 'http://127.0.0.1:9/api/v1' },
      two: { token_file: 'other', api_url: 'http://127.0.0.1:9/api/v1' },
    },
  ],
])('a server is ready while the platform of one of its accounts answers: %s', async (isReady, accounts) => {
  const server = await openHttp({ onTestFinished }, { env: { VISIBILITY_ACCOUNTS: accountsFile(accounts) } });
  expect((await server.ask({ method: 'GET', path: '/readyz' })).status).toBe(isReady ? 200 : 503);
});
