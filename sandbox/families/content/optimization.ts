import { implement } from '../../engine/implement.ts';
import { change, kind, type Row } from '../../engine/documents.ts';
import { after, plan } from '../../engine/plan.ts';
import { days, iso, seconds } from '../../engine/platform-time.ts';
import { refuse } from '../../engine/http/refusal.ts';

interface OptimizationRun {
  status: 'running' | 'completed' | 'aborted';
  iterations: readonly { readonly number: number; readonly score: number; readonly finished_at: string }[];
}

const optimizations = kind<OptimizationRun>('optimization_run');

const show = ({ id, createdAt, body }: Row<OptimizationRun>) => ({ id, ...body, started_at: iso(createdAt) });

/** Three iterations of ten days, as rankings take to settle, each better than the one before. */
const iteration = (number: number) =>
  after<OptimizationRun>((10 * days) / seconds, ({ id, body }, { world, at }) => {
    const score = 50 + number * 10 + world.invent('optimization', id, number).whole(0, 9);
    body.iterations = [...body.iterations, { number, score, finished_at: iso(at) }];
    if (number === 3) body.status = 'completed';
  });

const iteratePlan = plan('optimization.iterate', optimizations, ...[1, 2, 3].map(iteration));

/** Rules: docs/platform/content.md#optimization-runs. No operation starts a run, so a new sandbox has some. */
export const optimizationFamily = implement('optimization', {
  operations: {
    get: (call) => show(call.own(optimizations, call.input.id)),
    abort: (call) => {
      const row = call.own(optimizations, call.input.id);
      if (row.body.status !== 'running') throw refuse(409, `The run is ${row.body.status} already.`);
      call.jobs.stop(iteratePlan, row.id);
      return show(change(row, { status: 'aborted' }));
    },
  },

  seed: ({ add, jobs, now }) => {
    for (const team of [1, 1, 2]) {
      const { id } = add(optimizations, { status: 'running', iterations: [] }, { team });
      jobs.start({ plan: iteratePlan, team, subject: id, at: now() });
    }
    const iterations = [{ number: 1, score: 81, finished_at: iso(now() - days) }];
    add(optimizations, { status: 'completed', iterations }, { team: 1, at: now() - days });
  },
});
