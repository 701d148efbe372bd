import type { WikiPage } from './pages.ts';

/** The 20 best pages, hits in the title count twice; each page with the passage (docs/platform/library.md#wiki). */
export function searchPages(pages: readonly WikiPage[], q: string) {
  const words = q.toLowerCase().split(/\s+/).filter(Boolean);
  return pages
    .map((page) => ({ page, score: 2 * hits(page.title, words) + hits(page.body_md, words) }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score)
    .slice(0, 20)
    .map(({ page: { slug, title, body_md }, score }) => ({
      slug,
      title,
      score,
      snippet: snippet(title, body_md, words),
    }));
}

const hits = (text: string, words: readonly string[]): number =>
  words.reduce((sum, word) => sum + text.toLowerCase().split(word).length - 1, 0);

/** The first passage with a hit, with hits marked; the title if only that has hits. */
function snippet(title: string, body: string, words: readonly string[]): string {
  const passages = body.split('\n\n').filter((block) => !block.startsWith('#'));
  const matchingPassage =
    passages.find((passage) => hits(passage, words) > 0) ?? [title, passages[0]].filter(Boolean).join(': ');
  const any = new RegExp(words.map((word) => word.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|'), 'gi');
  return matchingPassage.replaceAll(any, '<mark>$&</mark>');
}
