import { capital } from '../../../invention/writing/label.ts';
import type { Term } from '../../../invention/terms.ts';

/** A keyword in its cluster, as in the result file (docs/platform/content.md#keyword-research). */
export interface Clustered extends Term {
  readonly cluster_id: number;
  readonly cluster_role: 'main' | 'sub' | 'solo';
  readonly cluster_main_keyword: string;
  readonly cluster_size: number;
  readonly article_titles: readonly string[];
}

/** Groups keywords by a word that they share: largest clusters first, in each the main keyword and then the others by volume. */
export function clusterTerms(terms: readonly Term[], together = true): Clustered[] {
  const heads = headsOf(terms);
  const groups = Map.groupBy(terms, ({ keyword }) => (together ? heads(keyword) : keyword));
  return [...groups.values()]
    .map((group) => group.toSorted(byVolume))
    .toSorted((a, b) => b.length - a.length || (a[0] && b[0] ? byVolume(a[0], b[0]) : 0))
    .flatMap((group, index) => group.map((term, place) => inCluster(term, group, index + 1, place)));
}

/** Function words, which head no cluster. */
const linking = new Set('and for near the with und für mit les pour con para dla'.split(' '));

/**
 * The common word of a keyword's cluster: the most frequent of its words, except words that most keywords have, unless there
 * is no other; the keyword itself if it shares none.
 */
function headsOf(terms: readonly Term[]): (keyword: string) => string {
  const wordsOf = (keyword: string) =>
    [...new Set(keyword.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu))].filter((word) => !linking.has(word));
  const counts = new Map<string, number>();
  for (const word of terms.flatMap(({ keyword }) => wordsOf(keyword))) counts.set(word, (counts.get(word) ?? 0) + 1);
  const count = (word: string) => counts.get(word) ?? 0;
  return (keyword) => {
    const shared = wordsOf(keyword)
      .filter((word) => count(word) > 1)
      .toSorted((a, b) => count(b) - count(a) || a.localeCompare(b, 'en'));
    return shared.find((word) => count(word) <= terms.length / 2) ?? shared[0] ?? keyword;
  };
}

function inCluster(term: Term, group: readonly Term[], cluster_id: number, place: number): Clustered {
  const main = group[0]?.keyword ?? term.keyword;
  const leads = place === 0;
  return {
    ...term,
    cluster_id,
    cluster_role: group.length === 1 ? 'solo' : leads ? 'main' : 'sub',
    cluster_main_keyword: main,
    cluster_size: group.length,
    article_titles: leads ? [capital(main), `${capital(main)}: what to know`] : [],
  };
}

const byVolume = (a: Term, b: Term): number =>
  (b.search_volume ?? 0) - (a.search_volume ?? 0) || a.keyword.localeCompare(b.keyword, 'en');
