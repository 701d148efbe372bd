import { describe, expect, it, vi } from 'vitest';
import { operationNamed } from '../../../src/catalog/index.ts';
import type { OperationName } from '../../../src/catalog/operation-types.ts';
import type { Reply } from '../../../src/client/calls/reply.ts';
import { callOperation } from '../../../src/tools/calls/call-operation.ts';
import { runOperation, type RunOptions } from '../../../src/tools/operations/run-operation.ts';
import type { ToolContext } from '../../../src/tools/definition/tool.ts';
import { virtualClock } from '../../support/clock/virtual-clock.ts';
import { fakeClient, type FakeClient, jobOf, onePage } from '../fake-client.ts';
import { type ErrorDetails, platformCode, VisibilityError } from '../../../src/client/errors.ts';
import { invalidArguments } from '../../../src/client/refusals.ts';

const here: ToolContext = { files: { folders: [] } };
const at = { waitSeconds: 45 };

const run = (
  client: FakeClient,
  name: OperationName,
  args: object,
  context = here,
  options: Partial<RunOptions> = {},
) => runOperation(client, operationNamed(name), { ...args }, { ...at, ...options }, context);

const refused =
  (code: string, details: Partial<ErrorDetails> = {}) =>
  (): never => {
    throw new VisibilityError(platformCode(code), 'No.', { outcome: 'rejected', status: 422, ...details });
  };

/** What a call throws. */
const thrownBy = (call: Promise<unknown>): Promise<VisibilityError> =>
  call.then(
    () => expect.unreachable(),
    (error: VisibilityError) => error,
  );

it('reports each paid call, with its record or its refusal, and no other call', async () => {
  const replies: Readonly<Record<string, () => Reply>> = {
    'articles.generate': () => ({ data: {}, job: jobOf({}), record: 'record_1' }),
    'grounding.analyze': () => ({ data: {}, record: 'record_2' }),
    'images.generate': refused('invalid_arguments', { fields: { prompt: ['No.'] } }),
    'keywords.research': () => {
      throw new Error('a defect');
    },
    'projects.get': () => ({ data: {}, record: 'record_3' }),
    'projects.create': refused('invalid_arguments'),
  };
  const client = fakeClient(replies);
  const reported: unknown[] = [];
  const context: ToolContext = { ...here, onPaidCall: (call) => reported.push(call) };
  const thrown = new Map<string, unknown>();
  for (const name of Object.keys(replies)) {
    const call = callOperation(client, operationNamed(name), {}, at, context);
    await call.catch((error: unknown) => thrown.set(name, error));
    // Without a listener it is the same call.
    await callOperation(client, operationNamed(name), {}, at, here).catch(() => undefined);
  }
  expect([...thrown.keys()]).toEqual(['images.generate', 'keywords.research', 'projects.create']);
  expect(reported).toEqual([
    { record: 'job_1' },
    { record: 'record_2' },
    { refusal: expect.objectContaining({ code: 'invalid_arguments', fields: { prompt: [expect.any(String)] } }) },
  ]);
  expect((reported[2] as { refusal: unknown }).refusal).toBe(thrown.get('images.generate'));
});

it('passes on that a result could not be read, and does not report it as a refusal of its call', async () => {
  const unread = new VisibilityError('invalid_arguments', 'No.', {
    outcome: 'unknown',
    status: 422,
    fields: { sort: ['odd'] },
    facts: { job_id: 'job_7' },
  });
  const client = fakeClient({ 'content_audits.create': () => Promise.reject(unread) });
  const onPaidCall = vi.fn();
  const operation = operationNamed('content_audits.create');
  const args = { source_url: 'https://x.example' };
  expect(await thrownBy(callOperation(client, operation, args, at, { ...here, onPaidCall }))).toBe(unread);
  expect(onPaidCall).not.toHaveBeenCalled();
});

describe('a call', () => {
  it('is passed on with what its caller has, how it waits and what its tool asks for', async () => {
    const client = fakeClient({ 'projects.list': () => ({ data: [] }) });
    const { signal } = new AbortController();
    const takes = { keepsFiles: true, comparedAs: { a: 1 } } as const;
    const waiting = { waitSeconds: 7, again: true, wait_s: 7 };
    await callOperation(
      client,
      operationNamed('projects.list'),
      {},
      waiting,
      { ...here, signal, waitSeconds: 9 },
      takes,
    );
    await callOperation(client, operationNamed('projects.list'), {}, at, here);
    expect(client.called.map(({ options }) => options)).toEqual([
      { ...here, signal, ...takes, waitSeconds: 7, again: true },
      { ...here, waitSeconds: 45, again: undefined },
    ]);
  });

  it('is refused where it names a file of another machine, with a file given inline', async () => {
    const operation = operationNamed('keywords.import_csv');
    const client = fakeClient({ [operation.name]: () => ({ data: {} }) });
    const error = await thrownBy(callOperation(client, operation, { project: 1, file: '/etc/passwd' }, at, {}));
    expect(error).toMatchObject({
      code: 'invalid_arguments',
      outcome: 'not_sent',
      message: 'file must be given inline: a remote server cannot read local paths',
      next: 'file: {"name":"keywords.csv","content":"…","encoding":"utf8"}',
    });
    // Other texts are no paths.
    await callOperation(client, operation, { project: 1, file: { content: 'moss' }, name: 'list' }, at, {});
    expect(client.called).toHaveLength(1);
  });

  it('that is refused is explained without the project that the server is pinned to', async () => {
    const fields = { zzz: ['is not an argument'] };
    const client = fakeClient({
      'articles.list': () => {
        throw invalidArguments('articles.list', fields);
      },
    });
    const ruleOf = async (pins?: FakeClient['pins']) =>
      (await thrownBy(callOperation({ ...client, pins }, operationNamed('articles.list'), { zzz: {} }, at, here)))
        .fields?.['zzz'];
    expect(await ruleOf()).toEqual(['is not an argument; there are project, page, per_page']);
    expect(await ruleOf({ project: 2 })).toEqual(['is not an argument; there are page, per_page']);
  });

  it('that the platform refuses for its state names the way out', async () => {
    const client = fakeClient({ 'articles.get': refused('not_found', { status: 404 }) });
    const operation = { ...operationNamed('articles.get'), remedies: { 404: 'articles.list' } } as never;
    const { next } = await thrownBy(callOperation(client, operation, { id: 1 }, at, here));
    expect(next).toContain('articles.list');
  });
});

describe('a result', () => {
  it('says beside the answer what follows from the call', async () => {
    const client = fakeClient({
      'autopilot.create': () => ({ data: {} }),
      'leads.send_email': () => ({ data: {} }),
    });
    const structuredOf = async (name: OperationName, args: object) => (await run(client, name, args)).structured;
    const { recurring } = operationNamed('autopilot.create');
    expect(await structuredOf('autopilot.create', { module: 'articles' })).toMatchObject({ recurring });
    expect(await structuredOf('leads.send_email', { id: 4 })).toMatchObject({
      consequence: operationNamed('leads.send_email').consequence,
      next: expect.stringContaining('"operation":"leads.activities","arguments":{"id":4}'),
    });
  });

  it('comes of names of projects that are read again after a minute of the call’s clock, or a failed change', async () => {
    const clock = virtualClock();
    const client = fakeClient({
      'projects.list': () => onePage([{ id: 4, name: 'Acme' }]),
      'articles.list': () => ({ data: [] }),
      'projects.update': refused('odd'),
    });
    const reads = () => client.called.filter(({ name }) => name === 'projects.list').length;
    const list = () => run(client, 'articles.list', { project: 'Acme' }, { ...here, clock });
    await list();
    await clock.advance(59_999);
    await list();
    expect(reads()).toBe(1);
    await clock.advance(1);
    await list();
    expect(reads()).toBe(2);
    await thrownBy(run(client, 'projects.update', { id: 4 }, { ...here, clock }));
    await list();
    expect(reads()).toBe(3);
  });
});
