import { allOperations } from '../../catalog/index.ts';
import type { MoneyView, Platform, Spending } from '../../client/index.ts';
import { readCreditHistory } from '../../client/money/credit-history.ts';
import { operationAt } from '../../client/money/match-history.ts';
import { isWord } from '../../base/text/is-prose.ts';
import { creditsSummary, largest } from './credits-summary.ts';
import { now } from '../definition/now.ts';
import type { ToolContext } from '../definition/tool.ts';
import { isVisibilityError } from '../../client/errors.ts';

const periodMs = 30 * 86_400_000;

/** Maximum number of pages of 100 charges that are read at once. */
const maxPages = 3;

/** The credits drawn in 30 days according to the platform's history, minus refunds. */
interface PlatformHistory {
  readonly charged?: number | undefined;
  /** Credits drawn outside this installation, by operation: by team-mates, elsewhere, or by the platform itself. */
  readonly elsewhere?: readonly { readonly operation: string; readonly charged: number }[] | undefined;
  /** Text that says why the figure is incomplete or unknown. */
  readonly note?: string | undefined;
}

/** Balance, limits and spending as an agent sees them, with the figures of the platform's history. */
export const creditsWithHistory = async (
  client: Platform,
  money: MoneyView,
  context: Pick<ToolContext, 'clock' | 'signal'>,
): Promise<Record<string, unknown>> => ({
  ...creditsSummary(money),
  history_30_days: money.failure ? undefined : await platformHistory(client, money.spending, context),
});

/** Reads the platform's history, and subtracts the charges on record here. Never rejects because of the history. */
async function platformHistory(
  client: Platform,
  { by_operation }: Spending,
  context: Pick<ToolContext, 'clock' | 'signal'>,
): Promise<PlatformHistory> {
  const since = now(context) - periodMs;
  const read = (operation: Parameters<Platform['call']>[0], input: object) =>
    client.call(operation, input as never, { signal: context.signal });
  try {
    const { rows, whole, skipped } = await readCreditHistory(read, since, { pages: maxPages });
    const drawn = new Map<string, number>();
    const operations = allOperations().filter(({ effect }) => effect === 'paid');
    for (const { at, delta, endpoint } of rows.toReversed()) {
      const name = operationAt(endpoint, operations)?.name ?? (isWord(endpoint) ? endpoint : 'other');
      // A top-up is not a refund.
      if (at >= since && (delta < 0 || drawn.has(name))) drawn.set(name, (drawn.get(name) ?? 0) - delta);
    }
    const own = new Map(by_operation.map(({ operation, charged }) => [operation, charged]));
    const elsewhere = [...drawn]
      .map(([operation, charged]) => ({ operation, charged: charged - (own.get(operation) ?? 0) }))
      .filter(({ charged }) => charged > 0)
      .sort((a, b) => b.charged - a.charged);
    return {
      charged: [...drawn.values()].reduce((sum, charged) => sum + charged, 0),
      elsewhere: elsewhere.length > 0 ? largest(elsewhere) : undefined,
      note:
        [
          elsewhere.length > 0 && 'elsewhere: by others of the team, or by the platform itself; it names no person.',
          (!whole || skipped > 0) && 'At least: not all of the history could be read.',
        ]
          .filter(Boolean)
          .join(' ') || undefined,
    };
  } catch (error) {
    if (!isVisibilityError(error)) throw error;
    return { note: `Unknown: ${error.code}. credits.history has it.` };
  }
}
