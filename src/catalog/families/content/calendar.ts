import { id, text } from '../../fields.ts';
import { answer, del, family, fixed, get, list, one, post, put, likely, deleted, maybe } from '../../operation.ts';

const entry = {
  id,
  ...maybe({ title: text, keyword: text, scheduled_for: text, article_id: id }),
};

/** Fields that planning and changing an entry are likely to take. */
const entryFields = {
  title: likely(text, 'what the piece is called; the article it becomes has a title', ['name']),
  keyword: likely(text, 'what it is about; generate_article writes for a keyword', ['topic']),
  scheduled_for: likely(text, 'day it is due, YYYY-MM-DD; a calendar needs one', [
    'date',
    'scheduled_at',
    'scheduled_date',
    'planned_at',
    'publish_at',
    'publish_date',
    'due_date',
  ]),
  status: likely(text, 'as of an article, such as draft'),
  notes: likely(text, 'remarks for the team', ['description', 'content', 'type']),
  article_id: likely(id, 'an article that is there already; generate_article writes into it'),
  storyline_id: likely(id, 'the storyline to write it from; an article has this field'),
};

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
      changes: 'Writes no article; calendar.generate_article does. The same entry is accepted twice.',
      words: 'new add schedule entry',
      example: {
        title: 'How to choose trail running shoes',
        keyword: 'trail running shoes',
        scheduled_for: '2026-12-01',
      },
      open: true,
      likely: entryFields,
      output: one(entry),
      status: 201,
    }),
    update: put('/calendar/{id}', {
      does: 'Change a calendar entry',
      changes: 'Only the fields given change.',
      words: 'edit move reschedule',
      example: { scheduled_for: '2026-12-08' },
      open: true,
      likely: entryFields,
      output: one(entry),
    }),
    delete: del('/calendar/{id}', {
      does: 'Delete a calendar entry',
      changes: 'No operation brings it back. Its article stays.',
      words: 'remove cancel',
      output: deleted,
    }),
    generate_article: post('/calendar/{entry}/generate-article', {
      does: 'Write the article of a calendar entry',
      changes:
        'Writes into the article of the entry; creates one in the project when it has none. Repeating writes and charges again.',
      words: 'ai text produce planned',
      output: { article_id: id, status: text.optional() },
      // The row lists no cost; every other way to write an article that has one states 5 (document 1, "Credits").
      price: fixed(5),
      job: {
        doing: 'Writing the article of the calendar entry',
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
