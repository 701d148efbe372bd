import { now } from '../../definition/now.ts';
import type { ToolContext } from '../../definition/tool.ts';

/** Milliseconds for which a finished result is returned instead of paid for again. Tool descriptions state it. */
export const reuseMs = 24 * 3_600_000;

/** A result that was there already. */
export interface ExistingResult {
  /** ISO 8601. */
  readonly made_at: string;
  /** In words, such as `3 h`. */
  readonly age: string;
  /** Credits that a new one costs at most; null where no bound is known. */
  readonly new_costs: number | null;
}

/** Whether something made at that time is young enough to be returned again. Without a time it is not. */
export const isReusable = (madeAt: unknown, context: Pick<ToolContext, 'clock'>): madeAt is string =>
  typeof madeAt === 'string' && now(context) - Date.parse(madeAt) < reuseMs;

export function existingResult(
  made_at: string,
  new_costs: number | null,
  context: Pick<ToolContext, 'clock'>,
): ExistingResult {
  const minutes = Math.max(0, Math.round((now(context) - Date.parse(made_at)) / 60_000));
  return { made_at, age: minutes < 90 ? `${minutes} min` : `${Math.round(minutes / 60)} h`, new_costs };
}

/** What a workflow says beside a result that it returns instead of paying. */
export const besideExisting = (existing: ExistingResult): Record<string, unknown> => ({
  credits: { estimated: 0, charged: 0 },
  existing,
  hint: `This is the result of ${existing.made_at} (${existing.age} old), and nothing was paid; again: true makes a new one${existing.new_costs === null ? '' : ` for up to ${existing.new_costs} credits`}.`,
});
