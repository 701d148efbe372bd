import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it, test } from 'vitest';
import { allReadings } from '../../sandbox/readings/index.ts';
import type { Reading } from '../../sandbox/readings/reading.ts';
import { run } from '../mcp/support/run.ts';
import { check } from './support/check.ts';
import { openStage } from './support/stage.ts';

/** A few of them, on a few operations and workflows: `npm run readings` tries all. */
const sample = ['late-history', 'split-charges', 'charges-refusals', 'unwrapped'];

const readingsNamed = (name: string) => allReadings.filter((one) => one.name === name);

test.each(sample)('on a platform with the reading %s everything holds', async (name) => {
  const readings = readingsNamed(name);
  expect(readings).toHaveLength(1);
  const operations = ['keywords.list', 'storylines.get', 'articles.generate', 'credits.history'];
  const extent = { operations, workflows: ['write_article'], purchases: 8 };
  expect(await check(readings, extent)).toEqual({ falls: [], idle: [] });
});

it('a job that draws while it is not polled stops no other call, even if the history is late', async () => {
  await using stage = await openStage(readingsNamed('late-history'), 5_000);
  const analysis = { project_id: 1, domain: 'example.com', country: 'US', competitor_limit: 5, keyword_limit: 100 };
  const pay = (operation: string, args: object, wait_s: number) =>
    stage.tool('call_paid', { operation, arguments: args, wait_s });
  expect(await pay('competitor_analyses.create', analysis, 0)).toMatchObject({ ok: true, credits: { estimated: 15 } });
  const others: boolean[] = [];
  for (let call = 0; call < 25; call++) {
    await stage.clock.sleep(5_000);
    others.push((await pay('keywords.explore', { keyword: `shoes ${call}`, country: 'DE' }, 30)).ok);
  }
  expect(stage.drawn()).toBe(15 + 25 * 50);
  expect(others).not.toContain(false);
});

it('finds a platform that draws far more than the budget, unless that is one of its lies', async () => {
  const dear: Reading = { name: 'dear', turnsOn: '', behaviour: '', changeCharge: (credits) => credits * 30 };
  const extent = { operations: [], workflows: [] };
  expect((await check([dear], extent)).falls).toMatchObject([{ property: 'money', of: 'budget' }]);
  expect((await check([{ ...dear, contradictsDocuments: true }], extent)).falls).toEqual([]);
});

it('finds a paid answer that is thrown away, and a job whose end no call returns', async () => {
  const changeResponse: Reading['changeResponse'] = (sent) => ({
    ...sent,
    headers: { 'content-type': 'application/json' },
    body: '{}',
  });
  const mute: Reading = { name: 'mute', turnsOn: '', behaviour: '', operations: ['keywords.research'], changeResponse };
  const extent = { operations: ['keywords.research'], workflows: [], purchases: 0 };
  const { falls } = await check([mute], extent);
  expect(falls).toMatchObject(['operations', 'jobs'].map((property) => ({ property, of: 'keywords.research' })));
});

test('decision 9 lists each by the statement that it turns on', () => {
  const file = resolve(import.meta.dirname, '../../docs/decisions/0009-contract-interpretations.md');
  const lines = readFileSync(file, 'utf8').split('\n');
  const missing = allReadings.filter(
    ({ name, turnsOn }) => !lines.some((line) => line.startsWith(`- ${turnsOn} `) && line.includes(`\`${name}\``)),
  );
  expect(missing.map(({ name }) => name)).toEqual([]);
});

it('is named by the command with its statement, and by its likeness where it is misspelt', async (scope) => {
  const listed = await run(scope, ['sandbox', '--reading', 'list']);
  expect(listed.code).toBe(0);
  for (const { name, turnsOn } of allReadings) {
    expect(listed.stdout).toContain(name);
    expect(listed.stdout).toContain(turnsOn);
  }
  const { code, stderr } = await run(scope, ['sandbox', '--reading', 'nulls,late-histry']);
  expect([code, stderr]).toEqual([2, expect.stringContaining('did you mean late-history?')]);
});
