import { list, maybe, one } from '../../vocabulary/answer.ts';
import { answer, del, family, fixed, get, id, integerId, likely, post, put, text } from '../../vocabulary/index.ts';

const entry = {
  id,
  ...maybe({ project_id: integerId, title: text, keyword: text, scheduled_for: text, article_id: integerId }),
};

/** Fields that planning and changing an entry are likely to take. */
const entryFields = {
  title: likely(text, 'what the piece is called; the article it becomes has a title', 'name'),
  keyword: likely(text, 'what it is about; generate_article writes for a keyword', 'topic'),
  scheduled_for: likely(
    text,
    'day it is due, YYYY-MM-DD; a calendar needs one',
    'date scheduled_at scheduled_date planned_at publish_at publish_date due_date',
  ),
  status: likely(text, 'as of an article, such as draft'),
  notes: likely(text, 'remarks for the team', 'description content type'),
  article_id: likely(integerId, 'an article that is there already; generate_article writes into it'),
  storyline_id: likely(id, 'the storyline to write it from; an article has this field'),
};

/** Rules: docs/platform/content.md#calendar, which shows no entry. */
export const calendar = family(
  'calendar',
  'When which content of a project is due; an entry can become an article',
  { words: 'editorial plan schedule planning dates publish editorial schedule planned pieces publication dates' },
  () => ({
    list: get('/projects/{project}/calendar', {
      does: "List a project's calendar entries",
      asked:
        'editorial plan upcoming, what is planned coming up next week month, what do we publish when, editorial plan, content schedule, due this month, upcoming pieces',
      output: list(entry),
    }),
    create: post('/projects/{project}/calendar', {
      does: 'Plan a piece of content',
      changes: 'Writes no article; calendar.generate_article does.',
      asked:
        'new add schedule entry, put a piece on the calendar for a date, plan an article for a day, schedule content, add to editorial plan, book a slot',
      example: {
        title: 'How to choose trail running shoes',
        keyword: 'trail running shoes',
        scheduled_for: '2026-12-01',
      },
      likely: entryFields,
      output: one(entry),
      status: 201,
    }),
    update: put('/calendar/{id}', {
      does: 'Change a calendar entry',
      changes: 'Embedded platform: only the fields given change.',
      asked:
        'edit move reschedule, move shift postpone a planned piece to another date day, change date of planned content, reschedule, postpone publication, push a piece back a week, bring it forward, swap dates',
      example: { scheduled_for: '2026-12-08' },
      likely: entryFields,
      output: one(entry),
    }),
    delete: del('/calendar/{id}', {
      does: 'Delete a calendar entry',
      changes: 'No operation brings it back. Embedded platform: its article stays.',
      asked:
        'remove cancel, take a planned piece off the calendar, we are not going to write it, unschedule, cancel planned content, drop slot, nothing on this day, skip the planned piece',
    }),
    generate_article: post('/calendar/{entry}/generate-article', {
      does: 'Write the article of a calendar entry',
      changes:
        'Embedded platform: writes into the article of the entry, or creates one; repeating writes and charges again.',
      asked:
        'ai text produce planned, write the piece planned in the calendar now, produce the scheduled text, produce article scheduled, write due entry',
      output: { article_id: integerId, status: text.optional() },
      price: fixed(5, { statedBy: 'articles.generate' }),
      job: {
        doing: 'Writing the article of the calendar entry',
        watch: 'articles.get',
        with: { id: answer('article_id', 'id') },
        state: 'processing_status',
        done: ['ready'],
        usually: 90,
      },
    }),
  }),
);
