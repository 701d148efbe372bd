import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { plainCall } from '../../../src/programs/platform/plain-calls.ts';
import { platformObject } from '../../../src/programs/platform/platform-object.ts';

/** A Wednesday. */
const now = Date.parse('2026-11-25T22:30:00Z');
const period = (asked: object): unknown => plainCall('period', [asked], now);
const parse = async (...given: unknown[]): Promise<unknown> => plainCall('csv.parse', given, now);
const format = async (...given: unknown[]): Promise<unknown> => plainCall('csv.format', given, now);

it('gives back from CSV whatever texts went into it', async () => {
  const cell = fc.oneof(fc.string(), fc.constantFrom('=1+1', "'=1", '-5', "''@x", 'a;b', '"', '\r\n', '\t', '＝1'));
  const rows = fc.array(fc.record({ a: cell, 'b c': cell, id: cell.map((text) => `k${text}`) }), { minLength: 1 });
  await fc.assert(
    fc.asyncProperty(rows, async (given) => {
      expect(await parse(await format(given))).toEqual(given);
    }),
  );
});

it('reads tables as spreadsheets write them, and refuses what is none', async () => {
  const record = { title: 'Zelte; groß', 'due date': '1.12.' };
  expect(await parse('\uFEFFtitle;due date\r\n"Zelte; groß";1.12.\r\n\r\n')).toEqual([record]);
  expect(await parse('a\tb\n1')).toEqual([{ a: '1', b: '' }]);
  expect(await parse('a,b\n1;2,3', { delimiter: ',' })).toEqual([{ a: '1;2', b: '3' }]);
  for (const wrong of ['a,a\n1,2', 'a,\n1,2', 'a\n"1', 7])
    await expect(parse(wrong)).rejects.toThrow('platform.csv.parse');
  await expect(parse('a', { delimeter: ';' })).rejects.toThrow('delimeter is not an argument; did you mean delimiter?');
});

it('names a period and the one before it', () => {
  const week = { from: '2026-11-16', to: '2026-11-22', days: 7 };
  expect(period({ last: 'week' })).toEqual({ ...week, previous: { from: '2026-11-09', to: '2026-11-15', days: 7 } });
  expect(period({ last: 'month' })).toMatchObject({
    from: '2026-10-01',
    to: '2026-10-31',
    previous: { from: '2026-09-01', to: '2026-09-30', days: 30 },
  });
  expect(period({ days: 7 })).toMatchObject({ from: '2026-11-19', to: '2026-11-25', previous: { from: '2026-11-12' } });
  // The period before a whole month is a whole month.
  expect(period({ from: '2026-10-01', to: '2026-10-31' })).toMatchObject({
    previous: { from: '2026-09-01', days: 30 },
  });
  expect(() => period({ last: 'week', days: 7 })).toThrow('last cannot be combined');
  expect(() => period({ from: '31.12.2026' })).toThrow('is a date such as');
  expect(period({ from: '2026-11-01', to: '2026-11-10', days: 10 })).toMatchObject({ days: 10 });
  expect(() => period({ from: '2026-11-01', to: '2026-11-10', days: 9 })).toThrow('is not needed with from');
});

it('makes as many calls at once as fit into one sum, each with its own end', async () => {
  const asked: string[] = [];
  const platform = platformObject(async (name, [first]) => {
    if (name === 'estimate') return { calls: (first as unknown[]).map((_, at) => ({ credits: at === 1 ? null : 5 })) };
    asked.push(JSON.stringify(first));
    if ((first as { id: number }).id === 2) throw Object.assign(new Error('gone'), { code: 'not_found', next: 'look' });
    return { data: first, credits: { charged: 5 } };
  }) as { jobs: { all(...given: unknown[]): Promise<unknown> } };
  const inputs = [0, 1, 2, 3].map((id) => ({ id }));
  expect(await platform.jobs.all('articles.generate', inputs, { maxCredits: 10 })).toEqual([
    { ok: true, input: { id: 0 }, data: { id: 0 }, credits: { charged: 5 } },
    { ok: false, input: { id: 1 }, code: 'budget_exceeded', message: expect.stringContaining('no stated price') },
    { ok: false, input: { id: 2 }, code: 'not_found', message: 'gone', next: 'look' },
    { ok: false, input: { id: 3 }, code: 'budget_exceeded', message: expect.stringContaining('0 are left') },
  ]);
  expect(asked).toEqual(['{"id":0}', '{"id":2}']);
});
