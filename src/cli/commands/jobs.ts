import type { Client } from '../../client/client.ts';
import type { JobView, Progress } from '../../client/call/reply.ts';
import { jobStates } from '../../job-states.ts';
import { SettingError } from '../../config/setting-error.ts';
import { cleanDeep } from '../../text/clean-deep.ts';
import { compose } from '../wiring/compose.ts';
import { textOption, type Command } from '../command.ts';
import { dataDocument } from '../output/data-document.ts';
import { jobsDocument } from '../output/jobs-document.ts';
import { print } from '../output/print.ts';
import { printErrors } from '../output/print-errors.ts';
import { liveProgress } from '../terminal/live-progress.ts';
import { show } from '../terminal/show.ts';

export const jobs: Command = {
  usage: 'jobs [wait ID | forget ID] [--state STATE] [--json] [options]',
  about: `Jobs on record, newest first. They go on whether or not anybody waits for them.
wait ID waits for a job, as long as VISIBILITY_MAX_WAIT says, and prints its result. forget ID drops a job and its answer; its charge stays in the ledger.`,
  options: {
    // Here it is the state of jobs; where the state is kept, VISIBILITY_STATE says.
    state: { type: 'string', value: 'STATE', says: `only ${jobStates.join(', ')}` },
    json: { type: 'boolean', says: 'print JSON' },
  },
  takes: 2,
  async run(invocation) {
    const state = textOption(invocation, 'state');
    if (state !== undefined && !jobStates.some((known) => known === state)) {
      throw new SettingError(
        `jobs: --state takes one of ${jobStates.join(', ')}; where they are kept, VISIBILITY_STATE says`,
      );
    }
    const work = workOf(invocation.args, {
      state,
      json: invocation.options['json'] === true,
      stop: invocation.stop,
      now: invocation.clock.now(),
    });
    const { client, close } = await compose(invocation.config);
    return printErrors(() => work(client), close);
  },
};

interface JobsOptions {
  readonly state: string | undefined;
  readonly json: boolean;
  readonly stop: AbortSignal;
  readonly now: number;
}

function workOf(
  [action, id]: readonly string[],
  { state, json, stop, now }: JobsOptions,
): (client: Client) => Promise<void> {
  if (action === undefined) {
    return async (client) => {
      const found = (await client.jobs(state === undefined ? {} : { state })).map((job) => cleanDeep(job) as JobView);
      await (json ? print(JSON.stringify({ jobs: found })) : show(jobsDocument(found, now)));
    };
  }
  if (action !== 'wait' && action !== 'forget')
    throw new SettingError(`jobs: no such action: ${action}; there are wait ID and forget ID`);
  if (id === undefined) throw new SettingError(`jobs: ${action} which job? (visibility-mcp jobs lists them)`);
  if (action === 'wait')
    return async (client) => {
      const live = await liveProgress(process.stderr);
      const onProgress = ({ percent, message }: Progress): void => live.show({ progress: percent, message });
      const { raw: _, ...job } = await client.wait(id, { signal: stop, onProgress }).finally(live.end);
      const clean = cleanDeep(job);
      await (json || !process.stdout.isTTY ? print(JSON.stringify(clean)) : show(dataDocument(clean)));
    };
  return async (client) => {
    await client.forget(id);
    await print(json ? JSON.stringify({ forgotten: id }) : `${id} forgotten`);
  };
}
