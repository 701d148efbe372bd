import type { LimitRefusal, LimitWindow, Usage } from './reservation.ts';

export type Admission = { readonly kind: 'admitted' } | LimitRefusal;

/**
 * Whether `estimate` credits fit into every limit, in addition to what is spent and held. A limit that refuses them even after the calls
 * in flight have ended is reported before one that may have room later.
 */
export function admit(estimate: number, limits: readonly (LimitWindow & { usage: Usage })[]): Admission {
  const refusedBySpent = limits.find(({ credits, usage }) => usage.spent + estimate > credits);
  if (refusedBySpent) return { kind: 'refused', limit: refusedBySpent, usage: refusedBySpent.usage, passes: false };
  const refusedByHeld = limits.find(({ credits, usage }) => usage.spent + usage.held + estimate > credits);
  if (refusedByHeld) return { kind: 'refused', limit: refusedByHeld, usage: refusedByHeld.usage, passes: true };
  return { kind: 'admitted' };
}
