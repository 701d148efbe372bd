import { operationNamed } from '../catalog/index.ts';
import type { Operation } from '../catalog/operation.ts';
import type { Client } from '../client/client.ts';
import type { Reply } from '../client/call/reply.ts';
import type { AccountMemory } from '../client/runs/account-memory.ts';
import type { RunRecords } from '../client/runs/run-records.ts';
import type { Config } from '../config/config.ts';
import { endOf } from '../platform/call-result.ts';
import { dryMemory } from '../runs/dry-memory.ts';
import type { ProgramOrder } from '../runs/runs.ts';
import { sampleAnswer } from '../tools/schema/sample-answer.ts';
import { runResult } from '../tools/runs/run-result.ts';
import { openRuns } from './wiring/open-runs.ts';

interface Planned {
  readonly operation: string;
  readonly arguments: unknown;
  /** Upper bound; null where none is known. */
  readonly credits: number | null;
}

/**
 * Runs a program whose reads are real. Its other calls are priced and answered from their declarations; nothing of it is
 * on record.
 */
export async function dryRun(
  client: Client,
  config: Config,
  order: ProgramOrder,
): Promise<{ readonly result: Record<string, unknown>; readonly isError: boolean }> {
  const planned: Planned[] = [];
  const records = memoryRecords();
  let memory: AccountMemory | undefined;
  const dry: Client = {
    ...client,
    call: async (nameOrOperation, input, options) => {
      const operation: Operation =
        typeof nameOrOperation === 'string' ? operationNamed(nameOrOperation) : nameOrOperation;
      if (operation.effect === 'read') return client.call(nameOrOperation, input, withoutRun(options));
      const { credits } = await client.quote(nameOrOperation, input);
      planned.push({ operation: operation.name, arguments: input, credits });
      const reply: Reply = {
        data: sampleAnswer(endOf(operation).answer),
        credits: { estimated: credits ?? 0, charged: 0 },
      };
      return reply as Reply<never>;
    },
    runs: async () => records,
    memory: async () => (memory ??= dryMemory(await client.memory())),
  };
  const runs = openRuns(dry, config, () => undefined);
  try {
    const view = await runs.wait(await runs.start(order), 2_000_000_000);
    const { plain, structured, isError = false } = await runResult(view);
    const { run, ...rest } = (plain?.() ?? structured) as { run: { run_id: string } };
    const { run_id: _, ...told } = run;
    const credits = planned.reduce((sum, one) => sum + (one.credits ?? 0), 0);
    return {
      result: {
        ...rest,
        run: { ...told, dry_run: true },
        planned,
        estimated: credits,
        fits: credits <= order.maxCredits,
      },
      isError,
    };
  } finally {
    await runs.close();
  }
}

const withoutRun = <T extends { run?: string | undefined; trace?: unknown }>(
  options: T | undefined,
): Omit<T, 'run' | 'trace'> => {
  const { run: _run, trace: _trace, ...rest } = options ?? ({} as T);
  return rest;
};

/** A record of one run that ends with this process. */
function memoryRecords(): RunRecords {
  let kept: Awaited<ReturnType<RunRecords['begin']>> | undefined;
  const calls: Record<string, number> = {};
  return {
    begin: async ({ id, code, input, may, maxCredits, label }) =>
      (kept = {
        id,
        code,
        input,
        may,
        maxCredits,
        consent: 'not_needed',
        caller: undefined,
        key: undefined,
        label,
        state: 'running',
        result: null,
        exitCode: null,
        error: null,
        log: [],
        charged: 0,
        held: 0,
        calls,
        createdAt: Date.UTC(2026, 0, 1),
        endedAt: null,
        isLeased: true,
        unused: 0,
      }),
    take: async () => ({ kind: 'unknown' }),
    renew: async () => true,
    note: async (_id, _lease, notes) => {
      for (const note of notes)
        if ('name' in note && note.outcome && note.name !== 'sleep') calls[note.name] = (calls[note.name] ?? 0) + 1;
      return true;
    },
    end: async (_id, _owner, { state, result = null, exitCode = null, error = null, log }) => {
      if (kept) kept = { ...kept, state, result, exitCode, error, log, isLeased: false };
      return true;
    },
    release: async () => {},
    cancel: async () => undefined,
    find: async () => kept,
    findByKey: async () => undefined,
    standing: async () => kept && { state: kept.state, isLeased: kept.isLeased },
    list: async () => (kept ? [kept] : []),
    clean: async () => {},
  };
}
