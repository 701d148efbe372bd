import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { allOperations } from '../../src/catalog/index.ts';
import type { Effect, Operation } from '../../src/catalog/vocabulary/index.ts';
import { withPins } from '../../src/catalog/pins.ts';
import { projectArguments, projectFieldKind } from '../../src/catalog/project-arguments.ts';
import { readOperationArguments, validate } from '../../src/client/http/request/validate.ts';
import type { ProgramOrder } from '../../src/programs/runs/program-order.ts';
import type { Runs } from '../../src/programs/runs/runs.ts';
import { createTools } from '../../src/tools/index.ts';
import { readCallOf } from '../../src/tools/definition/read-call.ts';
import { runTool } from '../../src/tools/results/run-tool.ts';
import { noSecrets } from '../support/no-secrets.ts';
import { isThorough } from '../support/thorough.ts';
import type { Tool } from '../../src/tools/definition/tool.ts';
import { sampleArguments } from '../support/sample-arguments.ts';
import { toolNameOf } from '../../src/tools/operations/operation-tools.ts';
import { fakeClient } from './fake-client.ts';
import { options } from './tool-of.ts';
import { isVisibilityError, VisibilityError } from '../../src/client/errors.ts';

const operations = allOperations();

/** The effects of everything that tools created or started. */
let made: Effect[] = [];

const client = fakeClient(
  Object.fromEntries(
    operations.map(({ name, effect }) => [
      name,
      () => {
        made.push(effect);
        return { data: name === 'projects.list' ? [{ id: 1, name: 'Moosgarten', domain: 'moosgarten.example' }] : {} };
      },
    ]),
  ),
);

/** Begins no program, and remembers what it would have been allowed. */
const runs = {
  start: async ({ may, maxCredits }: ProgramOrder) => {
    made.push(...may, ...(maxCredits > 0 ? (['paid'] as const) : []));
    throw new VisibilityError('run_failed', 'Not run here.', { outcome: 'not_sent' });
  },
} as unknown as Runs;

const toolsWith = (readOnly: boolean): readonly Tool[] =>
  createTools(client, { ...options, toolsets: 'all', readOnly, runs: async () => runs });

interface Schema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly minimum?: number;
  readonly maximum?: number;
}

const names = operations.flatMap((operation) => [
  operation.name,
  toolNameOf(operation),
  `${operation.method} ${operation.path.replaceAll(/\{\w+\}/g, '1')}`,
]);

/** What a caller may write for an argument as its schema describes it. */
const plainValue = (name: string, schema: Schema): fc.Arbitrary<unknown> => {
  if (name === 'operation') return fc.constantFrom(...names);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  switch ([schema.type].flat()[0]) {
    case 'integer':
      return fc.oneof(
        { weight: 4, arbitrary: fc.integer({ min: schema.minimum ?? 0, max: schema.maximum ?? 700 }) },
        fc.constantFrom(-1, 0, (schema.maximum ?? 700) + 1),
      );
    case 'boolean':
      return fc.boolean();
    case 'array':
      return fc.array(plainValue('', schema.items ?? {}), { maxLength: 7 });
    case 'object':
      return schema.properties
        ? plainArguments(schema)
        : fc.constantFrom({}, { id: 1 }, { project: 'Moosgarten' }, { project: '1', keyword: 'moss' });
    default:
      return fc.constantFrom(
        'moss',
        '1',
        'Moosgarten',
        'https://moosgarten.example/',
        'moosgarten.example',
        'return 1',
      );
  }
};

function plainArguments({ properties = {} }: Schema): fc.Arbitrary<Record<string, unknown>> {
  const all = Object.entries(properties).map(([name, schema]) => [name, plainValue(name, schema)] as const);
  return fc.record(Object.fromEntries(all), { requiredKeys: [] });
}

/** A value as text, a list with that between its members. */
const joined = (value: unknown, by: string): string =>
  [value]
    .flat()
    .map((one) => (typeof one === 'string' ? one : JSON.stringify(one)))
    .join(by);

const capitals = (value: unknown): unknown => deep(value, (text) => text.toUpperCase());
const spaced = (value: unknown): unknown => deep(value, (text) => ` ${text}\n`);

function deep(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((one) => deep(one, change));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, deep(one, change)]));
}

/** Ways to write a value that some reader might take for it. */
const spellings: readonly ((value: unknown) => unknown)[] = [
  (value) => value,
  (value) => JSON.stringify(value),
  (value) => ` ${JSON.stringify(value, null, 1)}\n`,
  (value) => JSON.stringify(JSON.stringify(value)),
  (value) => joined(value, ''),
  (value) => joined(value, ','),
  (value) => ` ${joined(value, ' , ')} `,
  (value) => joined(value, ' '),
  (value) => joined(value, ';'),
  (value) => ({ ...[value].flat() }),
  (value) => ({ ...[value].flat(), length: [value].flat().length }),
  (value) => [value],
  (value) => [[value]],
  (value) => [value].flat().map((one) => [one]),
  (value) => [value].flat().map((one) => JSON.stringify(one)),
  (value) => [...[value].flat(), null],
  (value) => ({ value }),
  capitals,
  spaced,
  (value) => [value].flat()[0],
  () => null,
];

/** Ways to write the names of arguments, and others beside them. */
const frames: readonly ((args: Record<string, unknown>) => unknown)[] = [
  (args) => args,
  (args) => args,
  (args) => args,
  (args) => JSON.stringify(args),
  (args) => [args],
  (args) => ({ arguments: args }),
  (args) => Object.fromEntries(Object.entries(args).map(([name, value]) => [name.toUpperCase(), value])),
  (args) => Object.fromEntries(Object.entries(args).map(([name, value]) => [` ${name}`, value])),
  (args) => JSON.parse(`{"__proto__":${JSON.stringify(args)}}`) as unknown,
  (args) =>
    JSON.parse(`${JSON.stringify(args).slice(0, -1)}${Object.keys(args).length ? ',' : ''}"__proto__":{}}`) as unknown,
  (args) => ({ ...args, constructor: args, toString: 1 }),
  // A JSON text may hold a name twice.
  (args) => `{"may":["read"],"max_credits":0,${JSON.stringify(args).slice(1)}`.replace(',}', '}'),
  (args) => `${JSON.stringify(args).slice(0, -1)},"may":"[\\"write\\"]"}`.replace('{,', '{'),
];

/** Arguments of a tool in one of many spellings. */
const spelled = (tool: Tool): fc.Arbitrary<unknown> =>
  fc
    .tuple(
      plainArguments(tool.inputSchema),
      fc.array(fc.tuple(fc.nat(), fc.nat()), { maxLength: 3 }),
      fc.nat(frames.length - 1),
    )
    .map(([plain, changes, frame]) => {
      const args = { ...plain };
      for (const [which, how] of changes) {
        const all = Object.keys(args);
        const name = all[which % all.length];
        if (name !== undefined) args[name] = spellings[how % spellings.length]?.(args[name]);
      }
      return frames[frame]?.(args);
    });

/** Half as many in the suite as in `npm run torture:steps`. */
const seeded = (numRuns: number) => ({ seed: 20_261_123, numRuns: isThorough ? numRuns : numRuns / 2 });

/** Reads a call in this spelling, makes it, and compares what was judged with what was done. */
async function judge(tool: Tool, given: unknown, readOnly: boolean): Promise<void> {
  made = [];
  const call = await readCallOf(tool, given);
  expect(made, 'reading does nothing').toEqual([]);
  await runTool(call, {}, noSecrets);
  // Names of projects are looked up on the way to anything.
  const judged = new Set<Effect>(['read', ...call.effects]);
  expect(made.filter((effect) => !judged.has(effect))).toEqual([]);
  if (call.args === undefined) {
    expect(made).toEqual([]);
    return;
  }
  if (readOnly && tool.name !== 'run_code') expect(made.filter((effect) => effect !== 'read')).toEqual([]);
  const again = await readCallOf(tool, call.args);
  expect([again.args, again.effects]).toEqual([call.args, call.effects]);
}

describe.each([
  ['a server', false],
  ['a server that only reads', true],
])('whatever the spelling, tools of %s do no more than what is judged', (_, readOnly) => {
  const tools = toolsWith(readOnly);
  const own = tools.filter(({ name }) => !operations.some((operation) => toolNameOf(operation) === name));

  it.each(own.map((tool) => [tool.name, tool] as const))('%s', async (_name, tool) => {
    const published = z.fromJSONSchema(tool.inputSchema as never);
    const run = fc.asyncProperty(spelled(tool), async (given) => {
      await judge(tool, given, readOnly);
      // Limits hold as well: what is read is what the tool says that it takes.
      const { args } = await readCallOf(tool, given);
      // A single name is described by itself, though the schema shows a list.
      const shown = tool.name === 'describe_operation' && args ? { operation: [args['operation']].flat() } : args;
      if (shown) expect(published.safeParse(shown)).toMatchObject({ success: true });
    });
    await fc.assert(run, seeded(/^call_|^run_code$|^estimate$/.test(tool.name) ? 250 : 50));
  });

  it('those of single operations', async () => {
    const direct = tools.filter((tool) => !own.includes(tool));
    const run = fc.asyncProperty(
      fc.constantFrom(...direct).chain((tool) => fc.tuple(fc.constant(tool.name), spelled(tool))),
      async ([name, given]) => {
        const tool = direct.find((one) => one.name === name);
        if (tool) await judge(tool, given, readOnly);
      },
    );
    await fc.assert(run, seeded(800));
  });
});

const pins = { project: 2, trackingProject: 2 };
const refuse = (fields: readonly string[]): never => {
  throw new VisibilityError('invalid_arguments', `elsewhere: ${fields.join(', ')}`, { outcome: 'not_sent' });
};
const taking = operations.filter((operation) => projectArguments(operation).size > 0 || operation.open);

/** The values of fields that name a project, at any depth. */
const projectsIn = (operation: Operation, value: unknown, isOwn = false): unknown[] => {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, one]) =>
    (isOwn && projectArguments(operation).has(name)) || projectFieldKind(operation, name)
      ? [one].flat()
      : projectsIn(operation, one),
  );
};

it('whatever the spelling, a pinned project is the only one in every operation, in its own arguments and in a body that is passed on', async () => {
  const value = fc
    .tuple(fc.constantFrom<unknown>(1, 2, '1', '2', 'Moosgarten', 3, 0, -1, 1.5), fc.nat(), fc.nat())
    .map(([one, first, second]) =>
      [first, second].reduce<unknown>((spelling, how) => spellings[how % spellings.length]?.(spelling), one),
    );
  const place = fc.constantFrom('own', 'body', 'text', 'deep', 'list', '__proto__');
  const which = fc.nat(taking.length - 1);
  const run = fc.property(which, value, place, fc.nat(), (index, other, where, at) => {
    const operation = taking[index]!;
    const fields = [...projectArguments(operation).keys(), 'project_id', 'tracking_project_id', 'project_ids'];
    const field = fields[at % fields.length] ?? '';
    const placed = {
      own: { [field]: other },
      body: { body: { [field]: other } },
      text: { body: JSON.stringify({ [field]: other }) },
      deep: { body: { filter: { [field]: other } } },
      list: { body: { filters: [{ [field]: other }] } },
      __proto__: JSON.parse(`{"body":{"__proto__":{"${field}":${JSON.stringify(other) ?? 'null'}}}}`) as object,
    }[where];
    let sent;
    try {
      const given = { ...sampleArguments(operation), ...pinnedOf(operation), ...placed };
      sent = validate(operation, withPins(operation, readOperationArguments(operation, given), pins, refuse));
    } catch (error) {
      if (isVisibilityError(error)) return;
      throw error;
    }
    for (const one of projectsIn(operation, sent, true))
      expect([undefined, null, 2, '2'], `${operation.name} ${JSON.stringify(placed)}`).toContain(
        typeof one === 'string' ? one.trim() : one,
      );
  });
  fc.assert(run, seeded(3_000));
});

const pinnedOf = (operation: Operation): Record<string, unknown> =>
  Object.fromEntries([...projectArguments(operation).keys()].map((name) => [name, 2]));
