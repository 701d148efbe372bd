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

const text = (asked: InputRequiredResult): string =>
  (asked.inputRequests as unknown as { consent: { params: { message: string } } }).consent.params.message;

describe('a price', () => {
  it('up to the bound needs nobody, and above it a person', async () => {
    const { check, question } = await host().call();
    expect([check(quote(0)), check(quote(10))]).toEqual(['not_needed', 'not_needed']);
    expect(() => check(quote(11))).toThrow(
      expect.objectContaining({ code: 'confirmation_required', outcome: 'not_sent' }),
    );
    const other = await host().call();
    expect(() => other.check(quote(null))).toThrow(/an amount the platform does not bound/);
    expect(await question()).toBeUndefined();
  });

  it('of any size needs a person where the sum since the last consent is too high', async () => {
    const { check } = await host({ unattended: false }).call();
    expect(() => check(quote(1), exceeded)).toThrow(
      expect.objectContaining({
        message: expect.stringContaining('with 18 spent since a person last agreed that passes 20/session'),
        facts: { operation: 'storylines.create', credits: 1, confirm_above: '20/session', spent: 18 },
      }),
    );
  });
});

describe('a refusal', () => {
  it.each<Action>(['decline', 'cancel'])(
    'after a %s says that the person did not agree, and asks no more',
    async (action) => {
      const { ask, call } = host();
      const asked = await ask(quote(11));
      const { check, question } = await call(asked, { action });
      expect(() => check(quote(11))).toThrow(
        expect.objectContaining({
          message:
            'The person was asked and did not agree to spend up to 11 credits on storylines.create. Nothing was sent.',
          next: 'Do not repeat the call unless the person asks for it.',
        }),
      );
      expect(await question()).toBeUndefined();
    },
  );
});

describe('the question', () => {
  it('has the price, what it is for, and the arguments last', async () => {
    expect(text(await host().ask(quote(11)))).toBe(
      'Spend up to 11 credits on storylines.create? (a storyline)\nThe call: {"keyword":"tea"}',
    );
    const purpose = { ...quote(null), purpose: 'write an article', shown: 'The code: 1' };
    expect(text(await host().ask(purpose))).toBe(
      'Spend an amount the platform does not bound to write an article? (storylines.create: a storyline)\nThe code: 1',
    );
    const recurring = { ...quote(11), recurring: 'It draws 2 credits a day.' };
    expect(text(await host().ask(recurring)).split('\n')[1]).toBe('It draws 2 credits a day.');
  });

  it('shows 500 characters of the arguments, and no marks that turn or hide text', async () => {
    const { check, question } = await host().call(undefined, {
      args: { keyword: `\u202Etea\u2066 \u200Bpot${'x'.repeat(900)}` },
    });
    expect(() => check(quote(11))).toThrow();
    const [, shown = ''] = text((await question()) as InputRequiredResult).split('The call: ');
    expect(shown).toHaveLength(500);
    expect(shown).toContain('tea pot');
  });
});

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

  it('counts for a sum that is too high as well', async () => {
    const { ask, call } = host();
    const { check } = await call(await ask(quote(5), exceeded));
    expect(check(quote(5), exceeded)).toBe('person');
  });

  it('to a question that nobody asked is none', async () => {
    const { call } = host();
    const forged = { requestState: 'made up' } as InputRequiredResult;
    const { check } = await call(forged);
    expect(() => check(quote(11))).toThrow();
    const declined = await call(forged, { action: 'decline' });
    expect(() => declined.check(quote(11))).toThrow(/a person has to agree/);
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

  it('carries the call that replaces the host’s, and the question shows that one', async () => {
    const { ask, call } = host();
    const substitute: SubstituteCall = { tool: 'call_paid', args: { keyword: 'coffee' } };
    const asked = await ask(quote(11), undefined, substitute);
    expect(text(asked)).toContain('{"keyword":"coffee"}');
    expect((await call(asked)).substitute).toEqual(substitute);
    expect((await call()).substitute).toBeUndefined();
  });
});

describe('once something was spent', () => {
  it('nobody is asked any more: the call would run again from its start, and pay twice', async () => {
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
