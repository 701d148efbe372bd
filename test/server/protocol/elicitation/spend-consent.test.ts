import type { InputRequiredResult, ServerContext } from '@modelcontextprotocol/server';
import { describe, expect, it } from 'vitest';
import type { ExceededThreshold, Quote } from '../../../../src/client/calls/reply.ts';
import {
  createSpendConsent,
  type ConsentOptions,
  type SpendConsent,
} from '../../../../src/server/protocol/elicitation/spend-consent.ts';
import type { SubstituteCall } from '../../../../src/server/protocol/elicitation/platform-elicitation.ts';
import { createRequestMemory } from '../../../../src/server/protocol/request-memory.ts';
import { virtualClock } from '../../../support/clock/virtual-clock.ts';

type CallConsent = Awaited<ReturnType<SpendConsent['open']>>;
type Action = 'accept' | 'decline' | 'cancel' | 'none';

const asking: ConsentOptions = { confirmAbove: 10, unattended: false };
const exceeded: ExceededThreshold = { limit: '20/session', spent: 18 };

const quote = (credits: number | null, operation = 'storylines.create'): Quote => ({
  operation,
  effect: 'paid',
  credits,
  basis: 'a storyline',
});

/** A person's answer to the question, as the host sends it along with the repeated call. */
const answering = (asked?: InputRequiredResult, action: Action = 'accept'): ServerContext =>
  ({
    sessionId: 'ada',
    mcpReq: {
      requestState: () => asked?.requestState,
      ...(asked && action !== 'none' ? { inputResponses: { consent: { action } } } : {}),
    },
  }) as unknown as ServerContext;

/** Tool calls of one host, all with the same arguments. */
function host(options: ConsentOptions = asking) {
  const { open } = createSpendConsent(options, createRequestMemory(virtualClock()));
  const call = (
    asked?: InputRequiredResult,
    { action, canAsk = true, args = { keyword: 'tea' } }: { action?: Action; canAsk?: boolean; args?: object } = {},
  ): Promise<CallConsent> => open('call_paid', args, answering(asked, action), canAsk);
  return {
    call,
    /** Asks a person about this price, and resolves with the question. */
    async ask(about: Quote, more?: ExceededThreshold, substitute?: SubstituteCall): Promise<InputRequiredResult> {
      const { check, question: put } = await call();
      expect(() => check(about, more)).toThrow();
      return (await put(substitute)) as InputRequiredResult;
    },
  };
}

describe('a yes', () => {
  it('counts once, for that operation and that price or less', async () => {
    const { ask, call } = host();
    const { check } = await call(await ask(quote(30)));
    expect(() => check(quote(30, 'articles.generate'))).toThrow();
    expect(() => check(quote(31))).toThrow();
    expect(() => check(quote(null))).toThrow();
    expect(check(quote(20))).toBe('person');
    expect(() => check(quote(20))).toThrow();
  });

  it('to a second question leaves the first one standing', async () => {
    const { ask, call } = host();
    const first = await ask(quote(11));
    const { check, question } = await call(first);
    expect(() => check(quote(12, 'articles.generate'))).toThrow();
    const third = await call((await question()) as InputRequiredResult);
    expect(third.check(quote(11))).toBe('person');
    expect(third.check(quote(12, 'articles.generate'))).toBe('person');
  });
});

describe('once something was spent', () => {
  it('no person is asked: the call would start again, and pay twice', async () => {
    const { check, question } = await host().call();
    expect(check(quote(5))).toBe('not_needed');
    expect(() => check(quote(11))).toThrow(/a person has to agree/);
    expect(await question()).toBeUndefined();
  });

  it('a yes was used as well', async () => {
    const { ask, call } = host();
    const { check, question } = await call(await ask(quote(11)));
    check(quote(11));
    expect(() => check(quote(12))).toThrow();
    expect(await question()).toBeUndefined();
  });

  it('nothing free counts, nor a price that was accepted and then found above a threshold', async () => {
    const { check, question } = await host().call();
    const price = quote(5);
    expect([check(quote(0)), check(price)]).toEqual(['not_needed', 'not_needed']);
    expect(() => check(price, exceeded)).toThrow();
    expect(await question()).toBeDefined();
  });
});
