import { expect, it } from 'vitest';
import { CircuitBreaker } from '../../../../src/client/http/transport/circuit-breaker.ts';
import { virtualClock } from '../../../support/clock/virtual-clock.ts';

/** A breaker whose probes are answered as listed, and not at all afterwards. */
function breaker(...answers: readonly (boolean | Error)[]) {
  const clock = virtualClock();
  const probes: number[] = [];
  const start = clock.steady();
  const circuit: CircuitBreaker = new CircuitBreaker(clock, async () => {
    const answer = answers[probes.push(clock.steady() - start) - 1] ?? false;
    if (answer instanceof Error) throw answer;
    if (answer) circuit.succeeded();
  });
  const fail = (times: number): void => {
    for (let n = 0; n < times; n++) circuit.failed('it is down');
  };
  const state = (): string => {
    try {
      circuit.check();
      return 'closed';
    } catch (error) {
      return (error as Error).message;
    }
  };
  return { clock, circuit, probes, fail, state };
}

it('counts a timeout three times', () => {
  const { circuit, fail, state } = breaker();
  for (let n = 0; n < 3; n++) circuit.timedOut('no answer');
  expect(state()).toBe('closed');
  fail(1);
  expect(state()).not.toBe('closed');
});

it('probes after 10, 20, 40 seconds and then each minute, until an answer closes it', async () => {
  const { clock, fail, probes, state } = breaker(false, new Error('lost'), false, false, false, true);
  fail(10);
  await clock.advance(9_999);
  expect(probes).toEqual([]);
  await clock.advance(250_001 + 10_000);
  expect(probes).toEqual([10_000, 30_000, 70_000, 130_000, 190_000, 250_000]);
  expect(state()).toBe('closed');
});

it('needs ten failures again after it was closed, and has one prober', async () => {
  const { clock, fail, probes, state } = breaker(true, true);
  fail(25);
  await clock.advance(10_000);
  expect([state(), probes.length]).toEqual(['closed', 1]);
  fail(9);
  expect(state()).toBe('closed');
  fail(1);
  await clock.advance(10_000);
  expect([state(), probes.length]).toEqual(['closed', 2]);
  await clock.advance(600_000);
  expect(probes.length).toBe(2);
});
