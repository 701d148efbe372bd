import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { allReadings } from '../../sandbox/readings/index.ts';
import type { Reading } from '../../sandbox/readings/reading.ts';
import { startSandbox } from '../../sandbox/sandbox.ts';
import { systemClock } from '../../src/base/clock.ts';
import type { Verification } from '../../src/app/verify/verification.ts';
import { runHere, temporaryFolder, type Ended } from './program.ts';

interface Platform {
  /** What was asked, as `GET projects.list`. */
  readonly asked: string[];
  verify(...args: readonly string[]): Promise<Ended>;
}

const families = ['--families', 'projects,credits,content_audits'];

async function platform(readings: readonly string[] = [], env: Readonly<Record<string, string>> = {}) {
  const asked: string[] = [];
  const witness: Reading = {
    name: 'witness',
    turnsOn: '',
    behaviour: '',
    changeRequest: (question, { operation }) => {
      asked.push(`${operation.method} ${operation.price.kind} ${operation.name}`);
      return question;
    },
  };
  const own = allReadings.filter(({ name }) => readings.includes(name));
  const { url, close } = await startSandbox({ rate: 0, clock: systemClock, readings: [...own, witness] });
  onTestFinished(close);
  const settings = {
    VISIBILITY_API_URL: url,
    VISIBILITY_API_TOKEN: 'sandbox-owner',
    VISIBILITY_RATE: '60000',
    VISIBILITY_STATE: join(temporaryFolder(), 'state.db'),
    ...env,
  };
  return { asked, verify: (...args) => runHere(['verify', ...args], { env: settings }) } satisfies Platform;
}

const file = (name: string, text?: string): string => {
  const path = join(temporaryFolder(), name);
  if (text !== undefined) writeFileSync(path, text);
  return path;
};

const outcomeIn = (path: string): Verification => JSON.parse(readFileSync(path, 'utf8')) as Verification;

it('ends with 0 where nothing differs, and has sent free reads alone, as many as it says', async () => {
  const { verify, asked } = await platform();
  const { code, stdout, stderr } = await verify(...families);
  expect([code, stderr]).toEqual([0, '']);
  expect(stdout).toMatch(/^# The platform behaves as the catalog says\n/);
  expect(stdout).toContain(`${asked.length} requests, free reads only; nothing was spent`);
  expect(asked.filter((one) => !one.startsWith('GET free '))).toEqual([]);
});

it('ends with 1 where something differs, writes it, and with that for a baseline with 0', async () => {
  const { verify } = await platform(['text-numbers', 'extra-fields']);
  const [known, text, json] = [file('known.json'), file('out.md'), file('out.json')];
  const first = await verify(...families, '--write-baseline', known, '--out', text);
  expect([first.code, first.stderr]).toEqual([1, '']);
  expect(readFileSync(text, 'utf8')).toBe(first.stdout);
  const before = outcomeIn(known);
  expect(before.ok).toBe(false);
  const again = await verify(...families, '--baseline', known, '--json', '--out', json, '--write-baseline', known);
  expect(again.code).toBe(0);
  expect(JSON.parse(again.stdout)).toEqual(outcomeIn(json));
  expect(outcomeIn(json)).toMatchObject({ ok: true, known: before.operations.flatMap((one) => one.findings).length });
  // The next baseline is the whole outcome, not what is left beside the last one.
  expect(outcomeIn(known).operations).toEqual(before.operations);
  const written = [text, known, json].map((one) => readFileSync(one, 'utf8')).join();
  expect(written).not.toMatch(/sandbox-owner|fjordkiste|moosgarten|@/i);
});

it('sends no more requests than --limit allows', async () => {
  const { verify, asked } = await platform();
  for (const limit of [1, 2, 5]) {
    asked.length = 0;
    const { code, stdout } = await verify(...families, '--limit', String(limit));
    expect([code, asked.length]).toEqual([0, limit]);
    expect(stdout).toContain(` ${limit} request${limit === 1 ? '' : 's'}, free reads only; `);
  }
});

it('ends with 2 where the token is refused', async () => {
  const { verify } = await platform([], { VISIBILITY_API_TOKEN: 'of-nobody' });
  const { code, stdout, stderr } = await verify();
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toContain('verify could not run: ');
  expect(stderr).not.toContain('of-nobody');
});

it.each<[string, () => readonly string[], RegExp]>([
  ['a limit of none', () => ['--limit', '0'], /limit is not a whole number of at least 1/],
  ['another family', () => ['--families', 'projcts'], /no family "projcts"; did you mean projects/],
  ['no family', () => ['--families', ''], /no family ""/],
  ['no such baseline', () => ['--baseline', file('known.json')], /--baseline: cannot read .*known.json \(ENOENT\)/],
  ['a baseline that is no JSON', () => ['--baseline', file('x.json', '{')], /is no file that --write-baseline wrote/],
  ['another document', () => ['--baseline', file('x.json', '{"operations":[{}]}')], /is no file that --write-baseline/],
  ['another kind of file', () => ['--out', file('x.txt')], /--out: a file whose name ends in \.json or \.md/],
  [
    'a baseline as text',
    () => ['--write-baseline', file('x.md')],
    /--write-baseline: a file whose name ends in \.json/,
  ],
])('ends with 2, and asks nothing, for %s', async (_, args, says) => {
  const { verify, asked } = await platform();
  const { code, stdout, stderr } = await verify(...args());
  expect([code, stdout, asked]).toEqual([2, '', []]);
  expect(stderr).toMatch(says);
});
