import { expect, it, test } from 'vitest';
import { operationNamed } from '../../../src/catalog/index.ts';
import type { OperationName } from '../../../src/catalog/operation-types.ts';
import type { Arguments } from '../../../src/catalog/vocabulary/index.ts';
import { FreeCalls } from '../../../src/client/calls/free-calls.ts';
import { prepareCall } from '../../../src/client/calls/prepared-call.ts';
import type { CallOptions } from '../../../src/client/calls/reply.ts';
import type { Sending } from '../../../src/client/http/transport/sender.ts';
import { virtualClock } from '../../support/clock/virtual-clock.ts';

/** Free calls over a platform that answers with this body. */
function stage(body: string, { mime = 'application/json', status = 200, maxWaitSeconds = 45 } = {}) {
  const sendings: Sending[] = [];
  const free = new FreeCalls(async (_operation, _input, _request, sending) => {
    sendings.push(sending);
    return { status, headers: { 'content-type': mime }, body: Buffer.from(body) };
  }, maxWaitSeconds);
  const call = async (name: OperationName, given: Arguments, options: CallOptions = {}) =>
    free.call(
      await prepareCall(operationNamed(name), given, options, {
        clock: virtualClock(),
        maxWaitSeconds: 9,
        secretFiles: new Set(),
      }),
    );
  return { free, call, sendings };
}

const projects = JSON.stringify({
  data: [{ id: 1 }],
  meta: { current_page: 1, per_page: 25, total: 1, last_page: 1 },
});

test('a free call is sent for its caller, and its answer read', async () => {
  const { call, sendings } = stage(projects);
  const { signal } = new AbortController();
  const reply = await call('projects.list', {}, { signal });
  expect(reply).toMatchObject({ data: [{ id: 1 }], page: { page: 1, per_page: 25, total: 1, last_page: 1 } });
  expect(reply.unexpected).toBeUndefined();
  expect(sendings).toMatchObject([{ urgency: 'call', slotWaitMs: 9_000, deadlineMs: 9_000, signal }]);
});

test('before each attempt a caller is asked; one that keeps a record is notified of what must not be sent twice', async () => {
  const steps: string[] = [];
  const options: CallOptions = {
    beforeAttempt: async () => void steps.push('leaving'),
    trace: {
      recorded: async () => undefined,
      beforeAttempt: async () => void steps.push('attempt'),
      onNotAccepted: async () => void steps.push('not accepted'),
    },
  };
  for (const [name, given] of [
    ['projects.list', {}],
    ['projects.create', { name: 'Acme', domain: 'acme.example' }],
  ] as const) {
    const { call, sendings } = stage(JSON.stringify({ data: { id: 1 } }));
    await call(name, given, { ...options, anyForm: true }).catch(() => undefined);
    const [sending] = sendings;
    await sending?.beforeAttempt?.();
    await sending?.onNotAccepted?.();
    steps.push('|');
  }
  expect(steps).toEqual(['leaving', '|', 'leaving', 'attempt', 'not accepted', '|']);
  const { call, sendings } = stage(projects);
  await call('projects.list', {});
  await expect(sendings[0]?.beforeAttempt?.()).resolves.toBeUndefined();
});

it.each([
  [45, undefined, 11_250, 45_000],
  [4, undefined, 5_000, 5_000],
  [4, 20_000, 20_000, 20_000],
])('a read of the program itself, of %s s, given %s ms', async (maxWaitSeconds, given, deadlineMs, slotWaitMs) => {
  const { free, sendings } = stage(projects, { maxWaitSeconds });
  const operation = operationNamed('projects.list');
  expect(
    await (given === undefined ? free.read(operation, {}) : free.read(operation, {}, { urgency: 'call' }, given)),
  ).toMatchObject({ data: [{ id: 1 }] });
  expect(sendings).toMatchObject([{ urgency: 'call', deadlineMs, slotWaitMs }]);
});

test('an answer that is not what is declared is an error, or handed over where its caller takes any that holds something', async () => {
  const refusal = async (
    body: string,
    name: OperationName,
    given: Arguments,
    options: CallOptions = {},
    mime?: string,
  ) =>
    stage(body, { mime })
      .call(name, given, options)
      .then(
        ({ data, unexpected }) => ({ data, unexpected }),
        ({ code, message, status }: { code: string; message: string; status: number }) => ({ code, message, status }),
      );
  const any = { anyForm: true } as const;
  expect(await refusal('{"a":1}', 'projects.list', {})).toEqual({
    code: 'unreadable',
    status: 200,
    message: 'The platform answered 200 to projects.list with an object of “a”, where the contract has JSON rows.',
  });
  const half = { a: 1, b: null };
  expect(await refusal(JSON.stringify(half), 'projects.list', {}, any)).toEqual({
    data: half,
    unexpected: 'an object of “a, b” instead of JSON rows: handed over as it came',
  });
  expect(await refusal('moss', 'projects.list', {}, any, 'text/plain')).toEqual({
    data: { media_type: 'text/plain', text: 'moss' },
    unexpected: 'text/plain instead of JSON rows: handed over as it came',
  });
  for (const [body, mime] of [
    ['', undefined],
    ['7', undefined],
    ['"moss"', undefined],
    ['{"a":null,"b":""}', undefined],
    ['<html>Sign in</html>', 'text/html'],
  ] as const)
    expect(await refusal(body, 'projects.list', {}, any, mime), body).toMatchObject({ code: 'unreadable' });
  expect(await refusal('7', 'projects.create', { name: 'Acme' })).toMatchObject({
    code: 'outcome_unknown',
    status: 200,
    message: expect.stringMatching(
      /^The platform answered 200 to projects.create, and not as the contract says: only “7”/,
    ),
  });
});

test('an answer with nothing to a call that may have none is no surprise', async () => {
  const reply = await stage('', { status: 204 }).call('projects.delete', { id: 1 });
  expect(reply).toMatchObject({ data: null });
  expect(reply.unexpected).toBeUndefined();
});
