import { afterAll, beforeAll, expect, test } from 'vitest';
import { allOperations, operationNamed } from '../../../src/catalog/index.ts';
import { sampleArguments } from '../../support/sample-arguments.ts';
import { openVisit, visit, type Visit } from '../visit.ts';

const openOnes = allOperations().filter(({ open, aliasOf }) => open && aliasOf === undefined);

const demanding = openOnes.filter(({ optionalBody }) => !optionalBody);

/** They take a text, a verdict or ids under whatever name. */
const takesAnyName = new Set([
  'os.save_preferences',
  'prompts.bulk_monitor',
  'internal_links.decide',
  'ai_scanner.humanize',
  'prompt_check.start',
  'humanizer.humanize',
  'ai_scanner.detect',
  'content_optimizer.analyze',
  'action_center.create_todo',
  'action_center.move_todo',
  'action_center.add_note',
]);

const attempt = (name: string, body: Readonly<Record<string, unknown>>): Record<string, unknown> => {
  const operation = operationNamed(name);
  const sample = sampleArguments(operation);
  return { ...Object.fromEntries(operation.params.map((param) => [param, sample[param]])), ...body };
};

/** For calls that are refused, and change nothing. */
let refusing: Visit;
beforeAll(async () => {
  refusing = await openVisit();
});
afterAll(() => refusing.close());

test('every open body has likely fields, each with a type and a reason', () => {
  for (const { name, likely } of openOnes) {
    expect(Object.keys(likely).length, name).toBeGreaterThan(0);
    for (const [field, { why, also }] of Object.entries(likely)) {
      expect(why.length, `${name} ${field}`).toBeGreaterThan(8);
      expect(also, `${name} ${field}`).not.toContain(field);
    }
  }
});

test.each(demanding.map(({ name }) => name))(
  '%s refuses a body that it can make nothing of, names its fields and draws nothing',
  async (name) => {
    const { call, balance } = refusing;
    const wordless = [{}, { '': '' }, ...(name === 'os.save_preferences' ? [] : [{ zzz: 1 }])];
    const bodies = takesAnyName.has(name) ? wordless : [...wordless, { zzz: 'nonsense', yyy: { a: [true] } }];
    for (const body of bodies) {
      const { status, body: refusal } = await call(name, attempt(name, body), 'sandbox-owner');
      if (status === 403) expect(operationNamed(name).audience.who).toBe('admin');
      else {
        expect(status, JSON.stringify(body)).toBe(422);
        expect(Object.values(refusal.errors).flat().length).toBeGreaterThan(0);
      }
    }
    expect(await balance()).toBe(1000);
  },
);

test.each(['blog.create_category', 'blog.create_post'])(
  '%s refuses such a body from an administrator too',
  async (name) => {
    const { call } = refusing;
    expect((await call(name, { zzz: 1 }, 'sandbox-admin')).body.errors).toHaveProperty([
      name.endsWith('post') ? 'title' : 'name',
    ]);
  },
);

test.each([
  ['keywords.research', { keywords: [1, 2] }],
  ['keywords.explore', { query: {} }],
  ['images.generate', { prompt: 5 }],
  ['images.edit', { id: 11001, instruction: [] }],
  ['articles.generate_standalone', { keyword: 7 }],
  ['action_center.snooze_todo', { id: 32001, until: 'some day' }],
])('%s refuses %j, whose field it knows and whose value says nothing', async (name, input) => {
  const { call, balance } = refusing;
  expect((await call(name, input)).status).toBe(422);
  expect(await balance()).toBe(1000);
});

test('what the address alone says needs no body', async () => {
  const { call } = await visit();
  for (const [name, input] of [
    ['articles.optimize', { id: 1001 }],
    ['action_center.complete_todo', { id: 32001 }],
    ['grounding.validate_checks', {}],
  ] as const) {
    expect((await call(name, input)).status, name).toBeLessThan(300);
  }
});
