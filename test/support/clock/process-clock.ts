import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { systemClock } from '../../../src/base/clock.ts';
import { preloading } from '../processes/test-script.ts';

/** Time for real processes of the program: one clock for all of them, as on one machine. */
export interface ProcessClock {
  /** Goes into the environment of each process. */
  readonly env: Readonly<Record<string, string>>;
  /** Lets `ms` pass at once in that process, which was started with an IPC channel. Its timers keep their real time. */
  jump(child: ChildProcess, ms: number): Promise<void>;
}

/** The settings of a process's clock, as JSON. */
export interface ClockOrigin {
  readonly speed: number;
  /** Steady milliseconds of the machine from which the clock is as fast as `speed`. */
  readonly origin: number;
}

/** A clock `speed` times as fast as the machine's. */
export function processClock(speed = 1): ProcessClock {
  const result: ClockOrigin = { speed, origin: systemClock.steady() };
  return {
    env: {
      NODE_OPTIONS: preloading(new URL('./preload-clock.ts', import.meta.url)),
      TEST_PROCESS_CLOCK: JSON.stringify(result),
    },
    async jump(child, ms) {
      const done = once(child, 'message');
      child.send({ jump: ms });
      await done;
    },
  };
}
