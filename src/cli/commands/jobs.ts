import type { Client } from '../../client/client.ts';
import type { Progress } from '../../client/calls/reply.ts';
import type { Runs } from '../../programs/index.ts';
import { listWork, type WorkState, workStates } from '../../tools/jobs/list-work.ts';
import { SettingError } from '../../base/setting-error.ts';
import { recordsOf } from '../../client/answers/pages/index.ts';
import type { Exit } from '../../tools/results/run-tool.ts';
import type { Accounts, Config } from '../../app/config/config.ts';
import { workOfAll, type OpenedAccount } from '../../tools/accounts/over-all.ts';
import { openAccount, openAccounts } from '../../app/compose.ts';
import { exitOf } from '../../app/secrets-of.ts';
import { jsonOption, textOption, wantsJson, type Command } from '../command/command.ts';
import type { ExitCode } from '../command/exit-code.ts';
import { dataDocument } from '../output/data-document.ts';
import { jobsDocument } from '../output/jobs-document.ts';
import { print, printJson } from '../output/print.ts';
import { printErrors } from '../output/print-errors.ts';
import { liveProgress } from '../terminal/live-progress.ts';
import { followRun, tellInterrupted, tellRun } from '../output/tell-run.ts';
import { show } from '../output/show.ts';

export const jobs: Command = {
  usage: 'jobs [wait ID | forget ID] [--state STATE] [--json] [options]',
  about: `Jobs on record, and runs of programs, newest first. Jobs go on whether or not anybody waits for them.
wait ID waits for a job, as long as VISIBILITY_MAX_WAIT says, or for a run until it ends, and prints its result. forget ID drops a job and its answer; its charge stays in the ledger.`,
  options: {
    // The state of jobs. The setting of that name, where the store is, can only be given as VISIBILITY_STATE here.
    state: { value: 'STATE', says: `only ${workStates.join(', ')}` },
    ...jsonOption,
  },
  takes: 2,
  ofSeveral: true,
  async run(invocation) {
    const state = textOption(invocation, 'state');
    const workState = workStates.find((one) => one === state);
    if (state !== undefined && workState === undefined) {
      throw new SettingError(
        `jobs: --state takes one of ${workStates.join(', ')}; where they are kept, VISIBILITY_STATE says`,
      );
    }
    const work = actionOf(invocation.args, {
      state: workState,
      json: wantsJson(invocation),
      stop: invocation.stop,
      now: invocation.clock.now(),
      exit: exitOf(invocation.config),
    });
    const { accounts } = invocation.config;
    if (accounts) return ofSeveral(invocation.config, accounts, { work, id: invocation.args[1], list: listOfAll });
    const { client, runs, close } = openAccount(invocation.config, { mustExist: true });
    return printErrors(() => work(client, runs), close);

    async function listOfAll(all: readonly OpenedAccount[]): Promise<void> {
      const work = exitOf(invocation.config).redact(await workOfAll(all, workState));
      await (wantsJson(invocation) ? printJson({ jobs: work }) : show(jobsDocument(work, invocation.clock.now())));
    }
  },
};

/** Works in the account that has the job, or in the chosen one. A list without a chosen account has the jobs of all. */
async function ofSeveral(
  config: Config,
  accounts: Accounts,
  {
    work,
    id,
    list,
  }: {
    readonly work: Working;
    readonly id: string | undefined;
    readonly list: (all: readonly OpenedAccount[]) => Promise<void>;
  },
): Promise<ExitCode> {
  const { choice, close } = await openAccounts(config, accounts, { mustExist: true });
  return printErrors(async () => {
    if (id === undefined && accounts.chosen === undefined) return list(choice.all);
    const { client, runs } = id === undefined ? choice.of(accounts.chosen) : await choice.holding(id, accounts.chosen);
    return work(client, runs);
  }, close);
}

/** What the command does in one account. */
type Working = (client: Client, runs: () => Promise<Runs>) => Promise<ExitCode | void>;

interface JobsOptions {
  readonly state: WorkState | undefined;
  readonly json: boolean;
  readonly stop: AbortSignal;
  readonly now: number;
  readonly exit: Exit;
}

function actionOf([action, id]: readonly string[], { state, json, stop, now, exit }: JobsOptions): Working {
  if (action === undefined) {
    return async (client, runs) => {
      const work = exit.redact(await listWork(client, runs, state));
      await (json ? printJson({ jobs: work }) : show(jobsDocument(work, now)));
    };
  }
  if (action !== 'wait' && action !== 'forget')
    throw new SettingError(`jobs: no such action: ${action}; there are wait ID and forget ID`);
  if (id === undefined) throw new SettingError(`jobs: ${action} which job? (visibility-mcp jobs lists them)`);
  if (action === 'wait')
    return async (client, runs) => {
      if (id.startsWith('run_')) return tellRun(await followRun(await runs(), id, { stop, exit }), exit);
      const live = liveProgress(process.stderr);
      const onProgress = ({ percent, message }: Progress): void => live.show({ percent, message });
      const waited = await client
        .wait(id, { signal: stop, onProgress })
        .finally(live.end)
        .catch((error: unknown) => {
          if (stop.aborted) return undefined;
          throw error;
        });
      if (!waited) return tellInterrupted(`visibility-mcp jobs wait ${id}`);
      const { job, data, unreadRows, started, file, unexpected, shows } = waited;
      const result = data === null ? undefined : recordsOf(data);
      const plain = exit.redact({ ...job, data: result, unreadRows, started, file, unexpected, shows });
      await (json || !process.stdout.isTTY ? printJson(plain) : show(dataDocument(plain)));
    };
  return async (client) => {
    await client.forget(id);
    await (json ? printJson({ forgotten: id }) : print(`${id} forgotten`));
  };
}
