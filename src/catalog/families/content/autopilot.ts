import * as z from 'zod';
import { id, number, text, flag } from '../../fields.ts';
import { del, family, get, list, one, paged, post, put, unlisted, likely, deleted } from '../../operation.ts';

const settings = {
  module: text,
  frequency: text,
  config: z
    .looseObject({})
    .describe(
      'settings.auto_publish true: publish what scores at least settings.min_geo_score (70), keep the rest as drafts',
    ),
};

const schedule = { id, ...settings };

/** Each run draws credits later, without being asked: who sets it up agrees to that. */
const price = unlisted(
  'every article it will write draws credits by its word count; no rate is listed, scoring is free',
);

/** Document 3, "Monitors and automation" and its autopilot gate. */
export const autopilot = family(
  'autopilot',
  'Writes and publishes articles on a schedule',
  { words: 'automation automatic schedule recurring auto-publish' },
  () => ({
    list: get('/autopilot', { does: 'List autopilots', words: 'schedules automations', output: list(schedule) }),
    create: post('/autopilot', {
      does: 'Set up articles on a schedule',
      changes:
        'From now on each run draws credits by itself. With settings.auto_publish it also publishes. autopilot.delete ends it.',
      words: 'new automate recurring',
      input: settings,
      output: one(schedule),
      status: 201,
      price,
    }),
    update: put('/autopilot/{id}', {
      does: 'Change an autopilot',
      changes: 'config is replaced whole. Later runs draw credits accordingly.',
      words: 'edit frequency settings',
      example: { frequency: 'weekly' },
      input: z.object(settings).partial().shape,
      open: true,
      likely: { is_active: likely(flag, 'whether it runs; the contract has no pause') },
      output: one(schedule),
      price,
    }),
    delete: del('/autopilot/{id}', {
      does: 'Delete an autopilot; its schedule ends',
      changes: 'Ends all further runs; articles and run history stay.',
      words: 'remove stop',
      output: deleted,
    }),
    runs: get('/autopilot/{id}/runs', {
      does: "List an autopilot's runs with what came of each",
      words: 'history log skipped published',
      input: {
        status: z
          .enum(['success', 'skipped_no_credits', 'skipped_no_keyword', 'skipped_low_score', 'failed'])
          .optional(),
      },
      output: paged({
        keyword: text.nullable(),
        status: text,
        geo_score: number.nullable(),
        skip_reason: text.nullable(),
      }),
    }),
  }),
);
