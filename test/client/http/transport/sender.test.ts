import { describe, expect, it, vi } from 'vitest';
import type { Operation } from '../../../../src/catalog/vocabulary/index.ts';
import { operation } from '../../../../src/catalog/index.ts';
import type { WireRequest } from '../../../../src/client/http/request/encode.ts';
import { createSender, type Sending } from '../../../../src/client/http/transport/sender.ts';
import { Throttle } from '../../../../src/client/http/transport/throttle.ts';
import type { Attempt, Attempting, WireResponse } from '../../../../src/client/http/transport/transport.ts';
import type { Slots } from '../../../../src/state/slots.ts';
import { virtualClock, type VirtualClock } from '../../../support/clock/virtual-clock.ts';
import { freshState } from '../../../support/state/store.ts';
import { create, projects } from '../../../support/stories.ts';
import { VisibilityError } from '../../../../src/client/errors.ts';

const minute = 60_000;
const window = minute + 20;

type Lost = Extract<Attempt, { kind: 'lost' }>;

const answered = (status: number, headers: WireResponse['headers'] = {}): Attempt => ({
  kind: 'answered',
  response: { status, headers, body: new TextEncoder().encode('{}') },
});
const lost = (more: Partial<Lost> = {}): Attempt => ({
  kind: 'lost',
  sent: true,
  loss: 'network',
  reason: 'it broke',
  ...more,
});
const unsent = lost({ sent: false });
const [broke, later] = [expect.stringContaining('it broke'), expect.not.stringContaining('nothing')];
const ok = answered(200);

interface Stage {
  readonly clock: VirtualClock;
  readonly slots: Slots;
  /** Every attempt: milliseconds since the beginning, and what the transport was asked for. */
  readonly made: { readonly at: number; readonly attempting: Attempting }[];
  /** Sends, and lets as much time pass as it takes. */
  send(one: Operation, sending?: Partial<Sending>): Promise<WireResponse>;
  /** Milliseconds until the next request has a slot, if there is one a minute. */
  untilNextSlot(): Promise<number>;
}

/** The network answers as listed, and with a success afterwards; a function is called at its time. */
async function staged(
  answers: readonly (Attempt | (() => Promise<Attempt>))[],
  work: (stage: Stage) => Promise<void>,
  {
    requestsPerMinute = 60,
    slotsOf = (slots: Slots): Slots => slots,
    end = new AbortController().signal,
    onTaken = (): void => undefined,
  } = {},
): Promise<void> {
  const clock = virtualClock();
  await using store = await freshState(clock);
  const { slots } = store.state;
  const began = clock.steady();
  const made: Stage['made'] = [];
  const transport = {
    attempt: async (_: WireRequest, attempting: Attempting): Promise<Attempt> => {
      const answer = answers[made.push({ at: clock.steady() - began, attempting }) - 1] ?? ok;
      return typeof answer === 'function' ? answer() : answer;
    },
    close: async () => undefined,
  };
  const send = createSender({
    transport,
    throttle: new Throttle(slots, 'a', clock, onTaken),
    slots: slotsOf(slots),
    account: 'a',
    clock,
    requestsPerMinute,
    end,
  });
  const request: WireRequest = { method: 'GET', target: '/projects' };
  await work({
    clock,
    slots,
    made,
    async send(one, sending = {}) {
      const sent = send(one, {}, request, { urgency: 'call', slotWaitMs: 10 * minute, ...sending });
      clock.run();
      try {
        return await sent;
      } finally {
        clock.stop();
      }
    },
    async untilNextSlot() {
      const buckets = [{ name: 'token', requests: requestsPerMinute, per: minute }];
      const answer = await slots.take('a', { buckets, deadline: 1, reservedForCalls: 0, ahead: 0 });
      return answer.kind === 'full' ? answer.ms : 0;
    },
  });
}

const times = <T>(count: number, value: T): T[] => Array.from({ length: count }, () => value);

describe('a request is sent again', () => {
  it.each([
    ['a start whose answer was lost', create, lost(), { code: 'outcome_unknown', next: expect.any(String) }],
    ['a start that a gateway answered', create, answered(502), { code: 'outcome_unknown' }],
    ['what the platform refused', projects, answered(404), { code: 'not_found' }],
    ['what would end the same way', projects, lost({ loss: 'final' }), { message: broke, next: later }],
    ['a failure that is not transient', projects, answered(500), { code: 'unreachable' }],
  ])('never: %s', (_, one, attempt, failure) =>
    staged([attempt], async ({ send, made }) => {
      await expect(send(one)).rejects.toMatchObject(failure);
      expect(made).toHaveLength(1);
    }),
  );

  it('as often as its sender allows', () =>
    staged([...times(3, unsent), ...times(9, answered(502))], async ({ send, made }) => {
      await expect(send(create, { attempts: 2 })).rejects.toBeInstanceOf(VisibilityError);
      await expect(send(projects, { attempts: 1 })).rejects.toBeInstanceOf(VisibilityError);
      expect(made).toHaveLength(3);
      await expect(send(projects, { attempts: 2 })).rejects.toMatchObject({ status: 502 });
      expect(made).toHaveLength(5);
    }));

  it('after the pause that the platform asks for, up to a minute', () =>
    staged(
      ['60', '61'].map((seconds) => answered(503, { 'retry-after': seconds })),
      async ({ send, made }) => {
        await expect(send(projects)).rejects.toMatchObject({ status: 503, retryAfter: 61 });
        expect(made.map(({ at }) => at)).toEqual([0, minute]);
      },
    ));

  it('after pauses below a bound that doubles', () =>
    staged(times(3, answered(502)), async ({ send, made }) => {
      const random = vi.spyOn(Math, 'random').mockReturnValue(0.5);
      await send(projects).finally(() => random.mockRestore());
      expect(made.map(({ at }) => at)).toEqual([0, 250, 750, 1_750]);
    }));
});

/** The pauses of buckets, as they are asked for from now on. */
function pausesOf(slots: Slots): () => string[] {
  const { calls } = vi.spyOn(slots, 'coolDown').mock;
  return () => calls.flatMap(([, buckets, ms]) => buckets.map(({ name }) => `${name} for ${ms}`));
}

describe('a 429', () => {
  it('keeps requests away for a second at least', () =>
    staged([answered(429, { 'retry-after': '0' })], async ({ send, made }) => {
      await send(projects);
      expect(made.map(({ at }) => at)).toEqual([0, 1_000]);
    }));

  it('is the answer for those who cannot wait, or make one attempt', () =>
    staged(times(2, answered(429, { 'retry-after': '30' })), async ({ send, made, clock, slots }) => {
      const pauses = pausesOf(slots);
      await expect(send(projects, { slotWaitMs: 0 })).rejects.toMatchObject({ status: 429, retryAfter: 30 });
      expect(pauses()).toEqual(['token for 30000']);
      await clock.advance(30_000);
      await expect(send(projects, { attempts: 1 })).rejects.toMatchObject({ status: 429 });
      expect(made).toHaveLength(2);
    }));

  it('is waited out within the time that the caller can wait for a slot in all', () =>
    staged(times(3, answered(429, { 'retry-after': '30' })), async ({ send, made }) => {
      await expect(send(projects, { slotWaitMs: 40_000 })).rejects.toMatchObject({
        code: 'rate_limited',
        outcome: 'not_sent',
      });
      expect(made).toHaveLength(2);
    }));

  it('that asks for more than a minute is about the operation, if that has a limit of its own', () =>
    staged(
      [answered(429, { 'retry-after': '61' }), answered(429, { 'retry-after': '60' })],
      async ({ send, slots, clock }) => {
        const batch = operation('grounding.batch');
        const pauses = pausesOf(slots);
        await expect(send(batch, { slotWaitMs: 0 })).rejects.toMatchObject({ status: 429 });
        expect(pauses()).toEqual(['grounding.batch for 61000']);
        await clock.advance(61_000);
        await expect(send(batch, { slotWaitMs: 0 })).rejects.toMatchObject({ status: 429 });
        expect(pauses().toSorted()).toEqual([
          'grounding.batch for 60000',
          'grounding.batch for 61000',
          'token for 60000',
        ]);
      },
    ));

  it.each([
    ['60', ['accuracy.checks:undefined for 60000', 'brand_accuracy for 60000', 'token for 60000']],
    ['61', ['accuracy.checks:undefined for 61000']],
  ])('that asks for %s s is about no limit of a shorter time', (seconds, expected) =>
    staged([answered(429, { 'retry-after': seconds })], async ({ send, slots }) => {
      const pauses = pausesOf(slots);
      await expect(send(operation('accuracy.reverify'), { slotWaitMs: 0 })).rejects.toMatchObject({ status: 429 });
      expect(pauses().toSorted()).toEqual(expected);
    }),
  );
});

describe('a slot', () => {
  const one = { requestsPerMinute: 1 };

  it('is free at once where nothing was sent', () =>
    staged(
      times(4, unsent),
      async ({ send, untilNextSlot, made }) => {
        await expect(send(create)).rejects.toBeInstanceOf(VisibilityError);
        expect(made).toHaveLength(4);
        expect(await untilNextSlot()).toBe(0);
      },
      one,
    ));

  it('is free a minute after its answer began, although that was not complete', () =>
    staged(
      [lost({ status: 200 })],
      async ({ send, untilNextSlot, clock }) => {
        await expect(send(create)).rejects.toMatchObject({ code: 'outcome_unknown' });
        await clock.advance(window);
        expect(await untilNextSlot()).toBe(0);
      },
      one,
    ));

  it('is given back where its sender stops before the attempt', () =>
    staged(
      [],
      async ({ send, untilNextSlot, made }) => {
        const stop = (): Promise<void> => Promise.reject(new Error('expired'));
        await expect(send(create, { beforeAttempt: stop })).rejects.toThrow('expired');
        const leaving = new AbortController();
        const beforeAttempt = async (): Promise<void> => leaving.abort(new Error('left'));
        await send(create, { beforeAttempt, signal: leaving.signal });
        expect(made).toHaveLength(1);
        expect(await untilNextSlot()).toBe(window);
      },
      one,
    ));
});

describe('a sender that is stopped', () => {
  const stopping = (): { end: AbortController; stop: () => Promise<Attempt> } => {
    const end = new AbortController();
    const stop = async (): Promise<Attempt> => {
      queueMicrotask(() => end.abort());
      return answered(502);
    };
    return { end, stop };
  };

  it('refuses what it waits for, and says that nothing was carried out', () => {
    const { end, stop } = stopping();
    return staged(
      [stop],
      async ({ send, made }) => {
        const refused = send(projects, { signal: new AbortController().signal });
        const stopped = { code: 'unreachable', message: expect.stringContaining('shutting down') };
        await expect(refused).rejects.toMatchObject(stopped);
        expect(made).toHaveLength(1);
        await expect(send(projects)).rejects.toMatchObject(stopped);
        expect(made).toHaveLength(1);
      },
      { end: end.signal },
    );
  });
});

describe('a caller who disconnects', () => {
  it.each([1, 4])('is why nothing is sent again after an attempt that was cancelled, of %i', (attempts) => {
    const leaving = new AbortController();
    const cancel = async (): Promise<Attempt> => {
      leaving.abort(new Error('left'));
      return lost({ sent: false, loss: 'cancelled' });
    };
    return staged([cancel], async ({ send, made }) => {
      await expect(send(create, { signal: leaving.signal, attempts })).rejects.toThrow('left');
      expect(made).toHaveLength(1);
    });
  });

  it('gives back a slot that was granted in the same moment', () => {
    const leaving = new AbortController();
    const beforeAttempt = vi.fn(async () => undefined);
    return staged(
      [],
      async ({ send, made, untilNextSlot }) => {
        await expect(send(create, { signal: leaving.signal, beforeAttempt })).rejects.toThrow('left');
        expect([made.length, beforeAttempt.mock.calls.length, await untilNextSlot()]).toEqual([0, 0, 0]);
      },
      { requestsPerMinute: 1, onTaken: () => leaving.abort(new Error('left')) },
    );
  });

  it('cuts off what may be repeated at any time, and anything else only before it was sent', () =>
    staged([], async ({ send, made }) => {
      const { signal } = new AbortController();
      await send(projects, { signal });
      await send(create, { signal });
      expect(made[0]?.attempting).toMatchObject({ reuse: true, signal });
      expect(made[0]?.attempting.unsentSignal).toBeUndefined();
      expect(made[1]?.attempting).toMatchObject({ reuse: false, unsentSignal: signal });
      expect(made[1]?.attempting.signal).toBeUndefined();
    }));
});

describe('the sender of a call on record', () => {
  it('notifies before each attempt, and after each that was not carried out', () => {
    const received: string[] = [];
    const sending = {
      beforeAttempt: async () => void received.push('before'),
      onNotAccepted: async () => void received.push('not accepted'),
    };
    return staged([answered(429, { 'retry-after': '1' }), unsent, ok, lost()], async ({ send }) => {
      await send(create, sending);
      expect(received).toEqual(['before', 'not accepted', 'before', 'not accepted', 'before']);
      received.length = 0;
      await send(projects, sending);
      expect(received).toEqual(['before', 'before']);
    });
  });

  it('may read the beginning of a stream of rows, where that may be repeated', () =>
    staged([], async ({ send, made }) => {
      const rows = { ...projects, answer: { kind: 'ndjson' } } as Operation;
      await send(rows);
      await send(projects);
      await send({ ...rows, method: 'POST' });
      expect(made.map(({ attempting }) => attempting.partial)).toEqual([true, false, false]);
    }));
});

describe('the deadline', () => {
  const timeouts = (made: Stage['made']): number[] => made.map(({ attempting }) => attempting.timeoutMs);

  it('leaves each attempt what is left of it, and five seconds at least', () =>
    staged([unsent, answered(429, { 'retry-after': '14' })], async ({ send, made, clock }) => {
      const random = vi.spyOn(Math, 'random').mockReturnValue(0);
      await send(projects, { deadlineMs: 20_000 }).finally(() => random.mockRestore());
      expect(timeouts(made)).toEqual([20_000, 20_000, 6_000]);
      await clock.advance(minute);
      await send(projects, { deadlineMs: 1_000 });
      expect(timeouts(made).at(-1)).toBe(5_000);
    }));

  it('is not more than the time of the operation, or of this request', () =>
    staged([], async ({ send, made }) => {
      await send(projects, { deadlineMs: 10 * minute });
      await send(projects, { timeoutMs: 7_000 });
      expect(timeouts(made)).toEqual([projects.timeout * 1_000, 7_000]);
    }));

  it('ends the attempts when it leaves none that could be answered', () =>
    staged(times(9, answered(502)), async ({ send, made }) => {
      // After the first failure: half a second for the attempt, and half a second for the pause before it.
      await expect(send(projects, { deadlineMs: 1_000 })).rejects.toMatchObject({ status: 502 });
      expect(made).toHaveLength(1);
      await expect(send(projects, { deadlineMs: 1_001 })).rejects.toMatchObject({ status: 502 });
      expect(made).toHaveLength(3);
    }));
});

describe('a process that was stopped', () => {
  it('may send for as long as the request has time, counted by either clock from when the slot was asked for', () =>
    staged(
      [],
      async ({ send, made, clock }) => {
        await send(projects);
        await send(projects);
        const may = (): boolean | undefined => made[1]?.attempting.maySend?.();
        expect([made[1]?.at, may()]).toEqual([window, true]);
        await clock.advance(projects.timeout * 1_000);
        expect(may()).toBe(true);
        await clock.advance(1);
        expect(may()).toBe(false);
        await clock.advance(window);
        await send(projects);
        clock.step(projects.timeout * 1_000 + 1);
        expect(made[2]?.attempting.maySend?.()).toBe(false);
      },
      { requestsPerMinute: 1 },
    ));
});
