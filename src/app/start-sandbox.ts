import type { Reading } from '../../sandbox/readings/reading.ts';
import type { FixturesName } from '../../sandbox/fixtures/index.ts';
import type { HeldClock, Sandbox, SandboxOptions } from '../../sandbox/sandbox.ts';
import { systemClock } from '../base/clock.ts';

export type { FixturesName, HeldClock, Reading };

/** The initial content of a new embedded platform. */
export const fixturesNames = ['small', 'year'] as const satisfies readonly FixturesName[];

/** Starts the embedded platform on the machine's own time. Its code is loaded only then, since most processes do not need it. */
export async function startSandbox(options: Omit<SandboxOptions, 'clock'>): Promise<Sandbox> {
  const sandbox = await import('../../sandbox/sandbox.ts');
  return sandbox.startSandbox({ ...options, clock: systemClock });
}

/** The other interpretations that the embedded platform can follow where the documents are unclear. */
export async function sandboxReadings(): Promise<readonly Reading[]> {
  return (await import('../../sandbox/readings/index.ts')).allReadings;
}
