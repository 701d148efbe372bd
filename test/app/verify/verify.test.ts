import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Sandbox, startSandbox } from '../../../sandbox/sandbox.ts';
import { operationNamed } from '../../../src/catalog/index.ts';
import { systemClock } from '../../../src/base/clock.ts';
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

/** A platform behind a proxy that changes answers. */
let proxy: Server;
let sandbox: Sandbox;
let store: Awaited<ReturnType<typeof freshState>>;
let seen: Seen[] = [];
/** Names of the operations that were asked. */
let asked: string[] = [];
let change: Change = () => undefined;

beforeAll(async () => {
  sandbox = await startSandbox({ rate: 0, clock: systemClock });
  store = await freshState(systemClock);
  proxy = createServer((request, response) => {
    void forward(sandbox.url, request, seen).then(async (answer) => {
      const mime = answer.headers.get('content-type') ?? '';
      const passing: Passing = { status: answer.status, mime, text: await answer.text() };
      change(passing, new URL(request.url ?? '', 'http://x').pathname.replace('/api/v1', ''), asked.at(-1) ?? '');
      if (passing.status === 0) return void request.socket.destroy();
      response.writeHead(passing.status, { 'content-type': passing.mime }).end(passing.text);
    });
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  proxy.closeAllConnections();
  proxy.close();
  await store[Symbol.asyncDispose]();
  await sandbox.close();
});

/** Compares the changed platform with the catalog. */
async function compared(ownChange: Change, options: VerifyOptions = {}) {
  [seen, asked, change] = [[], [], ownChange];
  const apiUrl = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}/api/v1`;
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
}

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
  const { outcome, seen, asked } = await compared(() => undefined);
  for (const { effect, price, job, shownOnce } of asked.map(operationNamed))
    expect([effect, price.kind, job, shownOnce]).toEqual(['read', 'free', undefined, []]);
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

/** What differs, how, what is found, and where: in `projects.list` if nothing else is named. */
const changes: readonly (readonly [string, (passing: Passing) => void, Partial<Finding>, string?, string?])[] = [
  [
    'a field is dropped',
    firstRow((row) => delete row['name']),
    { kind: 'missing', path: 'data[].name', seen: 'absent' },
  ],
  [
    'a number becomes a text',
    firstRow((row) => (row['id'] = String(row['id']))),
    { kind: 'type', path: 'data[].id', expected: 'integer', seen: 'text' },
  ],
  ['a text becomes null', firstRow((row) => (row['name'] = null)), { kind: 'type', path: 'data[].name', seen: 'null' }],
  ['another status', (passing) => (passing.status = 203), { kind: 'status', expected: '200', seen: '203' }],
  [
    'a refusal',
    (passing) => (passing.status = 422),
    { kind: 'status', expected: '200', seen: '422' },
    '/credits/history',
    'credits.history',
  ],
  [
    'rows stand alone',
    (passing) => (passing.text = JSON.stringify((JSON.parse(passing.text) as Fields)['data'])),
    { kind: 'shape', expected: '{data: list}', seen: 'list' },
  ],
  [
    'a page in HTML',
    (passing) => Object.assign(passing, { mime: 'text/html', text: '<html>' }),
    { kind: 'media_type', expected: 'application/json', seen: 'text/html' },
  ],
  [
    'a word that is not declared',
    firstRow((row) => (row['status'] = 'another')),
    { kind: 'enum', path: 'data[].status', seen: 'another text' },
    '/content-audits',
    'content_audits.list',
  ],
  ['the page is not stated', document((said) => delete said['meta']), { kind: 'page', path: 'meta', seen: 'absent' }],
  [
    'another page',
    document((said) => ((said['meta'] as Fields)['current_page'] = 2)),
    { kind: 'page', path: 'meta.current_page' },
  ],
  [
    'a total below the rows',
    document((said) => ((said['meta'] as Fields)['total'] = 0)),
    { kind: 'page', path: 'meta.total' },
  ],
];

test.for(changes)('names the one thing that differs: %s', async (row) => {
  const [, change, finding, path = '/projects', operation = 'projects.list'] = row;
  const { outcome } = await compared(
    (passing, at) => {
      if (at === path) change(passing);
    },
    { families: ['projects', 'credits', 'content_audits'] },
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

test('stops where the platform no longer answers', async () => {
  let answers = 0;
  const verification = compared((passing) => {
    if (++answers > 3) passing.status = 0;
  });
  await expect(verification).rejects.toMatchObject({ code: 'unreachable' });
  // The answers, and two reads of four attempts each.
  expect(answers).toBe(3 + 2 * 4);
});
