import fc from 'fast-check';
import { expect, test } from 'vitest';
import { allOperations, operationNamed } from '../../../src/catalog/index.ts';
import { formatShortCall } from '../../../src/tools/calling/format-call.ts';
import { programLine } from '../../../src/tools/calling/program-line.ts';
import { repetitionHint } from '../../../src/tools/calling/repetition-hint.ts';
import { fakeClient } from '../fake-client.ts';

const seeded = { seed: 20_261_126, numRuns: 300 };

/** Two that are also done to many things at once, and two that are not. */
const names = ['prompts.monitor', 'images.delete', 'projects.get', 'link_lists.create'] as const;

test('a hint names an operation for many things with the first call, a program with the sixth in a row', () => {
  const call = fc.record({
    name: fc.constantFrom(...names),
    caller: fc.constantFrom(undefined, 'ann', 'bob'),
    times: fc.integer({ min: 1, max: 8 }),
  });
  const run = fc.property(fc.array(call, { maxLength: 12 }), fc.boolean(), (calls, programs) => {
    const client = fakeClient();
    const made = new Set<string>();
    const rows = new Map<string, { name: string; count: number }>();
    for (const { name, caller = '' } of calls.flatMap((one) => Array(one.times).fill(one) as typeof calls)) {
      const hint = repetitionHint(client, operationNamed(name), { id: 1 }, { caller: caller || undefined, programs });
      const row = rows.get(caller);
      const count = row?.name === name ? row.count + 1 : 1;
      rows.set(caller, { name, count });
      const isFirst = !made.has(`${caller} ${name}`);
      made.add(`${caller} ${name}`);
      const { bulk } = operationNamed(name);
      if (bulk !== undefined) expect(hint?.includes(` ${bulk} (`) ?? false).toBe(isFirst);
      else expect(hint !== undefined).toBe(programs && count === 6);
    }
  });
  fc.assert(run, seeded);
});

test('the program has the arguments that the last two calls had alike', () => {
  const client = fakeClient();
  const operation = operationNamed('link_lists.create');
  const hints = [1, 2, 3, 4, 5, 6].map((n) =>
    repetitionHint(client, operation, { project: 4, tags: ['a'], name: `list ${n}` }, { programs: true }),
  );
  expect(hints[5]).toContain(programLine(operation, { project: 4, tags: ['a'] }));
});

test('the price of an operation for many things is stated where it is a fixed one', () => {
  const hintOf = (bulk: string) => repetitionHint(fakeClient(), { ...operationNamed('images.delete'), bulk }, {}, {});
  expect(hintOf('prompts.bulk_monitor')).toContain('call_write prompts.bulk_monitor (free): ');
  for (const kind of ['formula', 'unlisted']) {
    const priced = allOperations().find(({ price }) => price.kind === kind)!;
    expect(hintOf(priced.name)).toContain(`${priced.name} (estimate tells the price): `);
  }
});

test('no more callers are remembered than 10,000', () => {
  const client = fakeClient();
  const operation = operationNamed('images.delete');
  const isTold = (caller: string): boolean => repetitionHint(client, operation, {}, { caller }) !== undefined;
  for (let n = 0; n < 10_000; n++) isTold(`caller ${n}`);
  expect(isTold('caller 0')).toBe(false);
  expect(isTold('one more')).toBe(true);
  expect(isTold('caller 0')).toBe(true);
});

test('a program asks for what its calls need, and leaves long arguments to its writer', () => {
  const line = (effect: 'read' | 'write' | 'delete' | 'paid', alike?: Record<string, unknown>) =>
    programLine({ name: 'images.delete', effect }, alike);
  expect(line('read')).toBe(
    'run_code {"code":"const out = []; for (const row of input.rows) out.push((await platform.images.delete(row)).data); return out","input":{"rows":[…]}}',
  );
  const loop = '"code":"for (const row of input.rows) await platform.images.delete(row)","input":{"rows":[…]}';
  expect(line('write')).toBe(`run_code {${loop},"may":["write"]}`);
  expect(line('delete', {})).toBe(`run_code {${loop},"may":["delete"]}`);
  expect(line('paid')).toBe(`run_code {${loop},"max_credits":…}`);
  const alike = (length: number) => ({ a: 'x'.repeat(length - 6) });
  expect(line('write', alike(160))).toContain('{\\"a\\":\\"xxx');
  expect(line('write', alike(161))).toContain('(row)');
});

test('a call is repeated whole in up to 220 characters', () => {
  const operation = { name: 'images.delete', effect: 'delete' } as const;
  const rest = 'call_delete {"operation":"images.delete","arguments":{"a":""}}'.length;
  const call = (length: number) => formatShortCall(operation, { a: 'x'.repeat(length - rest) });
  expect(call(220)).toBe(`call_delete {"operation":"images.delete","arguments":{"a":"${'x'.repeat(220 - rest)}"}}`);
  expect(call(221)).toBe('call_delete {"operation":"images.delete","arguments":{the same}}');
});
