import type { RunConsent } from '../client/runs/run-records.ts';
import type { ErrorCode } from '../client/errors/error-codes.ts';
import { VisibilityError, type Outcome } from '../client/errors/visibility-error.ts';
import { progressOf } from '../tools/runs/run-progress.ts';
import type { OperationProgress } from '../platform/perform.ts';
import type { Grant, ProgramOrder } from '../runs/program-order.ts';
import type { Runs, RunView } from '../runs/runs.ts';

/** What a program is given, and what it may do. */
export interface RunOrder {
  /** Your own name of the run: it starts, is waited for, resumes, or gives its result. Other code, input or grants are refused as `run_diverged`. */
  readonly key?: string | undefined;
  /** What the run is for. Default: the label of `connect`. */
  readonly label?: string | undefined;
  /** JSON for the program. */
  readonly input?: unknown;
  /** Effects that its calls may have. Default `['read']`. */
  readonly may?: readonly ('read' | 'write' | 'delete')[] | undefined;
  /** Credits that it may spend. Default 0. */
  readonly maxCredits?: number | undefined;
}

/** A run on record. */
export interface RunSummary {
  readonly run_id: string;
  readonly key?: string | undefined;
  readonly label?: string | undefined;
  readonly state: 'running' | 'interrupted' | 'completed' | 'failed' | 'cancelled';
  readonly calls: Readonly<Record<string, number>>;
  readonly credits: { readonly max: number; readonly charged: number; readonly held?: number | undefined };
}

/** How a run ended. */
export interface RunResult<T> {
  /** What the program returned. */
  readonly data: T;
  readonly run: RunSummary & {
    readonly log: readonly string[];
    /** What the program gave to `exit`, where it ended itself. */
    readonly exit_code?: number | undefined;
  };
}

/** Programs of one connection. All wait until the run has ended, and reject with its failure. */
export interface LibraryRuns {
  /** @param code TypeScript or JavaScript, the body of an async function */
  start<T = unknown>(code: string, order?: RunOrder): Promise<RunResult<T>>;
  resume<T = unknown>(id: string): Promise<RunResult<T>>;
  /** Ends the program; jobs that it paid for go on. */
  cancel(id: string): Promise<RunSummary>;
  /** Newest first. */
  list(filter?: {
    readonly state?: RunSummary['state'] | undefined;
    readonly limit?: number | undefined;
  }): Promise<readonly RunSummary[]>;
}

export interface LibraryRunsOptions {
  readonly consent: RunConsent;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: OperationProgress) => void) | undefined;
}

/** Milliseconds for which a run is waited for: longer than any run may take. */
const forever = 2_000_000_000;

export function libraryRuns(
  runs: () => Promise<Runs>,
  { consent, signal, onProgress }: LibraryRunsOptions,
): LibraryRuns {
  async function resultAtEnd<T>(service: Runs, id: string): Promise<RunResult<T>> {
    const progress = progressOf({ onProgress: onProgress && ((step) => onProgress({ operation: id, ...step })) });
    const view = await service.wait(id, forever, signal, progress);
    signal?.throwIfAborted();
    return resultOf<T>(view);
  }

  return {
    async start<T>(code: string, order: RunOrder = {}) {
      const { key, label, input, may, maxCredits } = checkedOrder(code, order);
      const service = await runs();
      return resultAtEnd<T>(service, await service.start({ code, input, may, maxCredits }, { key, label, consent }));
    },
    async resume<T>(id: string) {
      const service = await runs();
      await service.resume(id);
      return resultAtEnd<T>(service, id);
    },
    cancel: async (id) => summaryOf(await (await runs()).cancel(id)),
    list: async (filter) => (await (await runs()).list(filter)).map(summaryOf),
  };
}

const summaryOf = ({
  run,
  state,
}: Pick<RunView, 'state'> & {
  readonly run: Omit<RunView['run'], 'input' | 'result' | 'log' | 'exitCode'>;
}): RunSummary => ({
  run_id: run.id,
  key: run.key,
  label: run.label,
  state,
  calls: run.calls,
  credits: { max: run.maxCredits, charged: run.charged, held: run.held > 0 ? run.held : undefined },
});

function resultOf<T>(view: RunView): RunResult<T> {
  const { run, state, failure, log } = view;
  if (state === 'completed') {
    const endedRun = { ...summaryOf(view), log, exit_code: run.exitCode ?? undefined };
    return { data: JSON.parse(run.result ?? 'null') as T, run: endedRun };
  }
  const facts = { run: summaryOf(view), line: failure?.line };
  if (failure) throw refusal(failure.code, failure.message, failure.outcome ?? 'unknown', failure.next, facts);
  if (state === 'cancelled') throw refusal('cancelled', `${run.id} was cancelled.`, 'unknown', undefined, facts);
  const next = `platform.runs.resume('${run.id}')`;
  throw refusal('interrupted', `${run.id} was interrupted; what it has done is on record.`, 'unknown', next, facts);
}

const refusal = (
  code: ErrorCode,
  message: string,
  outcome: Outcome,
  next?: string,
  facts?: Readonly<Record<string, unknown>>,
): VisibilityError => new VisibilityError(code, message, { outcome, next, facts });

const grants: readonly string[] = ['read', 'write', 'delete'] satisfies Grant[];

/** The order with its defaults. Throws for values that the types exclude, which callers in JavaScript may give. */
function checkedOrder(
  code: unknown,
  { key, label, input, may = ['read'], maxCredits = 0, ...others }: RunOrder,
): Pick<ProgramOrder, 'input' | 'may' | 'maxCredits'> & Pick<RunOrder, 'key' | 'label'> {
  const refuseUnless = (isValid: boolean, rule: string): void => {
    if (!isValid) throw refusal('invalid_arguments', `platform.runs.start: ${rule}.`, 'not_sent');
  };
  const isOptionalText = (value: unknown): boolean => value === undefined || typeof value === 'string';
  const [unknown] = Object.keys(others);
  refuseUnless(unknown === undefined, `${unknown} is no option; there are key, label, input, may and maxCredits`);
  refuseUnless(typeof code === 'string', 'code is a text');
  refuseUnless(
    Array.isArray(may) && may.every((one) => grants.includes(one as string)),
    'may is a list of read, write, delete; maxCredits grants paid calls',
  );
  refuseUnless(Number.isSafeInteger(maxCredits) && maxCredits >= 0, 'maxCredits is a whole number');
  refuseUnless(isOptionalText(key), 'key is a text');
  refuseUnless(isOptionalText(label), 'label is a text');
  return { key, label, input, may, maxCredits };
}
