import type { Call } from '../../engine/handler-call.ts';
import { implement } from '../../engine/implement.ts';
import { invalid } from '../../engine/http/refusal.ts';
import { kind, type Row } from '../../engine/documents.ts';
import { shouldFail } from '../../engine/plan.ts';
import { days, iso } from '../../engine/platform-time.ts';
import { capital } from '../../invention/writing/label.ts';
import { articles, articlePlan, draft } from './articles.ts';
import { projectOf, writingLanguage } from './projects.ts';
import { firstText } from '../shared/open-body.ts';

interface Entry {
  article_id: number | null;
  /** Stored as sent: the contract shows no fields. */
  fields: Readonly<Record<string, unknown>>;
}

const entries = kind<Entry>('calendar_entry');

const show = ({ id, parent, body }: Row<Entry>) => ({
  ...body.fields,
  id,
  project_id: parent,
  article_id: body.article_id,
});

/** Rules: docs/platform/content.md#calendar. */
export const calendarFamily = implement('calendar', {
  operations: {
    list: (call) => call.store.all(entries, { parent: projectOf(call).id }).map(show),
    create: (call) => {
      const { id: parent } = projectOf(call);
      return show(call.add(entries, { article_id: null, fields: entryFields(call) }, { parent }));
    },
    update: (call) => {
      const row = call.own(entries, call.input.id);
      row.body.fields = { ...row.body.fields, ...entryFields(call) };
      return show(row);
    },
    delete: (call) => call.delete(call.own(entries, call.input.id)),
    generate_article: (call) => {
      const row = call.own(entries, call.input.entry);
      const topic = topicOf(row.body);
      const article_id = row.body.article_id ?? stub(call, row, topic);
      const article = call.own(articles, article_id);
      article.body.processing_status = 'processing';
      row.body.article_id = article_id;
      call.start(articlePlan, article_id, { lasts: 90, topic, words: 800, fails: shouldFail(topic) });
      return { article_id, status: 'queued' };
    },
  },

  seed: ({ add, now }) => {
    const plan: readonly [number, number, string, number][] = [
      [1, 1, 'packing for rain', 7],
      [1, 2, 'moss in winter', 14],
      [2, 3, 'asparagus weeks', 21],
    ];
    for (const [team, parent, keyword, ahead] of plan) {
      const fields = { title: capital(keyword), keyword, scheduled_for: iso(now() + ahead * days).slice(0, 10) };
      add(entries, { article_id: null, fields }, { team, parent });
    }
  },
});

/** The fields of an entry. The contract shows none; an invalid date is refused. */
function entryFields({ openBody }: Pick<Call, 'openBody'>): Entry['fields'] {
  const day = openBody['scheduled_for'];
  const isDay = day === undefined || day === null || (typeof day === 'string' && isDate(day));
  if (!isDay) throw invalid({ scheduled_for: ['The scheduled for field must be a date such as 2026-12-01.'] });
  return openBody;
}

const isDate = (text: string): boolean => /^\d{4}-\d\d-\d\d(T|$)/.test(text) && !Number.isNaN(Date.parse(text));

const topicOf = ({ fields }: Entry): string => firstText(fields, 'keyword', 'title', 'topic') ?? 'untitled';

function stub(call: Call, { parent }: Row<Entry>, topic: string): number {
  const language = writingLanguage(call, parent);
  return call.add(articles, draft({ title: capital(topic), language }), parent === null ? {} : { parent }).id;
}
