import type { Invent } from './invention.ts';
import { title } from './prose.ts';
import type { Term } from './terms.ts';

/** A keyword in its cluster, as the result file has it (document 1, "Result CSV columns"). */
export interface Clustered extends Term {
  readonly cluster_id: number;
  readonly cluster_role: 'main' | 'sub' | 'solo';
  readonly cluster_main_keyword: string;
  readonly cluster_size: number;
  readonly article_titles: readonly string[];
}

/** Groups keywords: largest clusters first, in each the main keyword and then the others by volume. */
export function clustered(invent: Invent, terms: readonly Term[], together = true): Clustered[] {
  const groups = Map.groupBy(terms, ({ keyword }) => (together ? invent('cluster', keyword).whole(1, Math.ceil(terms.length / 4)) : keyword));
  return [...groups.values()]
    .map((group) => group.toSorted(byVolume))
    .toSorted((a, b) => b.length - a.length || (a[0] && b[0] ? byVolume(a[0], b[0]) : 0))
    .flatMap((group, index) => group.map((term, place) => inCluster(term, group, index + 1, place)));
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
    article_titles: leads ? [title(main), `${title(main)}: what to know`] : [],
  };
}

const byVolume = (a: Term, b: Term): number => (b.search_volume ?? 0) - (a.search_volume ?? 0) || a.keyword.localeCompare(b.keyword, 'en');
