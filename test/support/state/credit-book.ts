import type { Clock } from '../../../src/base/clock.ts';
import { hangUp, json, type Behaviour, type Platform } from '../platform.ts';

export interface CreditBook {
  /** Credits drawn so far, whatever the history shows. */
  readonly drawn: number;
  /** Draws so much, then answers as told. */
  draws(credits: number, then: Behaviour): Behaviour;
  /** Draws for a row of its own, which the history shows `lateMs` later (default: `lag`). A negative amount is a top-up. */
  spend(credits: number, endpoint?: string, reference?: string | number | null, lateMs?: number): void;
  /** Milliseconds until the history shows a row. */
  lag: number;
}

/** How the history is listed. */
export interface Listing {
  readonly order: 'newest first' | 'oldest first';
  readonly pageSize: number;
  /** Holds up the answer with rows that have been looked up already. */
  readonly beforeSent?: (() => Promise<void>) | undefined;
}

/** An account of the platform: what is drawn leaves the balance at once, and shows in the history later. */
export function creditBook(
  { clock, platform }: { readonly clock: Clock; readonly platform: Platform },
  { lag = 0, order = 'newest first', pageSize = 100, beforeSent }: Partial<Listing> & { lag?: number } = {},
): CreditBook {
  let [balance, drawn] = [1_000_000, 0];
  const top = { delta: balance, endpoint: 'Opening top-up', reference_id: null as string | number | null };
  const rows = [{ ...top, at: clock.now() - 86_400_000, lateMs: 0 as number | undefined, balance_after: balance }];
  const spend: CreditBook['spend'] = (credits, endpoint = 'POST /humanize', reference_id = null, lateMs) => {
    balance -= credits;
    drawn += Math.max(0, credits);
    rows.push({ at: clock.now(), lateMs, delta: -credits, endpoint, reference_id, balance_after: balance });
  };
  const book: CreditBook = {
    lag,
    get drawn() {
      return drawn;
    },
    draws: (credits, then) => (request) => {
      spend(credits, request.route, Number(/\d+/.exec(request.route)?.[0] ?? 0) || null);
      return then;
    },
    spend,
  };
  platform.on('GET /credits', () => json({ data: { balance, plan: 'scale', renews_at: '2026-12-01T00:00:00Z' } }));
  platform.on('GET /credits/history', async ({ path }) => {
    const shown = rows
      .filter(({ at, lateMs = book.lag }) => at + lateMs <= clock.now())
      .map(({ at, lateMs: _, ...row }) => ({ ...row, created_at: new Date(at).toISOString() }));
    if (order === 'newest first') shown.reverse();
    await beforeSent?.();
    const page = Number(new URLSearchParams(path.split('?')[1]).get('page') ?? 1);
    const last_page = Math.max(1, Math.ceil(shown.length / pageSize));
    const meta = { total: shown.length, current_page: page, per_page: pageSize, last_page };
    return json({ data: shown.slice((page - 1) * pageSize, page * pageSize), meta });
  });
  return book;
}

/** Draws, and then loses the answer. */
export const drawnAndLost = (book: CreditBook, credits: number): Behaviour => book.draws(credits, hangUp);
