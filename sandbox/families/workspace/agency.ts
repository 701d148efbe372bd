import type { Call } from '../../engine/handler-call.ts';
import { implement } from '../../engine/implement.ts';
import { change, kind, type Id, type Row } from '../../engine/documents.ts';
import { refuse } from '../../engine/http/refusal.ts';

interface Approval {
  title: string;
  stages: readonly string[];
  /** Index of the stage that waits. */
  stage: number;
  status: 'open' | 'approved' | 'rejected';
  feedback: string | null;
}

const approvals = kind<Approval>('agency_approval');

const show = ({ id, body: { stage, stages, ...fields } }: Row<Approval>) => ({
  id,
  ...fields,
  stages,
  current_stage: stages[stage] ?? null,
});

/** Rules: docs/platform/workspace.md#agency. */
export const agencyFamily = implement('agency', {
  operations: {
    approvals: ({ store, caller }) =>
      store
        .all(approvals, { team: caller.team })
        .filter(({ body }) => body.status === 'open')
        .map(show),
    approve: (call) => {
      const row = openOf(call);
      row.body.stage += 1;
      if (row.body.stage === row.body.stages.length) row.body.status = 'approved';
      return show(row);
    },
    reject: (call) => show(change(openOf(call), { status: 'rejected', feedback: call.input.feedback ?? null })),
  },

  seed: ({ add }) => {
    const waiting = { stage: 0, status: 'open', feedback: null } as const;
    add(approvals, { ...waiting, title: 'Packing for rain', stages: ['editor', 'client'] }, { team: 1 });
    add(approvals, { ...waiting, title: 'Moss in winter', stages: ['client'] }, { team: 1 });
    add(approvals, { ...waiting, title: 'Asparagus weeks', stages: ['owner'] }, { team: 2 });
  },
});

function openOf(call: Call<{ readonly id: Id }>): Row<Approval> {
  const row = call.own(approvals, call.input.id);
  if (row.body.status !== 'open') throw refuse(409, `The request is ${row.body.status} already.`);
  return row;
}
