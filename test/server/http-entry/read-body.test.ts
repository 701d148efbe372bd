import { PassThrough } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Admission, type Bound } from '../../../src/server/http-entry/admission.ts';
import { readBody, type Body } from '../../../src/server/http-entry/read-body.ts';
import { virtualClock } from '../../support/clock/virtual-clock.ts';

const limits = { maxBodyBytes: 100, bodyStallMs: 1_000 };
const bound = { max: 150, each: 120, evict: { above: 20 } };

type Bytes = Admission<'bytes'>;
const counting = (bytes: Bound = bound): Bytes => new Admission({ bytes }, virtualClock());

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

/** A request whose body arrives as the test writes it. */
function reading(
  admission: Bytes | undefined,
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
  const body = readBody(request, limits, admission && { admission, caller });
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
    const one = reading(counting());
    await one.send(60);
    await one.send(40);
    const body = await one.end();
    expect(body).toMatchObject({ kind: 'read', bytes: Buffer.from('x'.repeat(100)) });
  });

  it('is refused at the first byte beyond the limit, and what follows is not kept', async () => {
    const one = reading(counting());
    await one.send(101);
    expect(await one.outcome()).toMatchObject({ kind: 'refused', refusal: { status: 413 } });
    expect(['data', 'end', 'close'].map((event) => one.request.listenerCount(event)).at(0)).toBe(0);
  });

  it('is given up where nothing arrives for the stall time, which each piece starts again', async () => {
    const one = reading(counting());
    await vi.advanceTimersByTimeAsync(900);
    await one.send(1);
    await vi.advanceTimersByTimeAsync(900);
    expect(await one.state()).toBe('open');
    await vi.advanceTimersByTimeAsync(100);
    expect(await one.outcome()).toMatchObject({ kind: 'refused', refusal: { status: 408 } });
  });

  it('that is complete has no timer', async () => {
    const one = reading(counting());
    await one.end();
    expect(vi.getTimerCount()).toBe(0);
  });

  it('of a sender that hung up is reported as gone', async () => {
    const one = reading(counting());
    await one.send(50);
    one.request.destroy(new Error('hung up'));
    expect(await one.outcome()).toEqual({ kind: 'gone' });
  });
});

it('a body that does not count is read within its own limit', async () => {
  const [one, other] = [reading(undefined), reading(undefined)];
  await one.send(100);
  await other.send(101);
  expect(await other.outcome()).toMatchObject({ kind: 'refused', refusal: { status: 413 } });
  const body = await one.end();
  expect(body).toMatchObject({ kind: 'read', bytes: Buffer.from('x'.repeat(100)) });
  release(body);
});

describe('the total', () => {
  it('is kept by refusing the largest unfinished body', async () => {
    const admission = counting();
    const [small, large, larger] = [reading(admission), reading(admission), reading(admission)];
    await small.send(20);
    await large.send(60);
    await larger.send(70);
    expect(await Promise.all([small, large, larger].map((one) => one.state()))).toEqual(['open', 'open', 'open']);
    await small.send(1);
    expect(await larger.outcome()).toMatchObject({ kind: 'refused', refusal: { status: 503 } });
    expect([await small.state(), await large.state()]).toEqual(['open', 'open']);
  });

  it('never refuses a small body, nor one that is complete', async () => {
    const admission = counting();
    const complete = reading(admission);
    await complete.send(100);
    await complete.end();
    const small = [reading(admission), reading(admission), reading(admission)];
    for (const one of small) await one.send(20);
    expect(await Promise.all(small.map((one) => one.state()))).toEqual(['open', 'open', 'open']);
    const large = reading(admission);
    await large.send(21);
    expect(await large.outcome()).toMatchObject({ kind: 'refused', refusal: { status: 503 } });
    expect(await Promise.all(small.map((one) => one.state()))).toEqual(['open', 'open', 'open']);
  });

  it('has room again for what is released, refused or gone, once', async () => {
    const admission = counting();
    const read = reading(admission);
    await read.send(100);
    const body = await read.end();
    const next = reading(admission);
    await next.send(51);
    expect(await next.outcome()).toMatchObject({ kind: 'refused' });
    const gone = reading(admission);
    await gone.send(50);
    gone.request.destroy();
    await gone.outcome();
    const fits = reading(admission);
    await fits.send(50);
    expect(await fits.state()).toBe('open');
    release(body);
    release(body);
    await fits.send(50);
    const other = reading(admission);
    await other.send(50);
    expect([await fits.state(), await other.state()]).toEqual(['open', 'open']);
    await other.send(1);
    expect(await fits.outcome()).toMatchObject({ kind: 'refused' });
  });
});

describe("one caller's total", () => {
  const refused = { kind: 'refused', refusal: { status: 429 } };
  const roomy = { ...bound, max: 1_000 };

  it('is kept by refusing the largest of its unfinished bodies', async () => {
    const admission = counting(roomy);
    const [larger, large, small] = [reading(admission, 'a'), reading(admission, 'a'), reading(admission, 'a')];
    await larger.send(60);
    await large.send(40);
    await small.send(20);
    expect(await larger.state()).toBe('open');
    await small.send(1);
    expect(await larger.outcome()).toMatchObject(refused);
    expect([await large.state(), await small.state()]).toEqual(['open', 'open']);
  });

  it('gets back the bytes of a body that was refused, answered or given up', async () => {
    const admission = counting(roomy);
    const [first, second] = [reading(admission, 'a'), reading(admission, 'a')];
    await first.send(61);
    await second.send(60);
    expect(await first.outcome()).toMatchObject(refused);
    const answered = reading(admission, 'a');
    await answered.send(60);
    const body = await answered.end();
    release(body);
    const gone = reading(admission, 'a');
    await gone.send(60);
    gone.request.destroy();
    await gone.outcome();
    const next = reading(admission, 'a');
    await next.send(60);
    expect([await second.state(), await next.state()]).toEqual(['open', 'open']);
    await next.send(1);
    expect(await next.outcome()).toMatchObject(refused);
  });

  it('counts complete bodies until they are answered, and refuses none of them', async () => {
    const admission = counting(roomy);
    const complete = reading(admission, 'a');
    await complete.send(100);
    expect(await complete.end()).toMatchObject({ kind: 'read' });
    const next = reading(admission, 'a');
    await next.send(21);
    expect(await next.outcome()).toMatchObject(refused);
  });

  it('is no reason to refuse small bodies, nor bodies of other callers', async () => {
    const admission = counting(roomy);
    const other = reading(admission, 'b');
    await other.send(100);
    const small = Array.from({ length: 7 }, () => reading(admission, 'a'));
    for (const one of small) await one.send(20);
    expect(await Promise.all([other, ...small].map((one) => one.state()))).toEqual(Array(8).fill('open'));
  });

  it('does not exist where callers have no identities', async () => {
    const admission = counting(roomy);
    const some = [reading(admission), reading(admission), reading(admission)];
    for (const one of some) await one.send(60);
    expect(await Promise.all(some.map((one) => one.state()))).toEqual(['open', 'open', 'open']);
  });
});

describe('the total of several callers', () => {
  it('is kept at the expense of the caller with the most bytes, not of the largest body', async () => {
    const admission = counting();
    const [largest, one, two] = [reading(admission, 'a'), reading(admission, 'b'), reading(admission, 'b')];
    await largest.send(70);
    await one.send(50);
    await two.send(30);
    expect(await one.state()).toBe('open');
    await two.send(1);
    expect(await one.outcome()).toMatchObject({ kind: 'refused', refusal: { status: 503 } });
    expect([await largest.state(), await two.state()]).toEqual(['open', 'open']);
  });

  it('is the same whichever of them began first', async () => {
    const admission = counting();
    const [one, two, largest] = [reading(admission, 'b'), reading(admission, 'b'), reading(admission, 'a')];
    await one.send(50);
    await two.send(30);
    await largest.send(71);
    expect(await one.outcome()).toMatchObject({ kind: 'refused', refusal: { status: 503 } });
    expect([await largest.state(), await two.state()]).toEqual(['open', 'open']);
  });
});
