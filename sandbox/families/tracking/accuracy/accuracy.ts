import { matches } from '../../shared/matches.ts';
import type { Call } from '../../../engine/handler-call.ts';
import { implement } from '../../../engine/implement.ts';
import { numbered, change, type Row, type Id } from '../../../engine/documents.ts';
import { after, plan, shouldFail, type Plan, type Running } from '../../../engine/plan.ts';
import { iso } from '../../../engine/platform-time.ts';
import { notFound, refuse } from '../../../engine/http/refusal.ts';
import { answersOf } from '../answers/answer.ts';
import { checkClaims, claims, claimsOf, recordClaims, severities } from './claim.ts';
import { trackingProjects, type TrackingProject } from '../brand/kinds.ts';
import { partOf, trackingProjectOf } from '../brand/project-of.ts';

const checking = (name: string, work: (row: Row<TrackingProject>, job: Running) => void): Plan<TrackingProject> =>
  plan(
    name,
    trackingProjects,
    after(50, (row, job) => (shouldFail(row.body.name, row.body.domain) ? 'failed' : work(row, job))),
  );

/** docs/platform/accuracy.md#checks: charged in the job, and only when at least one claim was newly checked. */
const reverifyPlan = checking('accuracy.reverify', (row, { world, costs }) =>
  costs(checkClaims(world, row) > 0 ? 5 : 0),
);

const backfillPlan = checking(
  'accuracy.backfill',
  (row, { world }) => void recordClaims(world, row, answersOf(world, row)),
);

/** Rules: docs/platform/accuracy.md#claims. */
export const accuracyFamily = implement('accuracy', {
  operations: {
    list: (call) => {
      const { input } = call;
      const same = ['status', 'severity', 'platform', 'resolution_status', 'claim_type', 'resolution_reason'] as const;
      const search = input.search?.toLowerCase() ?? '';
      const matching = claimsOf(call, trackingProjectOf(call))
        .filter((claim) => matches(input, claim, ...same))
        .filter(({ claim_normalized }) => claim_normalized.toLowerCase().includes(search));
      const rank = ({ severity }: (typeof matching)[number]) => severities.indexOf(severity);
      return matching.toSorted((a, b) => rank(a) - rank(b) || b.last_seen_at.localeCompare(a.last_seen_at));
    },
    resolve: (call) => {
      const row = partOf(call, claims, call.input.claim);
      const { resolution_status: settled } = row.body;
      const to = call.input.resolution_status;
      if (settled !== to && settled !== 'open') throw refuse(409, `The claim is settled already: ${settled}.`);
      if (settled === 'open')
        change(row, { resolution_status: to, resolved_by_user_id: call.caller.user, resolved_at: iso(call.now()) });
      const shown = claimsOf(call, trackingProjectOf(call)).find(({ id }) => id === row.id);
      if (!shown) throw notFound('claim');
      return shown;
    },
    reverify: (call) => check(call, reverifyPlan, 'Open claims are being checked again.'),
    backfill: (call) => check(call, backfillPlan, 'Stored answers are being checked.'),
  },

  seed: (world) => {
    const project = world.store.get(trackingProjects, numbered('tracking_project', 1));
    if (!project) return;
    recordClaims(world, project, answersOf(world, project));
    checkClaims(world, project, 3);
  },
});

function check(call: Call<{ readonly id: Id }>, plan: Plan<TrackingProject>, message: string) {
  const project = trackingProjectOf(call);
  call.start(plan, project.id);
  return { status: 'queued', tracking_project_id: project.id, message };
}
