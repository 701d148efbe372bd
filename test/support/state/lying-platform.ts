import { hangUp, json } from '../platform.ts';
import { writeArticles } from '../stories.ts';
import { creditBook, type CreditBook, type Listing } from './credit-book.ts';

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

export interface LyingBook extends Pick<CreditBook, 'spend'> {
  /** Credits that the deeds have drawn. */
  readonly drawn: number;
  /** The most that one call drew beyond the 5 credits stated. */
  readonly excess: number;
}

/**
 * A platform on which `articles.generate`, stated at 5 credits, does these deeds in turn.
 *
 * @param isConcrete whether rows name the address with its identifiers
 */
export function lyingPlatform(
  rig: Parameters<typeof creditBook>[0],
  deeds: readonly Deed[],
  { isConcrete = false, ...listing }: Partial<Listing> & { readonly isConcrete?: boolean } = {},
): LyingBook {
  const book = creditBook(rig, listing);
  let [calls, drawn, excess] = [0, 0, 0];
  writeArticles(rig.platform);
  rig.platform.on('POST /articles/#/generate', ({ route }) => {
    const n = calls++;
    const { draws, answers, reference, lateMs, topsUp = 0 } = deeds[n % deeds.length] as Deed;
    const references = {
      resource: Number(route.split('/')[2]),
      job: `job-${n}`,
      transaction: 9_000_000 + n,
      nothing: null,
    };
    const endpoint = isConcrete ? route : 'POST /articles/{id}/generate';
    if (draws > 0) book.spend(draws, endpoint, references[reference], lateMs);
    if (topsUp > 0) book.spend(-topsUp, 'Top-up');
    drawn += draws;
    excess = Math.max(excess, draws - 5);
    if (answers === 'cuts') return hangUp;
    if (answers === 'accepts') return json({ message: 'Queued.', job_id: `job-${n}` }, 202);
    return json({ message: 'Not now.', error: 'refused' }, answers);
  });
  return {
    get drawn() {
      return drawn;
    },
    get excess() {
      return excess;
    },
    spend: book.spend,
  };
}
