import { expect, test } from 'vitest';
import { operationNamed } from '../../../src/catalog/index.ts';
import type { Operation } from '../../../src/catalog/vocabulary/index.ts';
import type { WireResponse } from '../../../src/client/http/transport/transport.ts';
import { systemClock } from '../../../src/base/clock.ts';
import { compareAnswer } from '../../../src/app/verify/compare-answer.ts';
import { verify } from '../../../src/app/verify/verify.ts';
import { VisibilityError } from '../../../src/client/errors.ts';
import { platformRefusal } from '../../../src/client/http/platform-refusal.ts';

const answer = (value: unknown): WireResponse => ({
  status: 200,
  headers: { 'content-type': 'application/json' },
  body: Buffer.from(JSON.stringify(value)),
});

const page = (rows: readonly unknown[], total = rows.length, per_page = 1): WireResponse =>
  answer({
    data: rows,
    meta: { total, per_page, current_page: 1, last_page: Math.max(1, Math.ceil(total / per_page)) },
  });

/** A verification of a platform that answers so. */
async function verified(family: string, said: (operation: Operation) => WireResponse) {
  const asked: string[] = [];
  const outcome = await verify(
    { client: { observe: async (one) => (asked.push(one.name), said(one)) }, clock: systemClock, platform: 'here' },
    { families: [family] },
  );
  const results = Object.fromEntries(outcome.operations.map((one) => [one.operation, one.result]));
  return { outcome, results, asked };
}

test.each([
  { balances: [100, 93], spent: 7 },
  { balances: [100, 100], spent: 0 },
  // The team bought some meanwhile.
  { balances: [100, 150], spent: 0 },
  { balances: [100, undefined], spent: null },
])('what was spent is by how much the balance fell: $balances', async ({ balances, spent }) => {
  const rest = [...balances];
  const { outcome } = await verified('projects', ({ name }) =>
    name === 'credits.balance' ? answer({ data: { balance: rest.shift() } }) : page([]),
  );
  expect(outcome.spent).toBe(spent);
});

test('an unknown address is a difference only if it has no id; with one, the record may be gone', async () => {
  const { results } = await verified('projects', (one) => {
    if (one.name === 'projects.list') return page([{ id: 7 }]);
    throw platformRefusal(one, 404, { message: 'Not found.' });
  });
  expect(results).toMatchObject({ 'projects.get': 'no_sample', 'projects.list_goals': 'drift' });
});

test.each([
  [403, 'forbidden', 0],
  [418, 'drift', 1],
  [429, 'failed', 1],
  [500, 'failed', 1],
])('a read that is refused with %i is %s', async (status, result, findings) => {
  const { outcome } = await verified('projects', (one) => {
    if (one.name !== 'projects.list_goals') return page([{ id: 7 }]);
    throw platformRefusal(one, status, {});
  });
  const goals = outcome.operations.find(({ operation }) => operation === 'projects.list_goals');
  expect([goals?.result, goals?.findings.length]).toEqual([result, findings]);
});

test('a verification that is called off has no outcome', async () => {
  const stop = new AbortController();
  const observe = async ({ name }: Operation): Promise<WireResponse> => {
    if (name === 'credits.balance') return answer({ data: { balance: 1 } });
    stop.abort(new Error('called off'));
    throw new VisibilityError('unreachable', 'no answer');
  };
  const verification = verify({ client: { observe }, clock: systemClock, platform: 'here' }, { signal: stop.signal });
  await expect(verification).rejects.toThrow('called off');
});

test('a read without an answer is a finding of its own, where the next one is answered', async () => {
  let n = 0;
  const { results } = await verified('community', ({ name }) => {
    if (name === 'credits.balance') return answer({ data: { balance: 1 } });
    if (n++ % 2 === 1) throw new VisibilityError('unreachable', 'no answer');
    return page([]);
  });
  expect(Object.values(results).filter((one) => one === 'failed').length).toBeGreaterThanOrEqual(3);
});

test.each([
  // Of five that were asked for.
  { rows: 5, total: 5, fits: true },
  { rows: 5, total: 9, fits: true },
  { rows: 4, total: 4, fits: true },
  { rows: 4, total: 9, fits: false },
  { rows: 6, total: 9, fits: false },
  { rows: 4, total: 3, fits: false },
])('a page of 5 holds as many rows as there are, up to its size: $rows of $total', async ({ rows, total, fits }) => {
  const list = operationNamed('projects.list');
  const row = Array.from({ length: rows }, () => ({ id: 1 }));
  const { findings } = await compareAnswer(list, { page: 1, per_page: 5 }, page(row, total, 5));
  expect(findings.filter(({ kind }) => kind === 'page').length === 0).toBe(fits);
});

test.each([
  ['projects.get', {}],
  ['projects.get', { project: { title: 'x' } }],
  ['brand_knowledge.get_team_refresh', { message: 'x' }],
])('what is another answer altogether is named as such, and not field by field: %s, %j', async (name, said) => {
  const { findings } = await compareAnswer(operationNamed(name), {}, answer(said));
  expect(findings).toMatchObject([{ kind: 'shape', path: '', seen: 'object' }]);
});

test('what the documents do not show of an answer is no difference where it is absent', async () => {
  const columns = { status: 200, headers: { 'content-type': 'text/csv' }, body: Buffer.from('url,domain\na,b\n') };
  const exported = await compareAnswer(operationNamed('cited_sources.export'), {}, columns);
  expect(exported.findings).toEqual([]);
  const researched = await compareAnswer(operationNamed('keywords.research_results'), {}, columns);
  expect(researched.findings).toContainEqual({ kind: 'missing', path: 'keyword', expected: 'column', seen: 'absent' });
});

test('a list within an object is compared item by item', async () => {
  const page = (toc: unknown) => compareAnswer(operationNamed('wiki.page'), {}, answer({ toc }));
  const paths = async (toc: unknown) => (await page(toc)).findings.map(({ path }) => path);
  expect(await paths([{ level: 1, text: 'x', anchor: 7 }])).toContain('toc[].anchor');
  expect(await paths('none')).toContain('toc');
});
