import type { WikiPage } from './pages.ts';

interface Heading {
  readonly level: number;
  readonly text: string;
  readonly anchor: string;
}

/** The page with its HTML, its table of contents, and its neighbours of the same category. */
export function renderPage(page: WikiPage, visible: readonly WikiPage[]) {
  const blocks = page.body_md.split('\n\n');
  return {
    ...page,
    body_html: blocks.map(toHtml).join('\n'),
    toc: blocks.flatMap((block) => headingOf(block) ?? []),
    related: visible
      .filter(({ slug, category }) => category === page.category && slug !== page.slug)
      .map(({ slug, title }) => ({ slug, title })),
  };
}

function toHtml(block: string): string {
  const heading = headingOf(block);
  return heading ? `<h${heading.level} id="${heading.anchor}">${heading.text}</h${heading.level}>` : `<p>${block}</p>`;
}

function headingOf(block: string): Heading | undefined {
  const [, marks, text] = /^(#+) (.*)$/.exec(block) ?? [];
  if (marks === undefined || text === undefined) return undefined;
  return { level: marks.length, text, anchor: text.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-') };
}
