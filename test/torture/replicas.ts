import { endure, type Incident } from '../replicas/support/incidents.ts';

const incidents: readonly Incident[] = ['killed', 'terminated', 'frozen', 'terminated', 'killed', 'frozen'];

/** Incidents of all kinds, with two and three replicas in turn. Rejects where something was paid twice or lost. */
export async function tortureReplicas(rounds: number, say: (line: string) => void): Promise<void> {
  for (let round = 1; round <= rounds; round++) {
    const ends: (() => void | Promise<void>)[] = [];
    const replicas = round % 2 === 0 ? 3 : 2;
    try {
      say(`round ${round}: ${replicas} replicas`);
      const { worst } = await endure(
        { onTestFinished: (end) => void ends.push(end) },
        { replicas, incidents: incidents.slice(0, 2 * replicas), say },
      );
      say(`the most errors that one client saw in an incident: ${Math.max(...worst)}`);
    } finally {
      for (const end of ends.toReversed()) await end();
    }
  }
}
