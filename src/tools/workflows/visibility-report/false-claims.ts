import type { Output } from '../../../catalog/index.ts';
import type { Fields } from '../../../base/index.ts';
import { scalarText } from '../../../base/json/scalar-text.ts';
import type { Period } from '../../../client/index.ts';
import { measuredDay } from './figures.ts';
import { byRank, recordsIn } from '../shared/records-in.ts';

type Claim = Output<'accuracy.list'>[number];

/** Verdicts of a claim that is not true as stated (docs/platform/accuracy.md#claims). */
const wrongVerdicts: ReadonlySet<string> = new Set(['false', 'outdated', 'partial']);

export const severities = ['critical', 'high', 'medium', 'low'];

/** Maximum claims that a report shows, each with what contradicts it; check_brand_facts has all. */
const maxClaims = 5;

/** A claim of an assistant, and the fact. */
export const claimLine = (claim: Claim) => ({
  claim_id: claim.id,
  severity: claim.severity,
  platform: claim.platform,
  claim: claim.claim_normalized,
  said: claim.response_excerpt,
  verified_as: claim.verification_status,
  truth: claim.ground_truth_source_anchor?.passage,
  truth_source: claim.ground_truth_source_anchor?.source,
});

/** The most severe of these claims. */
export const falseClaims = (claims: readonly Claim[]) =>
  claims
    .toSorted(byRank(severities, ({ severity }) => severity))
    .slice(0, maxClaims)
    .map(claimLine);

/** Claims that were said in the period, are open today, and were found not to be true as stated. */
export const falseClaimsOf = (claims: readonly (Claim | null)[], period: Period): Claim[] =>
  recordsIn(claims).filter(
    (claim) => claim.resolution_status === 'open' && isKnownWrong(claim) && wasSaidIn(period, claim),
  );

/** Whether a check found a claim not to be true as stated. A claim that was not or could not be checked is not known to be wrong. */
export const isKnownWrong = ({ verification_status }: Fields): boolean =>
  wrongVerdicts.has(scalarText(verification_status) ?? '');

/** A date that the platform does not state excludes nothing. */
function wasSaidIn({ from, to }: Period, claim: Claim): boolean {
  const [first, last] = [firstSeen(claim), claim.last_seen_at];
  return (
    (typeof first !== 'string' || measuredDay(first) <= to) && (typeof last !== 'string' || measuredDay(last) >= from)
  );
}

/** The day on which a claim was first said; not every platform states it. */
export const firstSeen = (claim: Fields): unknown => claim['first_seen_at'] ?? claim['created_at'];
