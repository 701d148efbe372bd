import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { Admission } from '../../../src/server/http-entry/admission.ts';
import { rest, virtualClock } from '../../support/clock/virtual-clock.ts';

describe('what is taken', () => {
  it('counts in all and for each caller, by kind, until it is over', async () => {
    const admission = new Admission({ a: { max: 3, each: 2 }, b: { max: 1, each: 1 } }, virtualClock());
    const { promise: over, resolve } = Promise.withResolvers<void>();
    const never = new Promise<void>(() => {});
    expect(admission.take('a', 'ada', 2, over)).toBe('taken');
    expect(admission.take('a', 'ada', 1, never)).toBe('share');
    expect(admission.take('a', 'bob', 2, never)).toBe('full');
    expect(admission.take('a', 'bob', 1, never)).toBe('taken');
    expect(admission.take('a', undefined, 1, never)).toBe('full');
    expect([admission.taken('a'), admission.taken('b')]).toEqual([3, 0]);
    expect(admission.take('b', 'ada', 1, never)).toBe('taken');
    resolve();
    await rest();
    expect(admission.taken('a')).toBe(1);
    expect(admission.take('a', undefined, 2, never)).toBe('taken');
    expect(admission.bound('a')).toEqual({ max: 3, each: 2 });
  });
});

describe('what is held', () => {
  it('grows until it gives way, is no longer counted then, and gives way once', () => {
    const admission = new Admission({ a: { max: 5, each: 3 } }, virtualClock());
    const gone: string[] = [];
    const hold = (who: string | undefined, name: string) =>
      admission.hold('a', who, (exceeded) => gone.push(`${name} ${exceeded} ${admission.taken('a')}`));
    const [first, second] = [hold('ada', 'first'), hold('ada', 'second')];
    first.add(1);
    second.add(2);
    expect(gone).toEqual([]);
    first.add(1);
    // It is not counted any more when it is asked to give way.
    expect(gone).toEqual([expect.stringMatching(/^(first|second) share 2$/)]);
    expect(admission.taken('a')).toBe(2);
    const unknown = hold(undefined, 'unknown');
    unknown.add(4);
    expect(gone.slice(1)).toEqual(['unknown full 2']);
    expect(admission.taken('a')).toBe(2);
    unknown.release();
    for (const held of [first, second]) held.release();
    expect(admission.taken('a')).toBe(0);
  });
});

describe('a pause', () => {
  function pausing() {
    const clock = virtualClock();
    const admission = new Admission({ guesses: { max: 3, each: 2, delayMs: 1_000 } }, clock);
    const ended: string[] = [];
    const pause = async (who: string): Promise<boolean> => {
      const isOver = admission.pause('guesses', who).then((isPaused) => (isPaused ? void ended.push(who) : 'refused'));
      return (await Promise.race([isOver, nextTurn('waits')])) === 'waits';
    };
    const all = async (...who: string[]): Promise<boolean[]> => {
      const found: boolean[] = [];
      for (const one of who) found.push(await pause(one));
      return found;
    };
    return { clock, ended, all };
  }

  it('is for two of one address and three in all at a time; one more continues at once', async () => {
    const { clock, ended, all } = pausing();
    expect(await all('a', 'a', 'a')).toEqual([true, true, false]);
    await clock.advance(400);
    expect(await all('b', 'c')).toEqual([true, false]);
    await clock.advance(599);
    expect(ended).toEqual([]);
    await clock.advance(1);
    expect(ended).toEqual(['a', 'a']);

    expect(await all('a', 'a', 'a', 'c')).toEqual([true, true, false, false]);
    await clock.advance(400);
    expect(ended).toEqual(['a', 'a', 'b']);
    expect(await all('c')).toEqual([true]);
    await clock.advance(1_000);
    expect(ended).toEqual(['a', 'a', 'b', 'a', 'a', 'c']);
  });

  it('frees one place of an address at a time', async () => {
    const { clock, all } = pausing();
    expect(await all('a')).toEqual([true]);
    await clock.advance(500);
    expect(await all('a')).toEqual([true]);
    await clock.advance(500);
    expect(await all('a', 'a')).toEqual([true, false]);
  });
});

it('work begins once in a turn of the event loop, in the order of arrival, each kind by itself', async () => {
  const admission = new Admission({ a: { max: 1, each: 1 }, b: { max: 1, each: 1 } }, virtualClock());
  const begun: string[] = [];
  for (const name of ['1', '2', '3']) void admission.turn('a').then(() => begun.push(name));
  void admission.turn('b').then(() => begun.push('other'));
  for (let n = 0; n < 10; n++) await Promise.resolve();
  expect(begun).toEqual(['1', 'other']);
  await nextTurn();
  expect(begun).toEqual(['1', 'other', '2']);
  await nextTurn();
  expect(begun).toEqual(['1', 'other', '2', '3']);
});
