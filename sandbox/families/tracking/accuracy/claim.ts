import { kind, type Row } from '../../../engine/documents.ts';
import { iso } from '../../../engine/platform-time.ts';
import type { World } from '../../../engine/world.ts';
import { answersOf, type Answer } from '../answers/answer.ts';
import { statementsAt } from '../answers/ask.ts';
import type { TrackingProject } from '../brand/kinds.ts';
import type { ShownClaim, Statement } from './statement.ts';

export const severities = ['critical', 'high', 'medium', 'low'] as const;

/** Rules: docs/platform/accuracy.md#claims. */
export type Claim = Omit<ShownClaim, 'first_seen_at' | 'last_seen_at'> & {
  status: 'unverified' | 'verified';
  /** The result that a check will have. */
  finding: Pick<Statement, 'verdict' | 'fact'>;
};

/** The parent is the tracking project. */
export const claims = kind<Claim>('claim');

/** docs/platform/accuracy.md#checks: maximum claims of one backfill run. */
const maxClaimsPerRun = 500;

/** The project's claims, with the first and the last run in which answers contain them. */
export function claimsOf(world: World, project: Row<TrackingProject>) {
  const seen = new Map<string, { first: string; last: string }>();
  for (const { platform, says, at } of answersOf(world, project))
    for (const { claim } of says) {
      const { first = at, last = at } = seen.get(`${platform} ${claim}`) ?? {};
      seen.set(`${platform} ${claim}`, { first: at < first ? at : first, last: at > last ? at : last });
    }
  return world.store
    .all(claims, { parent: project.id })
    .map(({ id, parent, createdAt, body: { finding: _, ...body } }) => {
      const { first = iso(createdAt), last = first } = seen.get(keyOf(body)) ?? {};
      return { id, tracking_project_id: parent, ...body, first_seen_at: first, last_seen_at: last };
    });
}

const keyOf = ({ platform, claim_normalized }: Pick<Claim, 'platform' | 'claim_normalized'>) =>
  `${platform} ${claim_normalized}`;

/** Records the claims in these answers, once for each platform. Returns the number of new ones. */
export function recordClaims(world: World, project: Row<TrackingProject>, answers: readonly Answer[]): number {
  const { store, add } = world;
  const existing = new Set(store.all(claims, { parent: project.id }).map(({ body }) => keyOf(body)));
  const made = new Set(answers.flatMap(({ platform, says }) => says.map(({ claim }) => `${platform} ${claim}`)));
  const newStatements = [...new Set(answers.map(({ platform }) => platform))]
    .flatMap((platform) => statementsAt(world, project, platform).map((statement) => ({ platform, ...statement })))
    .filter((one) => made.has(keyOf(one)) && !existing.has(keyOf(one)))
    .slice(0, maxClaimsPerRun);
  for (const { verdict, fact, ...statement } of newStatements) {
    const body: Claim = {
      ...statement,
      status: 'unverified',
      resolution_status: 'open',
      resolution_reason: null,
      verification_status: null,
      ground_truth_source_anchor: null,
      response_excerpt: `People often ask about ${project.body.brand_name}. As far as is known, ${statement.claim_normalized}.`,
      resolved_by_user_id: null,
      resolved_at: null,
      finding: { verdict, fact },
    };
    add(claims, body, { team: project.team, parent: project.id });
  }
  return newStatements.length;
}

/** Checks the open claims that have not been checked yet against the confirmed facts. Returns the number of newly checked ones. */
export function checkClaims(world: World, project: Row<TrackingProject>, maxClaims = maxClaimsPerRun): number {
  if (!isArmed(world, project)) return 0;
  const open = world.store
    .all(claims, { parent: project.id })
    .filter(({ body }) => body.resolution_status === 'open' && body.status === 'unverified')
    .slice(0, maxClaims);
  for (const { body } of open) {
    const { verdict, fact } = body.finding;
    Object.assign(body, { status: 'verified', verification_status: verdict });
    if (fact === null) body.resolution_reason = 'inconclusive';
    else
      body.ground_truth_source_anchor = {
        tier: 1,
        source: `https://${project.body.domain ?? 'brand.example'}/about`,
        passage: fact,
      };
  }
  return open.length;
}

/**
 * docs/platform/accuracy.md#claims: the share of claims with one of the verdicts that count as verifiable, in percent.
 */
export function verifiablePercent({ store }: World, project: Row<TrackingProject>): number | null {
  const all = store.all(claims, { parent: project.id });
  const decided = all.filter(({ body }) =>
    ['true', 'false', 'outdated', 'partial'].includes(body.verification_status ?? ''),
  );
  return all.length === 0 ? null : Math.round((decided.length / all.length) * 1000) / 10;
}

/** Open claims of assistants that a check found not to be true as stated (docs/platform/accuracy.md#claims). */
export const factErrors = ({ store }: World, { id }: Row<TrackingProject>) =>
  store
    .all(claims, { parent: id })
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

/**
 * docs/platform/accuracy.md#truth-sources: a person must confirm it, which is no operation of the API. The parent is
 * the tracking project.
 */
export const truthSources = kind<{
  status: 'unreviewed' | 'reviewed';
  facts: string[];
  human_reviewed: boolean;
  refreshed_at: string | null;
}>('truth_source');

/**
 * Whether claims may be judged: only after a person has confirmed a truth source
 * (docs/platform/accuracy.md#truth-sources).
 */
export const isArmed = ({ store }: World, { id }: Row<TrackingProject>): boolean =>
  store.all(truthSources, { parent: id }).some(({ body }) => body.human_reviewed);
