import { expect, it } from 'vitest';
import { beginInTime } from '../../../src/server/transports/begin-in-time.ts';
import { virtualClock } from '../../support/clock/virtual-clock.ts';

it('an answer that has begun and then fails ends its stream, and is kept alive no longer', async () => {
  const clock = virtualClock();
  const answer = Promise.withResolvers<Response>();
  const begun = beginInTime(answer.promise, 'text/event-stream', clock);
  await clock.advance(15_000);
  const read = (await begun).text();
  answer.reject(new Error('late'));
  await expect(read).rejects.toThrow('late');
  expect(clock.sleepers).toBe(0);
});

it.each([undefined, 'application/json'])(
  'a client that accepts %s gets no stream, however long it takes',
  async (accepts) => {
    const clock = virtualClock();
    const answer = Promise.withResolvers<Response>();
    const begun = beginInTime(answer.promise, accepts, clock);
    await clock.advance(60_000);
    answer.resolve(Response.json({ id: 1 }));
    expect((await begun).headers.get('content-type')).toBe('application/json');
  },
);
