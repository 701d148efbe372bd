import type { Output } from '../../../catalog/operation-types.ts';
import { byRank, recordsIn } from '../shared/records-in.ts';

type Claim = Output<'accuracy.list'>[number];

/** Verdicts of a claim that is not true as it stands (document 2, "Accuracy claim"). */
const wrongVerdicts: ReadonlySet<string> = new Set(['false', 'outdated', 'partial']);

const severities = ['critical', 'high', 'medium', 'low'];

/** Claims shown in a report, each with what contradicts it; check_brand_facts has all. */
const maxClaims = 5;

/** Open claims that were found not to be true as they stand, the most severe first: what an assistant said, and the fact. */
export const falseClaims = (claims: readonly (Claim | null)[]): Record<string, unknown>[] =>
  recordsIn(claims)
    .filter(isFalse)
    .toSorted(byRank(severities, ({ severity }) => severity))
    .slice(0, maxClaims)
    .map((claim) => ({
      claim_id: claim.id,
      severity: claim.severity,
      platform: claim.platform,
      claim: claim.claim_normalized,
      said: claim.response_excerpt,
      verified_as: claim.verification_status,
      truth: claim.ground_truth_source_anchor?.passage,
      truth_source: claim.ground_truth_source_anchor?.source,
    }));

/** Whether a claim is open and was found not to be true. */
export const isFalse = ({ resolution_status, verification_status }: Claim): boolean =>
  resolution_status === 'open' && wrongVerdicts.has(verification_status ?? '');
