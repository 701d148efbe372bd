import { PassThrough } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { BodyBudget, type Body } from '../../../src/server/http-entry/body-budget.ts';

const limits = {
  maxBodyBytes: 100,
  maxBodyBytesTotal: 150,
  maxBodyBytesPerCaller: 120,
  smallBodyBytes: 20,
  bodyStallMs: 1_000,
};

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

/** A request whose body arrives as the test writes it. */
function reading(
  budget: BodyBudget,
  caller?: string,
): {
  readonly request: PassThrough;
  send(bytes: number): Promise<void>;
  end(): Promise<Body | 'open'>;
  /** What has become of it so far. */
  outcome(): Promise<Body | 'open'>;
  state(): Promise<Body['kind'] | 'open'>;
} {
  const request = new PassThrough();
  const body = budget.read(request, caller);
  const outcome = async (): Promise<Body | 'open'> => {
    await turn();
    return Promise.race([body, turn('open' as const)]);
  };
  return {
    request,
    outcome,
    async send(bytes) {
      request.write(Buffer.alloc(bytes, 'x'));
      await turn();
    },
    end() {
      request.end();
      return outcome();
    },
    async state() {
      const so = await outcome();
      return so === 'open' ? so : so.kind;
    },
  };
}

const release = (body: Body | 'open'): void => void (body !== 'open' && body.kind === 'read' && body.release());

describe('one body', () => {
  it('may have exactly as many bytes as the limit', async () => {
    const one = reading(new BodyBudget(limits));
    await one.send(60);
    await one.send(40);
    const body = await one.end();
    expect(body).toMatchObject({ kind: 'read', bytes: Buffer.from('x'.repeat(100)) });
  });

  it('is refused at the first byte beyond the limit, and what follows is not kept', async () => {
    const one = reading(new BodyBudget(limits));
    await one.send(101);
    expect(await one.outcome()).toMatchObject({ kind: 'refused', refusal: { status: 413 } });
    expect(['data', 'end', 'close'].map((event) => one.request.listenerCount(event)).at(0)).toBe(0);
  });

  it('is given up where nothing arrives for the stall time, which each piece starts again', async () => {
    const one = reading(new BodyBudget(limits));
    await vi.advanceTimersByTimeAsync(900);
    await one.send(1);
    await vi.advanceTimersByTimeAsync(900);
    expect(await one.state()).toBe('open');
    await vi.advanceTimersByTimeAsync(100);
    expect(await one.outcome()).toMatchObject({ kind: 'refused', refusal: { status: 408 } });
  });

  it('that is complete has no timer', async () => {
    const one = reading(new BodyBudget(limits));
    await one.end();
    expect(vi.getTimerCount()).toBe(0);
  });

  it('of a sender that hung up is reported as gone', async () => {
    const one = reading(new BodyBudget(limits));
    await one.send(50);
    one.request.destroy(new Error('hung up'));
    expect(await one.outcome()).toEqual({ kind: 'gone' });
  });
});

describe('the total', () => {
  it('is kept by refusing the largest unfinished body', async () => {
    const budget = new BodyBudget(limits);
    const [small, large, larger] = [reading(budget), reading(budget), reading(budget)];
    await small.send(20);
    await large.send(60);
    await larger.send(70);
    expect(await Promise.all([small, large, larger].map((one) => one.state()))).toEqual(['open', 'open', 'open']);
    await small.send(1);
    expect(await larger.outcome()).toMatchObject({ kind: 'refused', refusal: { status: 503 } });
    expect([await small.state(), await large.state()]).toEqual(['open', 'open']);
  });

  it('never refuses a small body, nor one that is complete', async () => {
    const budget = new BodyBudget(limits);
    const complete = reading(budget);
    await complete.send(100);
    await complete.end();
    const small = [reading(budget), reading(budget), reading(budget)];
    for (const one of small) await one.send(20);
    expect(await Promise.all(small.map((one) => one.state()))).toEqual(['open', 'open', 'open']);
    const large = reading(budget);
    await large.send(21);
    expect(await large.outcome()).toMatchObject({ kind: 'refused', refusal: { status: 503 } });
    expect(await Promise.all(small.map((one) => one.state()))).toEqual(['open', 'open', 'open']);
  });

  it('has room again for what is released, refused or gone, once', async () => {
    const budget = new BodyBudget(limits);
    const read = reading(budget);
    await read.send(100);
    const body = await read.end();
    const next = reading(budget);
    await next.send(51);
    expect(await next.outcome()).toMatchObject({ kind: 'refused' });
    const gone = reading(budget);
    await gone.send(50);
    gone.request.destroy();
    await gone.outcome();
    const fits = reading(budget);
    await fits.send(50);
    expect(await fits.state()).toBe('open');
    release(body);
    release(body);
    await fits.send(50);
    const other = reading(budget);
    await other.send(50);
    expect([await fits.state(), await other.state()]).toEqual(['open', 'open']);
    await other.send(1);
    expect(await fits.outcome()).toMatchObject({ kind: 'refused' });
  });
});

describe("one caller's total", () => {
  const refused = { kind: 'refused', refusal: { status: 429 } };
  const roomy = { ...limits, maxBodyBytesTotal: 1_000 };

  it('is kept by refusing the largest of its unfinished bodies', async () => {
    const budget = new BodyBudget(roomy);
    const [larger, large, small] = [reading(budget, 'a'), reading(budget, 'a'), reading(budget, 'a')];
    await larger.send(60);
    await large.send(40);
    await small.send(20);
    expect(await larger.state()).toBe('open');
    await small.send(1);
    expect(await larger.outcome()).toMatchObject(refused);
    expect([await large.state(), await small.state()]).toEqual(['open', 'open']);
  });

  it('gets back the bytes of a body that was refused, answered or given up', async () => {
    const budget = new BodyBudget(roomy);
    const [first, second] = [reading(budget, 'a'), reading(budget, 'a')];
    await first.send(61);
    await second.send(60);
    expect(await first.outcome()).toMatchObject(refused);
    const answered = reading(budget, 'a');
    await answered.send(60);
    const body = await answered.end();
    release(body);
    const gone = reading(budget, 'a');
    await gone.send(60);
    gone.request.destroy();
    await gone.outcome();
    const next = reading(budget, 'a');
    await next.send(60);
    expect([await second.state(), await next.state()]).toEqual(['open', 'open']);
    await next.send(1);
    expect(await next.outcome()).toMatchObject(refused);
  });

  it('counts complete bodies until they are answered, and refuses none of them', async () => {
    const budget = new BodyBudget(roomy);
    const complete = reading(budget, 'a');
    await complete.send(100);
    expect(await complete.end()).toMatchObject({ kind: 'read' });
    const next = reading(budget, 'a');
    await next.send(21);
    expect(await next.outcome()).toMatchObject(refused);
  });

  it('is no reason to refuse small bodies, nor bodies of other callers', async () => {
    const budget = new BodyBudget(roomy);
    const other = reading(budget, 'b');
    await other.send(100);
    const small = Array.from({ length: 7 }, () => reading(budget, 'a'));
    for (const one of small) await one.send(20);
    expect(await Promise.all([other, ...small].map((one) => one.state()))).toEqual(Array(8).fill('open'));
  });

  it('does not exist where callers have no identities', async () => {
    const budget = new BodyBudget(roomy);
    const some = [reading(budget), reading(budget), reading(budget)];
    for (const one of some) await one.send(60);
    expect(await Promise.all(some.map((one) => one.state()))).toEqual(['open', 'open', 'open']);
  });
});

describe('the total of several callers', () => {
  it('is kept at the expense of the caller with the most bytes, not of the largest body', async () => {
    const budget = new BodyBudget(limits);
    const [largest, one, two] = [reading(budget, 'a'), reading(budget, 'b'), reading(budget, 'b')];
    await largest.send(70);
    await one.send(50);
    await two.send(30);
    expect(await one.state()).toBe('open');
    await two.send(1);
    expect(await one.outcome()).toMatchObject({ kind: 'refused', refusal: { status: 503 } });
    expect([await largest.state(), await two.state()]).toEqual(['open', 'open']);
  });

  it('is the same whichever of them began first', async () => {
    const budget = new BodyBudget(limits);
    const [one, two, largest] = [reading(budget, 'b'), reading(budget, 'b'), reading(budget, 'a')];
    await one.send(50);
    await two.send(30);
    await largest.send(71);
    expect(await one.outcome()).toMatchObject({ kind: 'refused', refusal: { status: 503 } });
    expect([await largest.state(), await two.state()]).toEqual(['open', 'open']);
  });
});
