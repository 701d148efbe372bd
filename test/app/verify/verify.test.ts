import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import * as z from 'zod';
import { startSandbox } from '../../../sandbox/sandbox.ts';
import { allReadings } from '../../../sandbox/readings/index.ts';
import { operationNamed } from '../../../src/catalog/index.ts';
import { isUnshown, type Operation } from '../../../src/catalog/vocabulary/index.ts';
import { systemClock } from '../../../src/base/clock.ts';
import { once } from '../../../src/base/once.ts';
import { isBreaking, type Finding, type Verification } from '../../../src/app/verify/verification.ts';
import { verificationText } from '../../../src/app/verify/verification-text.ts';
import { verify, type VerifyOptions } from '../../../src/app/verify/verify.ts';
import { withBaseline } from '../../../src/app/verify/baseline.ts';
import { clientOf } from '../../support/bench.ts';
import { freshState } from '../../support/state/store.ts';

type Fields = Record<string, unknown>;

/** An answer on its way, that a test changes. */
interface Passing {
  /** 0: the connection ends instead. */
  status: number;
  mime: string;
  text: string;
}

interface Seen {
  readonly method: string;
  readonly path: string;
  readonly bytes: number;
}

type Change = (passing: Passing, path: string, operation: string) => void;

interface Compared {
  readonly outcome: Verification;
  readonly seen: readonly Seen[];
  /** Names of the operations that were asked. */
  readonly asked: readonly string[];
}

/** A platform behind a proxy that changes answers. */
interface Changed {
  /** Compares it with the catalog. */
  compared(change: Change, options?: VerifyOptions): Promise<Compared>;
  close(): Promise<void>;
}

async function openChanged(readings: readonly string[] = []): Promise<Changed> {
  const sandbox = await startSandbox({
    rate: 0,
    clock: systemClock,
    readings: allReadings.filter(({ name }) => readings.includes(name)),
  });
  const store = await freshState(systemClock);
  let seen: Seen[] = [];
  let asked: string[] = [];
  let change: Change = () => undefined;
  const proxy = createServer((request, response) => {
    void forward(sandbox.url, request, seen).then(async (answer) => {
      const passing: Passing = {
        status: answer.status,
        mime: answer.headers.get('content-type') ?? '',
        text: await answer.text(),
      };
      change(passing, new URL(request.url ?? '', 'http://x').pathname.replace('/api/v1', ''), asked.at(-1) ?? '');
      if (passing.status === 0) return void request.socket.destroy();
      response.writeHead(passing.status, { 'content-type': passing.mime }).end(passing.text);
    });
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const apiUrl = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}/api/v1`;
  return {
    async compared(ownChange, options = {}) {
      [seen, asked, change] = [[], [], ownChange];
      const { state } = store;
      const settings = { apiUrl, token: 'sandbox-owner', state, clock: systemClock, requestsPerMinute: 100_000 };
      const client = await clientOf(settings);
      const observe: typeof client.observe = (operation, ...rest) => {
        asked.push(operation.name);
        return client.observe(operation, ...rest);
      };
      try {
        const outcome = await verify({ client: { observe }, clock: systemClock, platform: 'embedded' }, options);
        return { outcome, seen, asked };
      } finally {
        await client.close();
      }
    },
    async close() {
      proxy.closeAllConnections();
      proxy.close();
      await store[Symbol.asyncDispose]();
      await sandbox.close();
    },
  };
}

let plain: Changed;
beforeAll(async () => {
  plain = await openChanged();
});
afterAll(() => plain.close());

const compared: Changed['compared'] = (change, options) => plain.compared(change, options);

/** The whole platform as it is, with the documents that it answered by operation. */
const whole = once(async () => {
  const bodies = new Map<string, unknown>();
  const result = await compared((passing, _, operation) => {
    if (passing.mime.includes('json') && passing.status < 300) bodies.set(operation, JSON.parse(passing.text));
  });
  return { ...result, bodies };
});

async function forward(apiUrl: string, request: IncomingMessage, seen: Seen[]): Promise<Response> {
  let bytes = 0;
  for await (const chunk of request) bytes += (chunk as Buffer).byteLength;
  seen.push({ method: request.method ?? '', path: request.url ?? '', bytes });
  const headers = { authorization: request.headers.authorization ?? '' };
  return fetch(new URL(request.url ?? '', apiUrl), { method: request.method ?? 'GET', headers });
}

const findingsOf = ({ operations }: Verification): [string, Finding][] =>
  operations.flatMap(({ operation, findings }) => findings.map((one): [string, Finding] => [operation, one]));

test('on the embedded platform it finds nothing, spends nothing, and asks free reads alone', async () => {
  const { outcome, seen } = await whole();
  expect(findingsOf(outcome)).toEqual([]);
  expect(outcome).toMatchObject({ ok: true, platform: 'embedded', spent: 0, requests: seen.length });
  expect(seen.length).toBeLessThanOrEqual(220);
  expect(seen.filter(({ method, bytes }) => method !== 'GET' || bytes > 0)).toEqual([]);
  const { operations, fields } = outcome.coverage;
  expect(operations.checked).toBeGreaterThan(140);
  expect(fields.seen / fields.of).toBeGreaterThan(0.75);
  expect(outcome.operations.filter(({ result }) => result === 'failed')).toEqual([]);
  // A page is asked for at its smallest.
  expect(new Set(seen.flatMap(({ path }) => /per_page=(\d+)/.exec(path)?.[1] ?? []))).toEqual(new Set(['1']));
});

const document = (edit: (said: Fields) => void) => (passing: Passing) => {
  const passingDocument = JSON.parse(passing.text) as Fields;
  edit(passingDocument);
  passing.text = JSON.stringify(passingDocument);
};
const firstRow = (edit: (row: Fields) => void) => document((said) => edit((said['data'] as Fields[])[0] as Fields));

const changes: readonly (readonly [string, string, (passing: Passing) => void, string, Partial<Finding>])[] = [
  [
    'a field is dropped',
    '/projects',
    firstRow((row) => delete row['name']),
    'projects.list',
    { kind: 'missing', path: 'data[].name', seen: 'absent' },
  ],
  [
    'a number becomes a text',
    '/projects',
    firstRow((row) => (row['id'] = String(row['id']))),
    'projects.list',
    { kind: 'type', path: 'data[].id', expected: 'integer', seen: 'text' },
  ],
  [
    'a text becomes null',
    '/projects',
    firstRow((row) => (row['name'] = null)),
    'projects.list',
    { kind: 'type', path: 'data[].name', seen: 'null' },
  ],
  [
    'another status',
    '/projects',
    (passing) => (passing.status = 203),
    'projects.list',
    { kind: 'status', expected: '200', seen: '203' },
  ],
  [
    'a refusal',
    '/credits/history',
    (passing) => (passing.status = 422),
    'credits.history',
    { kind: 'status', expected: '200', seen: '422' },
  ],
  [
    'rows stand alone',
    '/projects',
    (passing) => (passing.text = JSON.stringify((JSON.parse(passing.text) as Fields)['data'])),
    'projects.list',
    { kind: 'shape', expected: '{data: list}', seen: 'list' },
  ],
  [
    'a page in HTML',
    '/projects',
    (passing) => Object.assign(passing, { mime: 'text/html', text: '<html>' }),
    'projects.list',
    { kind: 'media_type', expected: 'application/json', seen: 'text/html' },
  ],
  [
    'the page is not stated',
    '/projects',
    document((said) => delete said['meta']),
    'projects.list',
    { kind: 'page', path: 'meta', seen: 'absent' },
  ],
  [
    'another page',
    '/projects',
    document((said) => ((said['meta'] as Fields)['current_page'] = 2)),
    'projects.list',
    { kind: 'page', path: 'meta.current_page' },
  ],
  [
    'a total below the rows',
    '/projects',
    document((said) => ((said['meta'] as Fields)['total'] = 0)),
    'projects.list',
    { kind: 'page', path: 'meta.total' },
  ],
];

test.each(changes)('names the one thing that differs: %s', async (_, path, change, operation, finding) => {
  const { outcome } = await compared(
    (passing, at) => {
      if (at === path) change(passing);
    },
    { families: ['projects', 'credits'] },
  );
  const breaking = findingsOf(outcome).filter(([, one]) => isBreaking(one));
  expect(breaking.map(([name]) => name)).toEqual([operation]);
  expect(breaking[0]?.[1]).toMatchObject(finding);
  expect(outcome.ok).toBe(false);
  expect(outcome.operations.find((one) => one.operation === operation)?.result).toBe('drift');
});

test('a further field is a note, and nothing that it holds is shown', async () => {
  const { outcome } = await compared(
    (passing, path) => {
      if (path === '/projects')
        firstRow((row) => Object.assign(row, { colour: 'secret-7', 'acme.example': 'secret-8' }))(passing);
    },
    { families: ['projects'] },
  );
  expect(findingsOf(outcome)).toEqual([
    ['projects.list', { kind: 'extra', path: 'data[].*', expected: 'absent', seen: 'text' }],
  ]);
  expect(outcome.ok).toBe(true);
  expect(JSON.stringify(outcome) + verificationText(outcome)).not.toMatch(/secret-|acme|colour/);
});

test('what the baseline has is not reported again, and what is new is', async () => {
  const drop = (name: string) => (passing: Passing, path: string) => {
    if (path === '/projects') firstRow((row) => delete row[name])(passing);
  };
  const { outcome: before } = await compared(drop('name'), { families: ['projects'] });
  expect(withBaseline(before, before)).toMatchObject({ ok: true, known: 1 });
  const { outcome: after } = await compared(drop('id'), { families: ['projects'] });
  expect(withBaseline(after, before)).toMatchObject({ ok: false, known: 0 });
});

test('asks no more than it may, and says what it left out', async () => {
  const withoutDocument: Change = (passing, _, operation) => {
    if (operation === 'platform.openapi') passing.text = '';
  };
  const { outcome, seen } = await compared(withoutDocument, { limit: 10 });
  expect(seen).toHaveLength(10);
  // The last one shows what was spent meanwhile.
  expect(outcome.spent).toBe(0);
  expect(outcome.operations.filter(({ why }) => why === 'the limit of requests is used up').length).toBeGreaterThan(80);
});

test('counts what it asks again, which is no finding', async () => {
  let refused = 0;
  const { outcome, seen } = await compared(
    (passing, _, operation) => {
      if (operation === 'articles.list' && refused++ === 0) passing.status = 503;
    },
    { families: ['articles'], limit: 60 },
  );
  expect(refused).toBeGreaterThan(1);
  expect(outcome).toMatchObject({ ok: true, requests: seen.length });
});

test('asks no further where nobody answers any more', async () => {
  let answers = 0;
  const { outcome, seen } = await compared((passing) => {
    if (++answers > 3) passing.status = 0;
  });
  const silent = outcome.operations.filter(({ why }) => why === 'the platform no longer answers');
  expect(silent.length).toBeGreaterThan(80);
  // The answers, and two reads of four attempts each.
  expect(seen).toHaveLength(3 + 2 * 4);
  expect(outcome).toMatchObject({ requests: seen.length, spent: null });
});

test('cannot run where the token is refused, or nobody answers', async () => {
  await expect(compared((passing) => (passing.status = 401))).rejects.toMatchObject({ code: 'unauthorized' });
});

test.each([
  ['text-numbers', 'type'],
  ['bare-lists', 'shape'],
  ['small-pages', 'page'],
  ['extra-fields', 'extra'],
])('sees that a platform reads the documents otherwise: %s', async (reading, kind) => {
  const platform = await openChanged([reading]);
  onTestFinished(() => platform.close());
  const { outcome } = await platform.compared(() => undefined, { families: ['projects', 'credits', 'content_audits'] });
  expect(findingsOf(outcome).map(([, one]) => one.kind)).toContain(kind);
});

/** Something that a proxy may change in an answer, and the finding that names it. */
interface Difference extends Pick<Finding, 'kind' | 'path'> {
  readonly change: (passing: Passing) => void;
}

const anyValues: readonly unknown[] = [null, 7.5, 'another', true, ['another'], { another: 1 }];
const jsonType = (value: unknown): string => (value === null || Array.isArray(value) ? 'list' : typeof value);

/** All that may differ in the values of an answer. `steps`: where the value stands in it; `together`: fields that its form has. */
function differencesIn(
  outer: z.ZodType,
  value: unknown,
  path: string,
  steps: readonly string[],
  together: ReadonlySet<string> = new Set(),
): Difference[] {
  let declared = outer;
  while (declared instanceof z.ZodOptional || declared instanceof z.ZodNullable)
    declared = declared.unwrap() as z.ZodType;
  if (isUnshown(outer)) return [];
  if (value === null || declared instanceof z.ZodUnknown || declared instanceof z.ZodUnion || value === undefined)
    return [];
  const put = (other: unknown): Difference['change'] =>
    document((said) => {
      const holder = steps.slice(0, -1).reduce<Fields>((at, name) => at[name] as Fields, said);
      if (other === undefined) delete holder[steps.at(-1) ?? ''];
      else holder[steps.at(-1) ?? ''] = other;
    });
  const others = anyValues.filter((other) => jsonType(other) !== jsonType(value) && !outer.safeParse(other).success);
  const isWord = declared instanceof z.ZodEnum || declared instanceof z.ZodLiteral;
  const own = others.map((other): Difference => ({ kind: 'type', path, change: put(other) }));
  if (isWord && typeof value === 'string') own.push({ kind: 'enum', path, change: put('another') });
  if (declared instanceof z.ZodArray && Array.isArray(value))
    own.push(...differencesIn(declared.element as z.ZodType, value[0], `${path}[]`, [...steps, '0']));
  if (declared instanceof z.ZodRecord)
    for (const [name, one] of Object.entries(value as Fields).slice(0, 1))
      own.push(...differencesIn(declared.valueType as z.ZodType, one, `${path}.*`, [...steps, name]));
  if (declared instanceof z.ZodObject)
    for (const [name, field] of Object.entries(declared.shape as Record<string, z.ZodType>)) {
      if (!Object.hasOwn(value as Fields, name)) continue;
      const at = path === '' ? name : `${path}.${name}`;
      const within = [...steps, name];
      own.push(...differencesIn(field, (value as Fields)[name], at, within));
      if (
        !(field instanceof z.ZodOptional || field instanceof z.ZodDefault) ||
        (steps.length < 3 && together.has(name))
      )
        own.push({
          kind: 'missing',
          path: at,
          change: document(
            (said) => delete within.slice(0, -1).reduce<Fields>((to, one) => to[one] as Fields, said)[name],
          ),
        });
    }
  return own;
}

/** All that may differ in an answer: its status, media type, wrappers, page and values. */
function differencesOf({ answer, status, input }: Operation, body: unknown): Difference[] {
  const all: Difference[] = [
    { kind: 'status', path: '', change: (passing) => (passing.status = status === 203 ? 200 : 203) },
    { kind: 'media_type', path: '', change: (passing) => (passing.mime = 'text/html') },
  ];
  if (!('shape' in answer) || answer.kind === 'ndjson') return all;
  const shape = z.looseObject(answer.shape);
  const fields = body as Fields;
  const forms = ('forms' in answer ? answer.forms : undefined) ?? [];
  const has = (name: string): boolean => JSON.stringify(body).includes(`"${name}":`);
  const together = new Set(forms.find((form) => form.every(has)));
  const isPaged = answer.kind === 'list' && answer.perPage !== undefined;
  if (answer.kind === 'list' && !answer.assumed && 'meta' in fields && !('offset' in input.shape)) {
    const { total, per_page, current_page, last_page } = fields['meta'] as Record<string, number>;
    const [per, page, last] = [per_page, current_page, last_page].map((one) => Number(one) + 1);
    // More in all than there are pages for is the fault of either number.
    const stated: Fields = {
      total: Math.min(Number(total), 1) - 1,
      per_page: per,
      current_page: page,
      last_page: last,
    };
    if (isPaged) all.push({ kind: 'page', path: 'meta', change: document((said) => delete said['meta']) });
    for (const name of ['total', 'per_page', 'current_page', 'last_page'])
      for (const edit of [(meta: Fields) => delete meta[name], (meta: Fields) => (meta[name] = stated[name])].slice(
        0,
        isPaged || name !== 'per_page' ? 2 : 1,
      ))
        all.push({ kind: 'page', path: `meta.${name}`, change: document((said) => edit(said['meta'] as Fields)) });
  }
  const isShown = !('assumed' in answer && answer.assumed) && Object.keys(answer.shape).length > 0;
  if (isShown && answer.kind === 'list')
    all.push({
      kind: 'shape',
      path: '',
      change: (passing) => (passing.text = JSON.stringify({ rows: (JSON.parse(passing.text) as Fields)['data'] })),
    });
  if (answer.kind === 'list')
    all.push(...differencesIn(shape, (fields['data'] as unknown[])[0], 'data[]', ['data', '0'], together));
  if (answer.kind === 'rows') all.push(...differencesIn(shape, (body as unknown[])[0], '[]', ['0']));
  if (answer.kind === 'one') all.push(...differencesIn(shape, fields['data'], 'data', ['data']));
  if (answer.kind === 'flat') all.push(...differencesIn(shape, body, '', [], together));
  // What stands in the place of a whole row or object is not one thing that differs, but another answer.
  return all.filter(
    ({ kind, path }) =>
      kind !== 'type' || !['', '[]', 'data[]', 'data'].includes(path) || (answer.kind === 'flat' && path === 'data'),
  );
}

test('of one thing that differs anywhere in one answer, that is named and nothing else, by free reads alone', async () => {
  const { bodies } = await whole();
  const cases = [...bodies].map(([name, body]) => ({ name, all: differencesOf(operationNamed(name), body) }));
  const picks = fc.record({ case: fc.nat({ max: cases.length - 1 }), difference: fc.nat() });
  await fc.assert(
    fc.asyncProperty(picks, async (pick) => {
      const { name, all } = cases[pick.case] as (typeof cases)[number];
      const { kind, path, change } = all[pick.difference % all.length] as Difference;
      const { outcome, seen, asked } = await compared(
        (passing, _, operation) => {
          if (operation === name && passing.status < 300) change(passing);
        },
        { families: [operationNamed(name).family], limit: 60 },
      );
      const breaking = findingsOf(outcome).filter(([, one]) => isBreaking(one));
      expect(breaking.map(([operation, one]) => [operation, one.kind, one.path])).toEqual([[name, kind, path]]);
      expect(outcome).toMatchObject({ ok: false, requests: seen.length });
      expect(seen.length).toBeLessThanOrEqual(60);
      expect(seen.filter(({ method, bytes }) => method !== 'GET' || bytes > 0)).toEqual([]);
      for (const { effect, price, job, shownOnce } of asked.map(operationNamed))
        expect([effect, price.kind, job, shownOnce]).toEqual(['read', 'free', undefined, []]);
    }),
    {
      seed: 11,
      numRuns: 40,
      examples: [[{ case: cases.findIndex(({ name }) => name === 'autopilot.runs'), difference: 6 }]],
      endOnFailure: true,
    },
  );
});
