import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { systemClock } from '../../../src/clock.ts';

const preload = fileURLToPath(new URL('./process-clock.mjs', import.meta.url));

/** Time for real processes of the program: one clock for all of them, as on one machine. */
export interface ProcessClock {
  /** Goes into the environment of each process. */
  readonly env: Readonly<Record<string, string>>;
  readonly speed: number;
  /** Lets `ms` pass at once in that process, which was started with an IPC channel. Its timers keep their real time. */
  jump(child: ChildProcess, ms: number): Promise<void>;
}

/** A clock `speed` times as fast as the machine's. */
export function processClock(speed = 1): ProcessClock {
  const origin = systemClock.steady();
  return {
    speed,
    env: {
      NODE_OPTIONS: `${process.env['NODE_OPTIONS'] ?? ''} --import=${preload}`,
      TEST_PROCESS_CLOCK: JSON.stringify({ speed, origin, jumped: 0 }),
    },
    async jump(child, ms) {
      const done = once(child, 'message');
      child.send({ jump: ms });
      await done;
    },
  };
}
