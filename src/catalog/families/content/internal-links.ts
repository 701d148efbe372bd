import * as z from 'zod';
import { id, text, number } from '../../fields.ts';
import { family, formula, get, list, post, put, likely, assumed, maybe } from '../../operation.ts';

/** Document 1, "Internal linking". */
export const internalLinks = family(
  'internal_links',
  'Links between the articles of a project: analysis and suggestions',
  { words: 'interlinking link building anchor cross-link' },
  () => ({
    analyze: post('/projects/{project}/internal-links/analyze', {
      does: 'Look for links to set between the articles of a project',
      changes: 'Adds suggestions to the articles; earlier ones keep their verdict. No text is changed.',
      words: 'find opportunities map',
      output: { run_id: id.optional() },
      status: 202,
      price: formula(
        '5, or 1 per article of the project where that is more: two versions of the contract differ',
        (_, { articles }) => priceOf(articles),
        {
          facts: { articles: { operation: 'articles.list', with: { project: 'project' } } },
        },
      ),
      shows: 'internal_links.suggestions of each article',
    }),
    suggestions: get('/articles/{id}/link-suggestions', {
      does: 'List the links suggested for an article',
      words: 'results opportunities anchors',
      output: list({ id, status: text }),
    }),
    decide: put('/link-suggestions/{id}', {
      does: 'Accept or reject a suggested link',
      changes: 'Sets the status only; the text of the article stays as it is. Deciding again overwrites it.',
      words: 'approve decline apply dismiss review',
      output: assumed({
        data: z.looseObject(
          maybe({
            id,
            article_id: id,
            target_article_id: id,
            anchor_text: text,
            score: number,
            status: text,
          }),
        ),
      }),
      example: { status: 'accepted' },
      open: true,
      likely: {
        status: likely(text, 'accepted or rejected; the row says accept or reject, and a suggestion has a status', [
          'action',
          'decision',
          'accept',
          'reject',
        ]),
      },
    }),
  }),
);

/** A list without a total tells the number only while its page is not full (document 1: 20 articles a page). */
function priceOf(articles: unknown): number | null {
  if (Array.isArray(articles)) return articles.length < 20 ? Math.max(5, articles.length) : null;
  const total = typeof articles === 'object' && articles !== null ? Reflect.get(articles, 'total') : undefined;
  return typeof total === 'number' ? Math.max(5, total) : null;
}
