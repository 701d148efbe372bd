import type { RunProgress } from '../../programs/index.ts';
import type { ToolContext } from '../definition/tool.ts';

/** Reports the progress of a run to a host. The number of calls is unknown: the percentage only approaches the end. */
export function progressOf({ onProgress }: Pick<ToolContext, 'onProgress'>): ((step: RunProgress) => void) | undefined {
  if (!onProgress) return undefined;
  let highest = 0;
  return ({ done, underWay, message }) => {
    highest = Math.max(highest, Math.floor((100 * done) / (done + underWay + 10)));
    onProgress({ percent: highest, message });
  };
}
