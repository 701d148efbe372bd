import type { Call } from '../../../engine/call.ts';
import type { Implementation } from '../../../engine/implementation.ts';
import { notFound, refuse } from '../../../engine/http/refusal.ts';
import { slices } from '../../../engine/http/reply.ts';
import { wikiPages, type WikiPage } from './pages.ts';
import { renderPage } from './render-page.ts';
import { searchPages } from './search-pages.ts';

/** Document 3, "Wiki": internal pages are for those who are signed in. */
export const wikiFamily: Implementation = {
  family: 'wiki',
  operations: {
    pages: (call) => {
      const wanted = (field: 'category' | 'visibility') => (page: WikiPage) =>
        !call.given.has(field) || page[field] === call.given.text(field);
      return slices(
        visible(call).filter(wanted('category')).filter(wanted('visibility')),
        ({ body_md: _, ...page }: WikiPage) => page,
      );
    },
    page: (call) => {
      const page = wikiPages.find(({ slug }) => slug === call.given.text('slug'));
      if (!page) throw notFound('page');
      if (!visible(call).includes(page)) throw refuse(401, 'This page is for signed-in users.');
      return renderPage(page, visible(call));
    },
    search: (call) => searchPages(visible(call), call.given.text('q')),
  },
};

const visible = ({ caller }: Call): readonly WikiPage[] =>
  wikiPages.filter(({ visibility }) => visibility === 'public' || caller.user > 0);
