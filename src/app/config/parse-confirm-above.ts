import type { BudgetLimit } from '../../base/index.ts';
import { parseBudget } from '../../client/money/parse-budget.ts';
import { SettingError } from '../../base/setting-error.ts';

/**
 * Reads `25`, or `25,100/session,300/day`: a number alone applies to one call, the others to the sum since a person last
 * agreed to a price.
 * @throws SettingError naming the part that cannot be read
 */
export function parseConfirmAbove(text: string | undefined): {
  readonly each?: number | undefined;
  readonly thresholds: readonly BudgetLimit[];
} {
  if (text === undefined) return { thresholds: [] };
  const parts = text.split(',').map((part) => part.trim());
  try {
    const limits = parseBudget(parts.map((part) => (/^\d{1,9}$/.test(part) ? `${part}/call` : part)).join(','));
    if (limits.some(({ label }) => label !== undefined)) throw new SettingError('a person is asked for every label');
    const each = limits.find(({ window }) => window === 'call')?.credits;
    return { each, thresholds: limits.filter(({ window }) => window !== 'call') };
  } catch {
    throw new SettingError(
      `confirm-above: "${text.slice(0, 80)}" is not like 25 or 25,100/session,300/day (a whole number of credits, each window once)`,
    );
  }
}
