import { expect, test } from 'vitest';
import { operationNamed } from '../../../src/catalog/index.ts';
import type { OperationName } from '../../../src/catalog/operation-types.ts';
import type { Arguments } from '../../../src/catalog/vocabulary/index.ts';
import { FreeCalls } from '../../../src/client/calls/free-calls.ts';
import { prepareCall } from '../../../src/client/calls/prepared-call.ts';
import type { CallOptions } from '../../../src/client/calls/reply.ts';
import type { Sending } from '../../../src/client/http/transport/sender.ts';
import { virtualClock } from '../../support/clock/virtual-clock.ts';

/** Free calls over a platform that answers with this body. */
function stage(body: string) {
  const sendings: Sending[] = [];
  const free = new FreeCalls(async (_operation, _input, _request, sending) => {
    sendings.push(sending);
    return { status: 200, headers: { 'content-type': 'application/json' }, body: Buffer.from(body) };
  }, 45);
  const call = async (name: OperationName, given: Arguments, options: CallOptions = {}) =>
    free.call(
      await prepareCall(operationNamed(name), given, options, {
        clock: virtualClock(),
        maxWaitSeconds: 9,
        secretFiles: new Set(),
      }),
    );
  return { call, sendings };
}

const projects = JSON.stringify({
  data: [{ id: 1 }],
  meta: { current_page: 1, per_page: 25, total: 1, last_page: 1 },
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
