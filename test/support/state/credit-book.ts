import type { Bench } from '../bench.ts';
import { hangUp, json, type Behaviour } from '../platform.ts';

export interface CreditBook {
  /** Credits drawn so far, whatever the history shows. */
  readonly drawn: number;
  /** Draws so much, then answers as told. */
  draws(credits: number, then: Behaviour): Behaviour;
  /** Somebody else of the team spends. */
  spend(credits: number, endpoint?: string): void;
  /** From now on history and balance are answered so. */
  lag: number;
}

interface Drawn {
  readonly at: number;
  readonly delta: number;
  readonly endpoint: string;
  readonly reference_id: number | null;
  readonly balance_after: number;
}

/** An account of the platform: what is drawn leaves the balance at once, and shows in the history `lag` milliseconds later. */
export function creditBook(
  it: Pick<Bench, 'clock' | 'platform'>,
  { balance = 10_000, lag = 0 }: { balance?: number; lag?: number } = {},
): CreditBook {
  const rows: Drawn[] = [
    {
      at: it.clock.now() - 86_400_000,
      delta: balance,
      endpoint: 'Opening top-up',
      reference_id: null,
      balance_after: balance,
    },
  ];
  const draw = (credits: number, endpoint: string, reference_id: number | null): void => {
    const balance_after = (rows.at(-1) as Drawn).balance_after - credits;
    rows.push({ at: it.clock.now(), delta: -credits, endpoint, reference_id, balance_after });
  };
  const book: CreditBook = {
    lag,
    get drawn() {
      return balance - (rows.at(-1) as Drawn).balance_after;
    },
    draws: (credits, then) => (request) => {
      draw(credits, request.route, Number(/\d+/.exec(request.route)?.[0] ?? 0) || null);
      return then;
    },
    spend: (credits, endpoint = 'POST /humanize') => draw(credits, endpoint, null),
  };
  it.platform.on('GET /credits', () =>
    json({ data: { balance: (rows.at(-1) as Drawn).balance_after, plan: 'scale', renews_at: '2026-12-01T00:00:00Z' } }),
  );
  it.platform.on('GET /credits/history', () => {
    const shown = rows
      .filter(({ at }) => at <= it.clock.now() - book.lag)
      .map(({ at, ...row }) => ({ ...row, created_at: new Date(at).toISOString() }));
    return json({
      data: shown.toReversed(),
      meta: { total: shown.length, current_page: 1, per_page: 100, last_page: 1 },
    });
  });
  return book;
}

/** Draws, and then loses the answer. */
export const drawnAndLost = (book: CreditBook, credits: number): Behaviour => book.draws(credits, hangUp);
