import * as z from 'zod';
import { count, flag, number, text, timestamp } from '../../vocabulary/fields.ts';
import { del, family, get, id, integerId, likely, list, maybe, one, paged, post, put } from '../../vocabulary/index.ts';

/** Rules: docs/platform/content.md#autopilot. */
const runStatus = z.enum(['success', 'skipped_no_credits', 'skipped_no_keyword', 'skipped_low_score', 'failed']);

const settings = {
  module: text,
  frequency: text,
  config: z
    .looseObject({})
    .describe(
      'settings.auto_publish true: publish what scores at least settings.min_geo_score (70), keep the rest as drafts',
    ),
};

const schedule = { id, ...settings, ...maybe({ is_active: flag, runs: count, created_at: timestamp }) };

/** Setting it up draws nothing; docs/platform/content.md#autopilot says what its runs draw. */
const recurring = 'Each run draws credits by the word count of its article, at a rate that is stated nowhere';

/** Rules: docs/platform/content.md#autopilot. */
export const autopilot = family(
  'autopilot',
  'Writes and publishes articles on a schedule',
  { words: 'automation automatic schedule recurring auto-publish articles by themselves itself on a schedule' },
  () => ({
    list: get('/autopilot', {
      does: 'List autopilots',
      asked: 'schedules automations, which automatic schedules are running, automations publishing content',
      output: list(schedule),
    }),
    create: post('/autopilot', {
      does: 'Set up articles on a schedule',
      changes: 'With settings.auto_publish it also publishes. autopilot.delete ends it.',
      recurring,
      asked:
        'new automate recurring, write and publish something by itself automatically every week Monday day, hands off, scheduled automatic publishing, recurring content automation, keep the blog going without me, publish regularly on its own',
      example: {
        module: 'articles',
        frequency: 'weekly',
        config: { keywords: ['trail running shoes'], settings: { auto_publish: false } },
      },
      input: settings,
      output: one(schedule),
      status: 201,
    }),
    update: put('/autopilot/{id}', {
      does: 'Change an autopilot',
      changes: 'Embedded platform: config is replaced whole.',
      recurring,
      asked:
        'edit frequency settings, let the automatic writing run more or less often, change quality threshold, make autopilot publish daily, minimum score, pause auto publishing, switch turn off disable the autopilot and keep its settings, no more articles written by themselves, stop end the recurring regular running costs of articles, switch it on again',
      example: { frequency: 'weekly' },
      input: z.object(settings).partial().shape,
      likely: { is_active: likely(flag, 'whether it runs; the contract has no pause') },
      output: one(schedule),
    }),
    delete: del('/autopilot/{id}', {
      does: 'Delete an autopilot',
      changes: 'Embedded platform: ends all further runs; articles and run history stay.',
      asked:
        "remove stop, switch automatic writing off for good, stop the autopilot, we don't want automatic posts any longer, remove automation, turn off autopilot, end the automation",
    }),
    runs: get('/autopilot/{id}/runs', {
      does: "List an autopilot's runs with what came of each",
      asked:
        'history log skipped published, what did the autopilot write publish, why did it skip, log, autopilot log, skipped for no credits or low score',
      input: {
        status: runStatus.optional(),
      },
      output: paged({
        keyword: text.nullable(),
        status: runStatus,
        geo_score: number.nullable(),
        skip_reason: text.nullable(),
        ...maybe({ id, article_id: integerId, article_url: text, ran_at: timestamp }),
      }),
    }),
  }),
);
