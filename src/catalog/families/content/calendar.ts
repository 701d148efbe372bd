import { id, text } from '../../fields.ts';
import { answer, del, family, fixed, get, list, one, post, put } from '../../operation.ts';

const entry = { id };

/** Document 1, "Link lists, orphan scans, overview, calendar". The contract shows no entry. */
export const calendar = family(
  'calendar',
  'When which content of a project is due; an entry can become an article',
  { words: 'editorial plan schedule planning dates publish' },
  () => ({
    list: get('/projects/{project}/calendar', {
      does: "List a project's calendar entries",
      words: 'editorial plan upcoming',
      output: list(entry),
    }),
    create: post('/projects/{project}/calendar', {
      does: 'Plan a piece of content',
      words: 'new add schedule entry',
      open: true,
      output: one(entry),
      status: 201,
    }),
    update: put('/calendar/{id}', {
      does: 'Change a calendar entry',
      words: 'edit move reschedule',
      open: true,
      output: one(entry),
    }),
    delete: del('/calendar/{id}', { does: 'Delete a calendar entry', words: 'remove cancel' }),
    generate_article: post('/calendar/{entry}/generate-article', {
      does: 'Write the article of a calendar entry',
      words: 'ai text produce planned',
      output: { article_id: id, status: text.optional() },
      // The row lists no cost; every other way to write an article that has one states 5 (document 1, "Credits").
      price: fixed(5),
      job: {
        watch: 'articles.get',
        with: { id: answer('article_id', 'id') },
        state: 'processing_status',
        done: ['ready'],
        failed: ['failed'],
        usually: 90,
      },
    }),
  }),
);
