import type { CodeLimits } from '../../base/code-limits.ts';
import { type Engines, sharePerCaller } from '../engine/engine.ts';
import { runRefusal } from './run-failure.ts';

/**
 * Reserves a place among the programs of this process, until what is returned is called. Throws `run_limit` where
 * there is none.
 */
export function reservePlace({ places }: Engines, limits: CodeLimits, caller: string | undefined): () => void {
  const { promise: over, resolve: leave } = Promise.withResolvers<void>();
  const place = places.take(1, caller, over);
  if (place === 'taken') return leave;
  throw runRefusal(
    'run_limit',
    place === 'share'
      ? `${sharePerCaller(limits)} programs of yours are running, the maximum that one caller may run at once.`
      : `${limits.runs} programs are running in this server, the maximum that it runs at once.`,
    'Wait until one has ended (job_list shows yours), or end one: run_code {"cancel": "run_…"}. The operator can raise runs in VISIBILITY_CODE.',
  );
}
