import { kind, type Row } from '../../../engine/kind.ts';
import { days, iso } from '../../../engine/platform-time.ts';
import type { World } from '../../../engine/world.ts';
import type { TrackingProject } from '../brand/kinds.ts';
import { finishedRuns } from '../brand/measurements.ts';
import { brandFacts, judge, statementsBy, type ShownClaim } from './statement.ts';

export const severities = ['critical', 'high', 'medium', 'low'] as const;

/** Document 2, "Accuracy claim". */
export type Claim = ShownClaim & {
  status: 'unverified' | 'verified';
  /** The last time that an answer will make it: until then each run sees it. Absent: no run does. */
  seen_until?: string | undefined;
};

/** The parent is the tracking project. */
export const claims = kind<Claim>('claim');

/** Document 2, "Brand accuracy": most claims a backfill makes in one run. */
const maxClaimsPerRun = 500;

/** The claims that answers have made so far: a later one is on record, but not yet to be seen. */
export const claimsSoFar = ({ store, now }: Pick<World, 'store' | 'now'>, project: number): Row<Claim>[] =>
  store.all(claims, { parent: project }).filter(({ body }) => Date.parse(body.first_seen_at ?? '') <= now());

/** Records which claims the answers of a run still make. */
export function recordRepeatedClaims(world: World, project: Row<TrackingProject>): void {
  const at = iso(world.now());
  for (const { body } of claimsSoFar(world, project.id))
    if (body.seen_until !== undefined && body.seen_until >= at) body.last_seen_at = at;
}

/** The first check of stored answers: a claim for each thing a platform says, once. How many are new. */
export function makeClaims(world: World, project: Row<TrackingProject>): number {
  const { store, add, invent, now } = world;
  const existing = new Set(
    store.all(claims, { parent: project.id }).map(({ body }) => `${body.platform} ${body.claim_normalized}`),
  );
  const platforms = finishedRuns(world, project)[0]?.body.platforms ?? [];
  const newStatements = platforms
    .flatMap((platform) => statementsBy(invent, project, platform).map((statement) => ({ platform, ...statement })))
    .filter(({ platform, claim_normalized }) => !existing.has(`${platform} ${claim_normalized}`))
    .slice(0, maxClaimsPerRun);
  for (const statement of newStatements) {
    const seen = iso(
      now() - invent('claim', project.id, statement.platform, statement.claim_normalized).whole(0, 9) * days,
    );
    const body: Claim = {
      ...statement,
      status: 'unverified',
      resolution_status: 'open',
      resolution_reason: null,
      verification_status: null,
      ground_truth_source_anchor: null,
      response_excerpt: `As far as is known, ${statement.claim_normalized}.`,
      first_seen_at: seen,
      last_seen_at: seen,
      resolved_by_user_id: null,
      resolved_at: null,
    };
    add(claims, body, { team: project.team, parent: project.id });
  }
  return newStatements.length;
}

/** Checks the open claims that have not been checked yet against what a person has confirmed. How many were newly checked. */
export function checkClaims(world: World, project: Row<TrackingProject>, maxClaims = maxClaimsPerRun): number {
  if (!isArmed(world, project)) return 0;
  const unchecked = claimsSoFar(world, project.id).filter(
    ({ body }) => body.resolution_status === 'open' && body.status === 'unverified',
  );
  const open = unchecked.slice(0, maxClaims);
  const facts = brandFacts(world.invent, project);
  for (const row of open) {
    const { status, fact } = judge(row.body, project, facts);
    Object.assign(row.body, { status: 'verified', verification_status: status });
    if (fact === null) row.body.resolution_reason = 'inconclusive';
    else
      row.body.ground_truth_source_anchor = {
        tier: 1,
        source: `https://${project.body.domain ?? 'brand.example'}/about`,
        passage: fact,
      };
  }
  return open.length;
}

/** Document 2, "Accuracy claim": the share of claims with one of the verdicts that count as verifiable, in percent. */
export function verifiablePercent(world: World, project: Row<TrackingProject>): number | null {
  const all = claimsSoFar(world, project.id);
  const decided = all.filter(({ body }) =>
    ['true', 'false', 'outdated', 'partial'].includes(body.verification_status ?? ''),
  );
  return all.length === 0 ? null : Math.round((decided.length / all.length) * 1000) / 10;
}

/** Open claims of assistants that a check found not to be true as they stand (document 2, "Accuracy claim"). */
export const factErrors = (world: World, { id }: Row<TrackingProject>) =>
  claimsSoFar(world, id)
    .filter(
      ({ body }) =>
        body.resolution_status === 'open' && ['false', 'outdated', 'partial'].includes(body.verification_status ?? ''),
    )
    .map(({ id: claim_id, body: { platform, severity, claim_normalized, verification_status } }) => ({
      claim_id,
      platform,
      severity,
      claim: claim_normalized,
      verification_status,
    }));

/** Document 2, "States": a person must confirm it, which is no operation of the API. The parent is the tracking project. */
export const truthSources = kind<{
  status: 'unreviewed' | 'reviewed';
  facts: string[];
  human_reviewed: boolean;
  refreshed_at: string | null;
}>('truth_source');

/** Whether claims may be judged: only after a person has confirmed a truth source (document 2, "States"). */
export const isArmed = ({ store }: World, { id }: Row<TrackingProject>): boolean =>
  store.all(truthSources, { parent: id }).some(({ body }) => body.human_reviewed);
