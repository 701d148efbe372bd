import { PassThrough, Writable } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { stdioTimes } from '../../../src/app/times.ts';
import { createShutdown } from '../../../src/server/protocol/shutdown.ts';
import { stdioTransport } from '../../../src/server/stdio/stdio-transport.ts';
import { virtualClock } from '../../support/clock/virtual-clock.ts';

/** A connection over pipes of this process, one of whose requests is never answered; times are those since its end began. */
async function ending(begin: 'stdin ends' | 'it is asked to stop') {
  const clock = virtualClock();
  const shutdown = createShutdown(clock);
  const stdin = new PassThrough();
  const closed = Promise.withResolvers<void>();
  const at: Record<string, number> = {};
  const note = (what: string): void => void (at[what] = clock.steady() - began);
  const transport = stdioTransport(stdin, new PassThrough(), {
    clock,
    times: stdioTimes,
    onEnding: (times) => shutdown.begin(times),
    onClosed: closed.resolve,
  });
  transport.onmessage = () => undefined;
  await transport.start();
  stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'x' } })}\n`);
  await turn();
  const began = clock.steady();
  shutdown.endWaits.addEventListener('abort', () => note('waits end'));
  shutdown.giveUp.addEventListener('abort', () => note('given up'));
  if (begin === 'stdin ends') stdin.end();
  else transport.stop();
  await turn();
  clock.run();
  await closed.promise;
  clock.stop();
  note('closed');
  return at;
}

it('has 3 s for answers once stdin ended, and 1.6 s once it is asked to stop', async () => {
  expect(await ending('stdin ends')).toEqual({ 'waits end': 2_500, 'given up': 3_000, closed: 3_300 });
  expect(await ending('it is asked to stop')).toEqual({ 'waits end': 1_000, 'given up': 1_600, closed: 1_900 });
});

it.each([
  ['has taken the answer', undefined, [true]],
  ['has broken', new Error('EPIPE'), []],
])('a result counts as delivered only where the pipe %s', async (_, failure, expected) => {
  const transport = stdioTransport(
    new PassThrough(),
    new Writable({ write: (_chunk, _encoding, done) => done(failure) }),
    { clock: virtualClock(), times: stdioTimes, onEnding: () => undefined, onClosed: () => undefined },
  );
  await transport.start();
  const delivered: boolean[] = [];
  transport.acknowledgements.add(1, async (isDelivered) => void delivered.push(isDelivered));
  await transport.send({ jsonrpc: '2.0', id: 1, result: {} });
  expect(delivered).toEqual(expected);
});

it('takes no more from a host that reads nothing', async () => {
  const stdin = new PassThrough();
  const transport = stdioTransport(stdin, new Writable({ write: () => undefined }), {
    clock: virtualClock(),
    times: stdioTimes,
    onEnding: () => undefined,
    onClosed: () => undefined,
  });
  let arrived = 0;
  transport.onmessage = (message) => {
    arrived++;
    if ('id' in message && message.id !== undefined)
      void transport.send({ jsonrpc: '2.0', id: message.id, result: {} });
  };
  await transport.start();
  for (let chunk = 0; chunk < 100; chunk++) {
    stdin.write(
      Array.from({ length: 100 }, (_, n) => `{"jsonrpc":"2.0","id":${chunk * 100 + n},"method":"ping"}\n`).join(''),
    );
    await turn();
  }
  expect(arrived).toBe(100);
});
