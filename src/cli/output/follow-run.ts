import { oneLine } from '../../base/text/one-line.ts';
import type { RunProgress } from '../../programs/index.ts';
import { liveProgress } from '../terminal/live-progress.ts';
import { tell, toJson } from './print.ts';

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

/** Lines of JSON on stderr if requested, otherwise a live line on a terminal, below the log of the program. A pipe gets none. */
export function runFollower(id: string, maxCredits: number, asLines: boolean): RunFollower {
  const live = liveProgress(process.stderr);
  const showLines: RunFollower['progress'] = ({ done, underWay, charged, message }, logged) => {
    for (const line of logged) void tell(toJson({ log: line }));
    void tell(toJson({ progress: { run_id: id, done, under_way: underWay, charged, message } }));
  };
  const showLive: RunFollower['progress'] = ({ done, underWay, charged, activities: [activity] }, logged) => {
    if (!process.stderr.isTTY) return;
    if (logged.length > 0) live.end();
    for (const line of logged) void tell(oneLine(line, 500));
    const credits = maxCredits > 0 ? `, ${charged} of ${maxCredits} credits` : '';
    const doing = activity === undefined ? '' : `: ${activity}`;
    live.show({ message: `${id}: ${done} done, ${underWay} under way${credits}${doing}` });
  };
  return { progress: asLines ? showLines : showLive, end: live.end };
}
