import { expect, it } from 'vitest';
import { virtualClock } from '../../support/clock/virtual-clock.ts';
import { bench } from '../../support/bench.ts';
import { runsOver } from './support/runs-over.ts';

it('the credits of a run whose process died stay held for ten minutes after its last renewal', async () => {
  await using rig = await bench({ running: false });
  const dead = virtualClock();
  const client = await rig.client({ clock: dead });
  const runs = runsOver(client, dead);
  const other = await rig.client({ budget: [{ credits: 100, window: 'day' }] });
  const held = async () => (await other.money()).limits[0]?.reserved;
  await runs.start({ code: 'await sleep(3600000)', may: ['read'], maxCredits: 30 });
  // Its process renews nothing from here on: its clock stands still.
  expect(await held()).toBe(30);
  await rig.clock.advance(10 * 60_000 - 1_000);
  expect(await held()).toBe(30);
  await rig.clock.advance(2_000);
  expect(await held()).toBe(0);
  await runs.close();
  dead.stop();
});
