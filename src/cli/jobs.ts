import type { JobState, JobView } from '../client/reply.ts';
import { SettingError } from '../config/setting-error.ts';
import { compose } from './compose.ts';
import { textOption, type Command } from './command.ts';
import { print, table } from './print.ts';
import { told } from './told.ts';

const states: readonly JobState[] = ['starting', 'running', 'needs_you', 'completed', 'failed', 'unknown'];

export const jobs: Command = {
  usage: 'jobs [--state STATE] [--json] [options]',
  about: 'Jobs on record, newest first. They go on whether or not anybody waits for them.',
  options: {
    // Here it is the state of jobs; where the state is kept, VISIBILITY_STATE says.
    state: { type: 'string', value: 'STATE', says: `only ${states.join(', ')}` },
    json: { type: 'boolean', says: 'print JSON' },
  },
  async run(invocation) {
    const state = textOption(invocation, 'state');
    if (state !== undefined && !states.some((known) => known === state)) {
      throw new SettingError(`jobs: --state takes one of ${states.join(', ')}; where they are kept, VISIBILITY_STATE says`);
    }
    const { client, close } = await compose(invocation.config);
    return told(async () => {
      const found = await client.jobs(state === undefined ? {} : { state });
      await print(invocation.options['json'] ? JSON.stringify({ jobs: found }) : shown(found));
    }, close);
  },
};

const shown = (found: readonly JobView[]): string =>
  found.length === 0 ? 'no jobs' : table(found.map((job) => [job.job_id, job.state, job.operation, job.started_at, job.error ?? '']));
