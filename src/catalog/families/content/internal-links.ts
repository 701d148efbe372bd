import { fieldOf } from '../../../base/json/field-of.ts';
import { id, integerId, text, number } from '../../vocabulary/fields.ts';
import { assumed, family, formulaOf, get, likely, list, maybe, post, put } from '../../vocabulary/index.ts';

/** The fields of a suggestion besides its id and status. */
const suggestion = maybe({ article_id: integerId, target_article_id: integerId, anchor_text: text, score: number });

/** Rules: docs/platform/content.md#internal-links. */
export const internalLinks = family(
  'internal_links',
  'Links between the articles of a project: analysis and suggestions',
  { words: 'interlinking link building anchor cross-link linking between our own pages' },
  () => ({
    analyze: post('/projects/{project}/internal-links/analyze', {
      does: 'Look for links to set between the articles of a project',
      changes: 'Embedded platform: adds suggestions, earlier ones keep their verdict; no text changes.',
      asked:
        'find opportunities map, connect our articles with each other, find missing links inside the site, interlink, build internal link map, cross-link articles automatically, interlinking run, which pages should point to which',
      output: { run_id: id.optional(), ...maybe({ status: text }) },
      status: 202,
      price: formulaOf(
        {
          operation: 'articles.list',
          with: { project: 'project' },
          counts: 'total of articles',
          value: (articles) => fieldOf(articles, 'total'),
        },
        '5, or 1 per article of the project where that is more: two versions of the contract differ',
        (_, articles) => Math.max(5, articles),
      ),
      shows: 'internal_links.suggestions of each article',
    }),
    suggestions: get('/articles/{id}/link-suggestions', {
      does: 'List the links suggested for an article',
      asked:
        'results opportunities anchors, where should this post link to, links still missing in the text, anchor proposals, proposed internal links of one article, recommended anchors, which of our own posts should this one mention',
      output: list({ id, status: text, ...suggestion }),
    }),
    decide: put('/link-suggestions/{id}', {
      does: 'Accept or reject a suggested link',
      changes: 'Embedded platform: sets the status only, the text stays as it is; deciding again overwrites it.',
      asked:
        'approve decline apply dismiss review, take or refuse the proposed link, yes set it, no ignore it, accept dismiss proposal of a link, confirm internal link',
      output: assumed({ id, status: text, ...suggestion }),
      example: { status: 'accepted' },
      likely: {
        status: likely(
          text,
          'accepted or rejected; the row says accept or reject, and a suggestion has a status',
          'action decision accept reject',
        ),
      },
    }),
  }),
);
