import { hangUp, json, type Platform } from '../platform.ts';
import type { Clock } from '../../../src/base/clock.ts';
import { writeArticles } from '../stories.ts';

/** What the platform does with one paid call, whatever it says elsewhere. */
export interface Deed {
  /** Credits. */
  readonly draws: number;
  readonly answers: 'accepts' | 402 | 409 | 422 | 500 | 'cuts';
  /** What the row of its history refers to. */
  readonly reference: 'resource' | 'job' | 'transaction' | 'nothing';
  /** Milliseconds until the row is in the history; the balance falls at once. */
  readonly lateMs: number;
  /** Credits that the team buys before the answer. */
  readonly topsUp?: number;
}

export interface LyingBook {
  readonly drawn: number;
  /** The most that one call drew beyond the 5 credits stated. */
  readonly excess: number;
  /** Somebody else of the team spends. */
  spend(credits: number, endpoint: string, reference?: number | null): void;
}

export interface Listing {
  readonly order: 'newest first' | 'oldest first';
  readonly pageSize: number;
  /** Whether rows name the address with its identifiers. */
  readonly isConcrete: boolean;
  /** Holds up the answer with rows that have been looked up already. */
  readonly beforeSent?: (() => Promise<void>) | undefined;
}

/** A platform on which `articles.generate`, stated at 5 credits, does these deeds in turn. */
export function lyingPlatform(
  { platform, clock }: { readonly platform: Platform; readonly clock: Clock },
  deeds: readonly Deed[],
  { order, pageSize, isConcrete, beforeSent }: Listing = { order: 'newest first', pageSize: 100, isConcrete: false },
): LyingBook {
  const opening = 1_000_000;
  const rows = [
    {
      at: clock.now() - 86_400_000,
      shownAt: 0,
      delta: opening,
      endpoint: 'Top-up',
      reference_id: null as string | number | null,
      balance_after: opening,
    },
  ];
  let [calls, drawn, excess] = [0, 0, 0];
  const balance = (): number => rows.at(-1)?.balance_after ?? 0;
  const draw = (credits: number, endpoint: string, reference_id: string | number | null, lateMs: number): void => {
    if (credits === 0) return;
    const at = clock.now();
    rows.push({
      at,
      shownAt: at + lateMs,
      delta: -credits,
      endpoint,
      reference_id,
      balance_after: balance() - credits,
    });
  };
  const topUp = (credits: number): void => draw(-credits, 'Top-up', null, 0);

  writeArticles(platform);
  platform.on('POST /articles/#/generate', async (request) => {
    const n = calls++;
    const { draws, answers, reference, lateMs, topsUp = 0 } = deeds[n % deeds.length] as Deed;
    const id = Number(request.route.split('/')[2]);
    const references = { resource: id, job: `job-${n}`, transaction: 9_000_000 + n, nothing: null };
    draw(draws, isConcrete ? request.route : 'POST /articles/{id}/generate', references[reference], lateMs);
    drawn += draws;
    excess = Math.max(excess, draws - 5);
    topUp(topsUp);
    if (answers === 'cuts') return hangUp;
    if (answers === 'accepts') return json({ message: 'Queued.', job_id: `job-${n}` }, 202);
    return json({ message: 'Not now.', error: 'refused' }, answers);
  });
  platform.on('GET /credits', () => json({ data: { balance: balance(), plan: 'scale' } }));
  platform.on('GET /credits/history', async (request) => {
    const shown = rows
      .filter(({ shownAt }) => shownAt <= clock.now())
      .map(({ at, shownAt: _, ...row }) => ({ ...row, created_at: new Date(at).toISOString() }));
    if (order === 'newest first') shown.reverse();
    await beforeSent?.();
    const page = Number(new URLSearchParams(request.path.split('?')[1]).get('page') ?? 1);
    const meta = {
      total: shown.length,
      current_page: page,
      per_page: pageSize,
      last_page: Math.max(1, Math.ceil(shown.length / pageSize)),
    };
    return json({ data: shown.slice((page - 1) * pageSize, page * pageSize), meta });
  });
  return {
    get drawn() {
      return drawn;
    },
    get excess() {
      return excess;
    },
    spend: (credits, endpoint, reference = null) => draw(credits, endpoint, reference, 0),
  };
}
