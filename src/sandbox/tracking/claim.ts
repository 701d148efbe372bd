import { kind, type Row } from '../kind.ts';
import { days, iso } from '../platform-time.ts';
import type { World } from '../world.ts';
import type { TrackingProject } from './kinds.ts';
import { finishedRuns } from './measurements.ts';

export const severities = ['critical', 'high', 'medium', 'low'] as const;

/** Document 2, "Accuracy claim". */
export interface Claim {
  status: 'unverified' | 'verified';
  severity: (typeof severities)[number];
  platform: string;
  claim_type: string;
  resolution_status: 'open' | 'resolved' | 'false_positive';
  resolution_reason: string | null;
  claim_normalized: string;
  verification_status: string | null;
  ground_truth_source_anchor: { tier: number; source: string; passage: string } | null;
  response_excerpt: string | null;
  last_seen_at: string;
  resolved_by_user_id: number | null;
  resolved_at: string | null;
}

/** The parent is the tracking project. */
export const claims = kind<Claim>('claim');

/** Document 2, "Brand accuracy": most claims a backfill makes in one run. */
const mostARun = 500;

const wordings: readonly (readonly [type: string, says: string])[] = [
  ['price', '* costs 49 euros'],
  ['duration', 'delivery by * takes two days'],
  ['feature_availability', '* offers repairs'],
  ['technical_spec', 'boxes by * hold 60 litres'],
  ['history', '* was founded in 1987'],
  ['rating', '* is rated 4.7 of 5'],
  ['other', '* has a shop in the harbour'],
];

/** The first check of stored answers: a claim for each thing a platform says, once. How many are new. */
export function makeClaims(world: World, project: Row<TrackingProject>): number {
  const { store, invent, now } = world;
  const known = new Set(store.all(claims, { parent: project.id }).map(({ body }) => `${body.platform} ${body.claim_normalized}`));
  const platforms = finishedRuns(world, project)[0]?.body.platforms ?? [];
  const claimed = wordings.map(([type, says]) => ({ type, claim: says.replace('*', project.body.brand_name) }));
  const fresh = platforms
    .flatMap((platform) => claimed.map((one) => ({ platform, ...one })))
    .filter(({ platform, claim }) => !known.has(`${platform} ${claim}`) && invent('said', project.id, platform, claim).chance(0.5))
    .slice(0, mostARun);
  for (const { platform, type, claim } of fresh) {
    const made = invent('claim', project.id, platform, claim);
    const body: Claim = {
      status: 'unverified',
      severity: made.pick(severities),
      platform,
      claim_type: type,
      resolution_status: 'open',
      resolution_reason: null,
      claim_normalized: claim,
      verification_status: null,
      ground_truth_source_anchor: null,
      response_excerpt: `As far as is known, ${claim}.`,
      last_seen_at: iso(now() - made.whole(0, 9) * days),
      resolved_by_user_id: null,
      resolved_at: null,
    };
    store.add(claims, { team: project.team, parent: project.id, at: now(), body });
  }
  return fresh.length;
}

/** Checks the open claims that have not been checked yet against what is known. How many were newly checked. */
export function checkClaims({ store, invent }: World, project: Row<TrackingProject>, most = mostARun): number {
  const unchecked = store.all(claims, { parent: project.id }).filter(({ body }) => body.resolution_status === 'open' && body.status === 'unverified');
  const open = unchecked.slice(0, most);
  for (const row of open) {
    const made = invent('verdict', project.id, row.body.claim_normalized);
    const verdict = made.pick(['true', 'false', 'outdated', 'partial', 'unverifiable']);
    Object.assign(row.body, { status: 'verified', verification_status: verdict });
    if (verdict === 'unverifiable') row.body.resolution_reason = 'inconclusive';
    else row.body.ground_truth_source_anchor = anchorOf(project.body, row.body.claim_normalized);
    store.save(row);
  }
  return open.length;
}

const anchorOf = ({ brand_name, domain }: TrackingProject, claim: string) => ({
  tier: 1,
  source: `https://${domain ?? 'brand.example'}/about`,
  passage: `About ${brand_name}: ${claim}, or so the sample says.`,
});

/** Document 2, "Accuracy claim": the share of claims with one of the verdicts that count as verifiable, in percent. */
export function verifiablePercent({ store }: World, project: Row<TrackingProject>): number | null {
  const all = store.all(claims, { parent: project.id });
  const told = all.filter(({ body }) => ['true', 'false', 'outdated', 'partial'].includes(body.verification_status ?? ''));
  return all.length === 0 ? null : Math.round((told.length / all.length) * 1000) / 10;
}
