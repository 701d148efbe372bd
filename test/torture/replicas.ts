import assert from 'node:assert/strict';
import { endure, type Incident } from '../replicas/support/incidents.ts';
import { randomOf } from '../support/random.ts';

const incidents: readonly Incident[] = [
  'killed',
  'terminated',
  'frozen',
  'disconnected',
  'killed',
  'terminated',
  'frozen',
  'unreachable',
  'read-only',
];

/** Incidents in a round. */
const perRound = 6;

/** Milliseconds for which the database fails. */
const outageMs = 30_000;

/** Seconds within which the program of a replica that died continues. */
const continuesWithin = 30;

/** Incidents of all kinds at random times, with two and three replicas in turn. Rejects where something was paid twice or lost. */
export async function tortureReplicas(rounds: number, seed: number, say: (line: string) => void): Promise<void> {
  const random = randomOf(seed);
  for (let round = 1; round <= rounds; round++) {
    const ends: (() => void | Promise<void>)[] = [];
    const replicas = round % 2 === 0 ? 3 : 2;
    const chosen = Array.from({ length: perRound }, () => random.pick(incidents));
    try {
      say(`round ${round}, ${replicas} replicas: ${chosen.join(', ')}`);
      const endured = await endure(
        { onTestFinished: (end) => void ends.push(end) },
        { replicas, incidents: chosen, calmMs: () => random.below(2_000), outageMs, say },
      );
      const worst = Math.max(...endured.incidents.flat().map(({ errors }) => errors));
      say(
        `the most errors that one client saw in an incident: ${worst}; the longest pause of a program: ${endured.maxPause.toFixed(1)} s`,
      );
      assert.ok(worst <= 1, 'a client saw more than one error in an incident');
      assert.ok(endured.maxPause <= continuesWithin, 'a program paused for too long');
    } finally {
      for (const end of ends.toReversed()) await end();
    }
  }
}
