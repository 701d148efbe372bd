import type { LimitRefusal, LimitWindow, Usage } from './reservation.ts';

export type Admission = { readonly kind: 'admitted' } | LimitRefusal;

/**
 * Whether `estimate` credits fit into every limit, beside what is spent and what is held. A limit that refuses them whatever the calls
 * under way do is reported before one that may have room later.
 */
export function admit(estimate: number, limits: readonly (LimitWindow & { usage: Usage })[]): Admission {
  const lasting = limits.find(({ credits, usage }) => usage.spent + estimate > credits);
  if (lasting) return { kind: 'refused', limit: lasting, usage: lasting.usage, passes: false };
  const passing = limits.find(({ credits, usage }) => usage.spent + usage.held + estimate > credits);
  if (passing) return { kind: 'refused', limit: passing, usage: passing.usage, passes: true };
  return { kind: 'admitted' };
}
