import type { Clock } from '../../clock.ts';
import type { RunRecords } from '../../client/runs/run-records.ts';
import type { ProgramOrder } from '../../runs/program-order.ts';
import type { Runs } from '../../runs/runs.ts';
import type { ToolResult } from '../tool.ts';
import { creditsOf, dryClient, type PlannedCall } from './dry-client.ts';
import { runResult } from './run-result.ts';

/**
 * Runs a program whose reads are real. Its other calls are priced and answered from their declarations; nothing of it is
 * on record.
 */
export async function dryRun(service: Runs, order: ProgramOrder, label?: string): Promise<ToolResult> {
  const planned: PlannedCall[] = [];
  const records = memoryRecords(service.clock);
  const runs = service.over((client) => ({
    ...dryClient(client, (call) => planned.push(call)),
    runs: async () => records,
  }));
  try {
    const result = await runResult(await runs.wait(await runs.start(order, { label }), 2_000_000_000));
    const credits = creditsOf(planned);
    const plan = { planned, estimated: credits, fits: credits <= order.maxCredits };
    const withPlan = (structured: ToolResult['structured']): ToolResult['structured'] => {
      const { run_id: _, ...runFields } = structured['run'] as Record<string, unknown>;
      return { ...structured, run: { ...runFields, dry_run: true }, ...plan };
    };
    const structured = withPlan(result.structured);
    const plain = (): ToolResult['structured'] => withPlan(result.plain?.() ?? result.structured);
    return { ...result, text: JSON.stringify(structured), structured, plain, link: undefined };
  } finally {
    await runs.close();
  }
}

/** A record of one run that ends with this process. */
function memoryRecords(clock: Clock): RunRecords {
  let record: Awaited<ReturnType<RunRecords['begin']>> | undefined;
  const calls: Record<string, number> = {};
  return {
    begin: async ({ id, code, input, may, maxCredits, label }) =>
      (record = {
        id,
        code,
        input,
        may,
        maxCredits,
        consent: 'not_needed',
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
        createdAt: clock.now(),
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
      if (record) record = { ...record, state, result, exitCode, error, log, isLeased: false };
      return true;
    },
    release: async () => {},
    cancel: async () => undefined,
    find: async () => record,
    findByKey: async () => undefined,
    standing: async () => record && { state: record.state, isLeased: record.isLeased },
    list: async () => (record ? [record] : []),
    clean: async () => {},
  };
}
