import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { libraryDeclarations } from '../../scripts/declarations.ts';
import { allOperations, operationNamed } from '../../src/catalog/index.ts';
import type { Answer, Operation } from '../../src/catalog/vocabulary/index.ts';
import type { OperationName } from '../../src/catalog/operation-types.ts';
import type { Client } from '../../src/client/client.ts';
import { clientOf } from '../support/bench.ts';
import { resultOperations } from '../../src/catalog/schema/typescript.ts';
import type { CallResult } from '../../src/programs/platform/call-result.ts';
import { createPerform } from '../../src/programs/platform/perform.ts';
import { startSandbox } from '../../sandbox/sandbox.ts';
import { compareType, type Comparison } from '../../src/app/verify/compare-type.ts';
import { sampleArguments } from '../support/sample-arguments.ts';
import { virtualClock } from '../support/clock/virtual-clock.ts';
import { scratch } from '../support/state/scratch.ts';
import { freshState } from '../support/state/store.ts';
import { limit } from '../tools/workflows/support/stage.ts';
import { Documents, unnamedChanges } from './reach.ts';
import { scenes, type Step } from './scenes.ts';
import { isVisibilityError } from '../../src/client/errors.ts';

/** The result of each operation's example, for a program. */
const results = new Map<string, unknown>();

const examples = allOperations().filter(({ aliasOf }) => aliasOf === undefined);

/** When the platform begins. */
const begin = '2026-11-04T09:30:00Z';

const platform = openPlatform();
const shared = programs();
afterAll(async () => {
  await (await shared)[Symbol.asyncDispose]();
  await (await platform)[Symbol.asyncDispose]();
});

describe('the example of each operation is accepted, changes nothing that it does not name, and gives programs what its type says', () => {
  test.each(examples.map((operation) => [operation.name, operation] as const))('%s', async (name, operation) => {
    const { before, made, token, given: instead } = scenes[name as OperationName] ?? { before: [] };
    const { documents, startOver } = await platform;
    startOver();
    // Of what neither draws credits nor starts a job the client keeps nothing.
    const isKept = operation.effect === 'paid' || operation.job !== undefined || before.length > 0;
    await using own = isKept ? await programs() : undefined;
    const { send } = own ?? (await shared);
    let platformAnswer: unknown;
    for (const step of before) {
      const { data, started } = await send(step).catch(acceptJobFailure);
      platformAnswer = { ...(data as object), ...(started as object), data };
    }
    const earlier = operation.effect === 'read' ? undefined : documents.all();
    const given = { ...instead, ...made?.(platformAnswer) };
    const sent = send({ name: name as OperationName, given, token });
    // docs/platform/insights.md#citation-causality: promoting always answers 501.
    if (name === 'citation_causality.promote_sandbox_run') return await expect(sent).rejects.toThrow('not built yet');
    const { data } = await sent;
    results.set(name, data);
    const comparison: Comparison = { findings: [], seen: new Set() };
    compareType(declaredType(operation), data, '', comparison);
    // A job that fails, or goes on, leaves fields out.
    expect(comparison.findings.filter(({ kind }) => kind !== 'missing')).toEqual([]);
    if (!earlier) return;
    const sentArguments = { ...sampleArguments(operation), ...given };
    expect(unnamedChanges(name, sentArguments, earlier, documents.all()), 'changed without being named').toEqual([]);
  });
});

/** Operations whose answer has no declared field: only because its fields are the caller's own, or there are none. */
test('an answer has declared fields', () => {
  const open = examples.filter((operation) => Object.keys(shapeOf(operation.answer)).length === 0);
  expect(open.filter(({ answer }) => answer.kind !== 'nothing').map(({ name }) => name)).toEqual([
    'citation_causality.promote_sandbox_run',
  ]);
});

// The compiler reads all declarations: seconds, minutes on a busy machine.
test('the library and its declarations type each of these answers as it was received', { timeout: 300_000 }, () => {
  const types = mkdtempSync(join(tmpdir(), 'visibility-types-'));
  afterAll(() => rmSync(types, { recursive: true }));
  writeFileSync(join(types, 'declared.d.ts'), libraryDeclarations());
  writeFileSync(join(types, 'answers.ts'), typedAnswers());
  writeFileSync(
    join(types, 'tsconfig.json'),
    JSON.stringify({
      extends: resolve('tsconfig.json'),
      compilerOptions: { noEmit: true, typeRoots: [resolve('node_modules/@types')] },
      files: ['answers.ts'],
      include: [],
    }),
  );
  const { stdout } = spawnSync(resolve('node_modules/.bin/tsc'), ['-p', types, '--checkers', '1'], {
    encoding: 'utf8',
  });
  expect(stdout).toBe('');
});

/** A program that says of each answer that it has the type of the library's method, and that of the declarations. */
const typedAnswers = (): string =>
  [
    `import type { DataOf } from '${resolve('src/library/platform-types.ts')}';`,
    "import type { Operations } from './declared.d.ts';",
    'type Declared<M> = M extends (...given: never[]) => Promise<{ readonly data: infer D }> ? D : never;',
    ...[...results].map(([name, data], at) => {
      const [family, action] = name.split('.');
      const fewer = JSON.stringify(shortened(data));
      return `const own${at}: DataOf<'${name}'> = ${fewer};\nconst declared${at}: Declared<Operations['${family}']['${action}']> = ${fewer};\nvoid [own${at}, declared${at}];`;
    }),
  ].join('\n');

/** With the first two elements of each list: the others have been compared already. */
function shortened(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 2).map(shortened);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, shortened(one)]));
}

/** The type of what an operation ends with. */
function declaredType(operation: Operation): z.ZodType {
  const answers = resultOperations(operation).map((name) => operationNamed(name).answer);
  const record = z.looseObject(Object.assign({}, ...answers.map(shapeOf)) as z.ZodRawShape);
  const kind = answers[0]?.kind;
  if (kind === 'nothing') return z.null();
  return ['list', 'rows', 'csv', 'ndjson'].includes(String(kind)) ? z.array(record) : record;
}

function shapeOf(answer: Answer): z.ZodRawShape {
  if (answer.kind === 'csv') return Object.fromEntries(answer.columns.map((column) => [column, z.string()]));
  if (answer.kind === 'binary') return { mime_type: z.string(), size_bytes: z.int() };
  return 'shape' in answer ? (answer.shape as z.ZodRawShape) : {};
}

/** A scene may make a job that fails. */
function acceptJobFailure(error: unknown): CallResult {
  if (isVisibilityError(error) && error.code === 'job_failed')
    return { data: null, credits: { estimated: 0, charged: 0 } };
  throw error;
}

/** Programs with each of the tokens on the embedded platform of all tests, whose time jumps to the next event. */
async function programs() {
  const { sandbox, clock } = await platform;
  const store = await freshState(clock);
  const opened = new Map<string, Promise<Client>>();

  const open = (token: string): Promise<Client> =>
    clientOf({
      apiUrl: sandbox.url,
      token,
      state: store.state,
      session: 'one process',
      budget: limit(100_000),
      requestsPerMinute: 6_000,
      clock,
    });

  return {
    async send({ name, given, token, wait_s }: Step): Promise<CallResult> {
      const operation = operationNamed(name);
      const from = token ?? (operation.audience.who === 'admin' ? 'sandbox-admin' : 'sandbox-owner');
      if (!opened.has(from)) opened.set(from, open(from));
      const client = await (opened.get(from) as Promise<Client>);
      const perform = createPerform({ client, clock, runTask: () => Promise.reject(new Error('no workflows here')) });
      return (await perform(name, [{ ...sampleArguments(operation), ...given }, { wait_s }])) as CallResult;
    },
    async [Symbol.asyncDispose]() {
      for (const client of opened.values()) await (await client).close();
      await store[Symbol.asyncDispose]();
    },
  };
}

/** The embedded platform, made once, since that takes longer than most calls. */
async function openPlatform() {
  const folder = mkdtempSync(join(scratch, 'visibility-examples-'));
  const clock = virtualClock(begin);
  const data = join(folder, 'platform.db');
  const sandbox = await startSandbox({ rate: 0, balance: 5_000, clock, data });
  const documents = new Documents(data);
  clock.run();
  return {
    sandbox,
    clock,
    documents,
    startOver() {
      documents.reset();
      clock.set(begin);
    },
    async [Symbol.asyncDispose]() {
      clock.stop();
      await sandbox.close();
      documents.close();
      rmSync(folder, { recursive: true });
    },
  };
}
