import { implement } from '../../engine/implement.ts';
import { kind, type Row } from '../../engine/documents.ts';
import { after, planFor, shouldFail } from '../../engine/plan.ts';
import { iso } from '../../engine/platform-time.ts';
import { refuse } from '../../engine/http/refusal.ts';
import { slices } from '../../engine/http/reply.ts';

interface Stage {
  stage: unknown;
  status: 'pending' | 'completed' | 'failed';
  completed_at: string | null;
}

interface Pipeline {
  name: string;
  status: 'queued' | 'running' | 'completed' | 'failed';
  attempts: number;
  stages: Stage[];
}

const pipelines = kind<Pipeline>('pipeline');

const show = ({ id, createdAt, body }: Row<Pipeline>) => ({ id, ...body, created_at: iso(createdAt) });

/** One stage after the other; a retry continues where the first attempt failed, and succeeds. */
const runPlan = planFor('pipelines.run', pipelines, ({ body: { stages } }) =>
  stages.map((_, n) =>
    after<Pipeline>(60, ({ id, team, body }, { world, at }) => {
      body.status = 'running';
      const stage = body.stages.find(({ status }) => status === 'pending');
      const fails = stage && body.attempts === 1 && shouldFail(stage.stage, n === 0 ? body.name : '');
      if (fails) body.status = stage.status = 'failed';
      else if (stage) Object.assign(stage, { status: 'completed', completed_at: iso(at) });
      if (!fails && !body.stages.some(({ status }) => status === 'pending')) body.status = 'completed';
      // docs/platform/events.md#types: one for each stage.
      const data = { id, pipeline_id: id, stage: n + 1, status: stage?.status };
      if (stage) world.announce({ type: 'pipeline.stage.completed', team, at, data, resource: ['pipelines.get', id] });
      if (fails) return 'failed';
    }),
  ),
);

/** Rules: docs/platform/content.md#pipelines. */
export const pipelineFamily = implement('pipelines', {
  operations: {
    list: ({ store, caller }) => slices(store.all(pipelines, { team: caller.team }), show),
    create: (call) => {
      const stages = call.input.stages;
      const body: Pipeline = {
        name: call.input.name,
        status: 'queued',
        attempts: 1,
        stages: (Array.isArray(stages) ? stages : []).map((stage: unknown) => ({
          stage,
          status: 'pending',
          completed_at: null,
        })),
      };
      const row = call.add(pipelines, body);
      call.start(runPlan, row.id);
      return show(row);
    },
    get: (call) => show(call.own(pipelines, call.input.id)),
    retry: (call) => {
      const row = call.own(pipelines, call.input.id);
      if (row.body.status !== 'failed') throw refuse(409, 'Only a failed pipeline can be retried.');
      row.body.status = 'queued';
      row.body.attempts += 1;
      for (const stage of row.body.stages) if (stage.status === 'failed') stage.status = 'pending';
      call.start(runPlan, row.id);
      return show(row);
    },
  },

  seed: ({ add, now }) => {
    const stages: Stage[] = ['research', 'outline', 'write'].map((stage) => ({
      stage,
      status: 'completed',
      completed_at: iso(now()),
    }));
    add(pipelines, { name: 'Autumn articles', status: 'completed', attempts: 1, stages }, { team: 1 });
  },
});
