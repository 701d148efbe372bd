import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { startSandbox } from '../../sandbox/sandbox.ts';
import { allReadings } from '../../sandbox/readings/index.ts';
import { systemClock } from '../../src/clock.ts';
import { isBreaking, type Finding, type Verification } from '../../src/verify/verification.ts';
import { verificationText } from '../../src/verify/verification-text.ts';
import { verify, withBaseline, type VerifyOptions } from '../../src/verify/verify.ts';
import { clientOf } from '../support/bench.ts';
import { freshState } from '../support/state/store.ts';

type Fields = Record<string, unknown>;

/** An answer on its way, that a test changes. */
interface Passing {
  status: number;
  mime: string;
  text: string;
}

interface Seen {
  readonly method: string;
  readonly path: string;
  readonly bytes: number;
}

/** Compares a platform, with a proxy in front of it that changes answers, and says what was asked. */
async function compared(
  change: (passing: Passing, path: string) => void,
  options: VerifyOptions = {},
  readings: readonly string[] = [],
): Promise<{ readonly outcome: Verification; readonly seen: readonly Seen[] }> {
  const sandbox = await startSandbox({
    rate: 0,
    clock: systemClock,
    readings: allReadings.filter(({ name }) => readings.includes(name)),
  });
  const seen: Seen[] = [];
  const proxy = createServer((request, response) => {
    void forward(sandbox.url, request, seen).then(async (answer) => {
      const passing: Passing = {
        status: answer.status,
        mime: answer.headers.get('content-type') ?? '',
        text: await answer.text(),
      };
      change(passing, new URL(request.url ?? '', 'http://x').pathname.replace('/api/v1', ''));
      response.writeHead(passing.status, { 'content-type': passing.mime }).end(passing.text);
    });
  });
  await using store = await freshState(systemClock);
  const client = await clientOf({
    apiUrl: `${await listening(proxy)}/api/v1`,
    token: 'sandbox-owner',
    state: store.state,
    clock: systemClock,
    requestsPerMinute: 100_000,
  });
  try {
    return { outcome: await verify({ client, clock: systemClock, platform: 'embedded' }, options), seen };
  } finally {
    await client.close();
    proxy.closeAllConnections();
    proxy.close();
    await sandbox.close();
  }
}

async function forward(apiUrl: string, request: IncomingMessage, seen: Seen[]): Promise<Response> {
  let bytes = 0;
  for await (const chunk of request) bytes += (chunk as Buffer).byteLength;
  seen.push({ method: request.method ?? '', path: request.url ?? '', bytes });
  const headers = { authorization: request.headers.authorization ?? '' };
  return fetch(new URL(request.url ?? '', apiUrl), { method: request.method ?? 'GET', headers });
}

function listening(server: Server): Promise<string> {
  onTestFinished(() => void server.close());
  return new Promise((resolve) =>
    server.listen(0, '127.0.0.1', () => resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)),
  );
}

const found = ({ operations }: Verification): [string, Finding][] =>
  operations.flatMap(({ operation, findings }) => findings.map((one): [string, Finding] => [operation, one]));

test('on the embedded platform it finds nothing, spends nothing, and asks free reads alone', async () => {
  const { outcome, seen } = await compared(() => undefined);
  expect(found(outcome)).toEqual([]);
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
  const said = JSON.parse(passing.text) as Fields;
  edit(said);
  passing.text = JSON.stringify(said);
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
  const breaking = found(outcome).filter(([, one]) => isBreaking(one));
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
  expect(found(outcome)).toEqual([
    ['projects.list', { kind: 'extra', path: 'data[].colour', expected: 'absent', seen: 'text' }],
    ['projects.list', { kind: 'extra', path: 'data[].*', expected: 'absent', seen: 'text' }],
  ]);
  expect(outcome.ok).toBe(true);
  expect(JSON.stringify(outcome) + verificationText(outcome)).not.toMatch(/secret-|acme/);
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
  const { outcome, seen } = await compared(() => undefined, { limit: 10 });
  expect(seen).toHaveLength(10);
  expect(outcome.operations.filter(({ why }) => why === 'the limit of requests is used up').length).toBeGreaterThan(80);
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
  const { outcome } = await compared(() => undefined, { families: ['projects', 'credits', 'tracking'] }, [reading]);
  expect(found(outcome).map(([, one]) => one.kind)).toContain(kind);
});

/** Removes a required field, or gives it as a value of another type, wherever the path leads in an answer. */
function alter(value: unknown, [name = '', ...rest]: readonly string[], how: 'missing' | 'type'): void {
  if (Array.isArray(value)) for (const one of value) alter(one, [name, ...rest], how);
  else if (typeof value === 'object' && value !== null && name in value) {
    const fields = value as Fields;
    if (rest.length > 0) alter(fields[name], rest, how);
    else if (how === 'missing') delete fields[name];
    else fields[name] = { of: 'another type' };
  }
}

test.each([
  ['/projects', 'projects.list', ['data', 'id'], 'data[].id'],
  ['/credits', 'credits.balance', ['data', 'plan'], 'data.plan'],
  ['/credits/history', 'credits.history', ['data', 'delta'], 'data[].delta'],
] as const)('of one field of %s, dropped or of another type, names that alone', async (at, operation, fields, path) => {
  for (const kind of ['missing', 'type'] as const) {
    const { outcome, seen } = await compared(
      (passing, asked) => {
        if (asked === at) document((said) => alter(said, fields, kind))(passing);
      },
      { families: ['projects', 'credits'] },
    );
    const breaking = found(outcome).filter(([, one]) => isBreaking(one));
    expect(breaking).toMatchObject([[operation, { kind, path }]]);
    expect(seen.filter(({ method, bytes }) => method !== 'GET' || bytes > 0)).toEqual([]);
  }
});
