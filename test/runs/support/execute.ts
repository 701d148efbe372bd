import { setImmediate as turnOfEventLoop } from 'node:timers/promises';
import { expect } from 'vitest';
import type { RunRecords } from '../../../src/client/runs/run-records.ts';
import { codeLimits, type CodeLimits } from '../../../src/code-limits.ts';
import type { Perform } from '../../../src/platform/perform.ts';
import type { EngineEvents } from '../../../src/runs/engine/engine.ts';
import type { EngineCall, Outcome, ProgramEnd, ToEngine, Turn } from '../../../src/runs/engine/messages.ts';
import type { ExecutionParts, RunProgress } from '../../../src/runs/execution-parts.ts';
import { type Ending, Execution } from '../../../src/runs/execution.ts';
import type { Run, RunCall, RunEnd, RunNote } from '../../../src/state/run-store.ts';
import { virtualClock } from '../../support/clock/virtual-clock.ts';

/** A run as it is on record when its program begins. */
export const startedRun: Run = {
  id: 'run_1',
  code: 'the code',
  input: '{"a":1}',
  may: ['read'],
  maxCredits: 0,
  consent: null,
  key: undefined,
  label: undefined,
  state: 'running',
  result: null,
  exitCode: null,
  error: null,
  log: [],
  charged: 0,
  held: 0,
  calls: {},
  createdAt: 1_700_000_000_000,
  endedAt: null,
  isLeased: true,
  unused: 0,
};

export const call = (n: number, name = 'projects.list', args = '[]'): EngineCall => ({ n, name, args });

export const returned = (json = 'null', exit?: number): ProgramEnd => ({ kind: 'returned', json, exit });

export interface Settings extends Partial<Omit<ExecutionParts, 'run' | 'limits' | 'records' | 'perform'>> {
  readonly run?: Partial<Run>;
  readonly limits?: Partial<CodeLimits>;
  readonly records?: Partial<RunRecords> | undefined;
  readonly perform?: Perform | undefined;
}

/** An execution whose engine, records and time the test steers. */
export async function execute({ run, limits, records, ...parts }: Settings = {}) {
  const clock = virtualClock('2026-11-04T09:30:00Z');
  const notes: (readonly RunNote[])[] = [];
  const ends: RunEnd[] = [];
  const delivered: Outcome[][] = [];
  const progress: RunProgress[] = [];
  const defects: unknown[] = [];
  const performed: string[] = [];
  let releases = 0;
  let starts = 0;
  let stops = 0;
  let engine: EngineEvents | undefined;
  let program: Extract<ToEngine, { kind: 'start' }> | undefined;
  const perform = parts.perform ?? (async () => ({ data: 'x' }));
  const execution = new Execution({
    calls: [],
    steps: [],
    clock,
    isDry: false,
    isHeld: async () => true,
    isAuthorized: async () => true,
    onProgress: (step) => void progress.push(step),
    onDefect: (error) => void defects.push(error),
    lease: { owner: 'process', leaseMs: 15_000, holdMs: 600_000 },
    engines: {
      open: async (events) => {
        engine = events;
        // As its interface says, nothing follows once it is stopped.
        return {
          start: (start) => {
            starts++;
            program = { kind: 'start', ...start };
          },
          deliver: (outcomes) => void delivered.push([...outcomes]),
          stop: async () => {
            engine = undefined;
            stops++;
          },
        };
      },
    },
    ...parts,
    run: { ...startedRun, ...run },
    limits: codeLimits(limits ?? {}),
    perform: async (name, args, options) => {
      performed.push(name);
      return perform(name, args, options);
    },
    records: {
      note: async (_id: string, _lease: unknown, group: readonly RunNote[]) => notes.push(group) > 0,
      end: async (_id: string, _owner: string, end: RunEnd) => ends.push(end) > 0,
      release: async () => void releases++,
      renew: async () => true,
      find: async () => undefined,
      ...records,
    } as unknown as RunRecords,
  });
  execution.begin();
  await settled();
  /** How the run ended here, which takes no time. */
  const ending = (): Promise<Ending> =>
    Promise.race([execution.ending, settled(60).then(() => expect.unreachable('no end'))]);
  return {
    clock,
    execution,
    notes,
    ends,
    delivered,
    progress,
    defects,
    performed,
    program: () => program,
    counts: () => ({ releases, starts, stops }),
    /** Sends what an engine might. */
    send: (message: unknown) => engine?.onMessage(message),
    die: (error: unknown) => engine?.onDeath(error),
    /** A turn of the program, and all that follows from it without time passing. */
    async turn(turn: Partial<Turn> = {}) {
      engine?.onMessage({ kind: 'turn', asks: [], log: [], ...turn });
      await settled();
    },
    ending,
    /** How the run ended in this process, and with what failure. */
    async end() {
      const { kind } = await ending();
      const { state, error, ...others } = ends.at(-1) ?? {};
      return { kind, state, ...others, ...(error === undefined ? {} : (JSON.parse(error) as object)) };
    },
  };
}

/** Resolves when nothing is left to happen without time passing. */
export async function settled(turns = 12): Promise<void> {
  for (let turn = 0; turn < turns; turn++) await turnOfEventLoop();
}

/** A recorded call. */
export const recordedCall = (n: number, more: Partial<RunCall> = {}): RunCall => ({
  n,
  name: 'projects.list',
  request: '',
  entry: null,
  mayHaveLeft: false,
  outcome: null,
  ...more,
});
