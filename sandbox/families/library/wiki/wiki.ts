import { matches } from '../../shared/matches.ts';
import type { Call } from '../../../engine/handler-call.ts';
import { implement } from '../../../engine/implement.ts';
import { notFound, refuse } from '../../../engine/http/refusal.ts';
import { slices } from '../../../engine/http/reply.ts';
import { wikiPages, type WikiPage } from './pages.ts';
import { renderPage } from './render-page.ts';
import { searchPages } from './search-pages.ts';

/** docs/platform/library.md#wiki: internal pages are for those who are signed in. */
export const wikiFamily = implement('wiki', {
  operations: {
    pages: (call) => {
      const matching = visible(call).filter((page) => matches(call.input, page, 'category', 'visibility'));
      return slices(matching, ({ body_md: _, ...page }) => page);
    },
    page: (call) => {
      const page = wikiPages.find(({ slug }) => slug === call.input.slug);
      if (!page) throw notFound('page');
      if (!visible(call).includes(page)) throw refuse(401, 'This page is for signed-in users.');
      return renderPage(page, visible(call));
    },
    search: (call) => searchPages(visible(call), call.input.q),
  },
});

const visible = ({ caller }: Call): readonly WikiPage[] =>
  wikiPages.filter(({ visibility }) => visibility === 'public' || caller.user > 0);
