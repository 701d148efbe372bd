import type { Client, Progress } from '../../client/index.ts';
import type { Runs } from '../../programs/index.ts';
import { listWork, type Work, workStates } from '../../tools/jobs/list-work.ts';
import { SettingError } from '../../base/setting-error.ts';
import { recordsOf } from '../../client/answers/pages/index.ts';
import { workOfAll } from '../../tools/accounts/over-all.ts';
import { openAccount, openAccounts } from '../../app/compose.ts';
import { exitOf } from '../../app/secrets-of.ts';
import { jsonOption, textOption, type Command, type Invocation } from '../command/command.ts';
import type { ExitCode } from '../command/exit-code.ts';
import { printErrors } from '../output/print-errors.ts';
import { liveProgress } from '../terminal/live-progress.ts';
import { followRun, tellInterrupted, tellRun } from '../output/tell-run.ts';
import { printOrShow } from '../output/show.ts';

export const jobs: Command = {
  usage: 'jobs [wait ID | forget ID] [--state STATE] [--json] [options]',
  about: `Jobs on record, and runs of programs, newest first. Jobs continue whether or not anybody waits for them. wait ID waits for a job, at most VISIBILITY_MAX_WAIT seconds, or for a run until it ends, and prints its result. forget ID drops a job and its answer; its charge stays in the ledger.`,
  options: {
    // The state of jobs. The setting with the same name, the location of the store, can only be given as VISIBILITY_STATE
    // here.
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
        `jobs: --state takes one of ${workStates.join(', ')}; for the location of the store, set VISIBILITY_STATE`,
      );
    }
    const [action, id] = invocation.args;
    if (action !== undefined && action !== 'wait' && action !== 'forget')
      throw new SettingError(`jobs: no such action: ${action}; there are wait ID and forget ID`);
    if (action !== undefined && id === undefined)
      throw new SettingError(`jobs: ${action} which job? (visibility-mcp jobs lists them)`);
    const work = async (client: Client, runs: () => Promise<Runs>): Promise<ExitCode> => {
      if (id === undefined) return list(await listWork(client, runs, workState), invocation);
      return action === 'wait' ? waitFor(id, client, runs, invocation) : forget(id, client, invocation);
    };
    const { config } = invocation;
    const { accounts } = config;
    if (!accounts) {
      const { client, runs, close } = openAccount(config, { mustExist: true });
      return printErrors(async () => work(await client(), runs), close);
    }
    const { choice, close } = await openAccounts(config, accounts, { mustExist: true });
    return printErrors(async () => {
      if (id === undefined && accounts.chosen === undefined)
        return list(await workOfAll(choice.all, workState), invocation);
      const own = id === undefined ? choice.of(accounts.chosen) : await choice.holding(id, accounts.chosen);
      return work(await own.client(), own.runs);
    }, close);
  },
};

async function list(found: readonly (Work & { readonly account?: string })[], invocation: Invocation): Promise<0> {
  const jobs = exitOf(invocation.config).redact(found);
  const shown = jobs.map(({ account, job_id, state, operation, started_at, progress, error, arguments: given }) => {
    const command = state === 'interrupted' ? `run --resume ${job_id}` : `jobs wait ${job_id}`;
    const to_go_on = `visibility-mcp ${command}`;
    return { account, job_id, state, operation, key: given['key'], started_at, progress, error, to_go_on };
  });
  await printOrShow({ jobs }, invocation, { jobs: shown });
  return 0;
}

async function waitFor(
  id: string,
  client: Client,
  runs: () => Promise<Runs>,
  invocation: Invocation,
): Promise<ExitCode> {
  const { config, stop } = invocation;
  const exit = exitOf(config);
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
  const shown = exit.redact({ ...job, data: result, unreadRows, started, file, unexpected, shows });
  await printOrShow(shown, invocation);
  return 0;
}

async function forget(id: string, client: Client, invocation: Invocation): Promise<0> {
  await client.forget(id);
  await printOrShow({ forgotten: id }, invocation);
  return 0;
}
