import type { RunProgress, Runs } from '../../programs/index.ts';
import { tell, toJson } from './print.ts';
import { liveProgress } from '../terminal/live-progress.ts';

/** Shows the progress of a run, with the lines that its program has logged since the last progress. */
export interface RunFollower {
  readonly progress: (progress: RunProgress, logged: readonly string[]) => void;
  readonly end: () => void;
}

/** Shows the id of a run that is about to begin: to a person, and to a pipe that asked for progress. */
export async function announceRun(id: string, asLines: boolean): Promise<void> {
  if (asLines) await tell(toJson({ progress: { run_id: id, done: 0, under_way: 0, charged: 0, message: 'begins' } }));
  else if (process.stderr.isTTY) await tell(`${id} begins`);
}

/** Shows nothing: only the end of the run is printed. */
export const silent: RunFollower = { progress: () => undefined, end: () => undefined };

/** Live lines on stderr: credits against the bound, and what is under way. What the program logs stays above them. */
export async function runOnTerminal(service: Runs, id: string): Promise<RunFollower> {
  const live = liveProgress(process.stderr);
  const { run } = await service.look(id);
  return {
    progress: ({ done, underWay, charged, activities }, logged) => {
      for (const line of logged) live.keep(line);
      const credits = run.maxCredits > 0 ? `, ${charged} of ${run.maxCredits} credits` : '';
      const [activity] = activities;
      const doing = activity === undefined ? '' : `: ${activity}`;
      live.show({ message: `${id}: ${done} done, ${underWay} under way${credits}${doing}` });
    },
    end: live.end,
  };
}

/** Lines of JSON on stderr: stdout is for the result. */
export const runInPipe = (id: string): RunFollower => ({
  progress: ({ done, underWay, charged, message }, logged) => {
    for (const line of logged) void tell(toJson({ log: line }));
    void tell(toJson({ progress: { run_id: id, done, under_way: underWay, charged, message } }));
  },
  end: () => undefined,
});
