import type { LimitWindow, Usage } from '../ledger.ts';

export type Admission =
  | { readonly kind: 'admitted' }
  /** `passes`: it would fit once the calls under way have ended. */
  | { readonly kind: 'refused'; readonly limit: LimitWindow; readonly usage: Usage; readonly passes: boolean };

/**
 * Whether `estimate` credits fit into every limit. What is spent and what is held both count; a lasting
 * refusal is reported before a passing one.
 */
export function admit(estimate: number, limits: readonly (LimitWindow & { usage: Usage })[]): Admission {
  const lasting = limits.find(({ credits, usage }) => usage.spent + estimate > credits);
  if (lasting) return { kind: 'refused', limit: lasting, usage: lasting.usage, passes: false };
  const passing = limits.find(({ credits, usage }) => usage.spent + usage.held + estimate > credits);
  if (passing) return { kind: 'refused', limit: passing, usage: passing.usage, passes: true };
  return { kind: 'admitted' };
}
