import { expect, test } from 'vitest';
import { bench, refusal, token } from '../../support/bench.ts';
import { json, tooMany } from '../../support/platform.ts';
import { asked } from '../../support/state/sql.ts';
import { preparedStore, openStore } from '../../support/state/store.ts';
import { virtualClock } from '../../support/clock/virtual-clock.ts';
import { projects } from '../../support/stories.ts';

test('a pause is listed with what is left of it, and can be ended', async () => {
  await using it = await bench();
  it.platform.on('GET /projects', tooMany('1800'), json({ data: [] }));
  const client = await it.client({ account: 'label' });
  await refusal(client.call(projects, {}, { waitSeconds: 1 }));
  const records = await (await it.client({ account: 'label' })).records();
  const [pause] = await records.cooldowns();
  expect(pause).toMatchObject({ bucket: 'token' });
  expect(Math.round((pause?.ms ?? 0) / 1000)).toBeGreaterThan(1_790);
  expect(await records.clearCooldowns()).toBe(1);
  await client.call(projects, {}, { waitSeconds: 0 });
  expect(await records.cooldowns()).toEqual([]);
});

test('a pause of years that an earlier version left in the store lasts an hour from when this one sees it', async () => {
  await using store = await preparedStore();
  const clock = virtualClock();
  const first = await openStore(store.location, clock);
  // Half of the slots are withheld at most.
  const bucket = { name: 'token', requests: 60, per: 60_000 };
  const far = clock.steady() + 1.9e12;
  const access = await first.accounts.key('http://127.0.0.1:1/api/v1', token);
  await first.close();
  await asked(store.location, [
    `INSERT INTO cooldowns (account, bucket, until) VALUES ('${access}', 'token', ${far})`,
    ...Array.from(
      { length: 30 },
      () => `INSERT INTO slots (id, account, bucket, per, until) VALUES ('withheld', '${access}', 'token', 0, ${far})`,
    ),
  ]);
  const again = await openStore(store.location, clock);
  expect(await again.slots.cooldowns(access)).toMatchObject([
    { ms: expect.toSatisfy((ms: number) => ms <= 3_600_000) },
  ]);
  await clock.advance(3_900_000);
  for (let n = 0; n < 60; n++)
    expect(
      await again.slots.take(access, { buckets: [bucket], deadline: 1_000, reservedForCalls: 0, ahead: 0 }),
    ).toMatchObject({
      kind: 'taken',
    });
  await again.close();
});
