import type { Row } from '../../../engine/kind.ts';
import type { World } from '../../../engine/world.ts';
import { claims } from './claim.ts';
import type { TrackingProject } from '../brand/kinds.ts';

/** Open claims of assistants that a check found not to be true as they stand (document 2, "Accuracy claim"). */
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
