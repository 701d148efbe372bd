import * as z from 'zod';
import { count, file, flag, id, key, text, timestamp, number } from '../../vocabulary/fields.ts';
import { list, one, assumed, maybe } from '../../vocabulary/answer.ts';
import { del, family, free, get, patch, post, put, unlisted, likely } from '../../vocabulary/index.ts';

const monitorStatus = z.enum(['active', 'paused', 'excluded']);

/** docs/platform/tracking.md#prompts shows neither type nor values. */
const commercialIntent = z.union([z.number(), flag, text]);

const prompt = {
  id,
  prompt_text: text,
  prompt_category: text.nullable(),
  persona_label: text.nullable(),
  commercial_intent: commercialIntent.nullable(),
  monitor_status: monitorStatus.optional(),
  ...maybe({
    tracking_project_id: id,
    intent: text,
    funnel_stage: text,
    language: text,
    search_volume: count,
    tags: z.array(z.looseObject(maybe({ id, dimension_id: id, label: text, slug: text }))),
    classified_at: timestamp,
  }),
};

const details = {
  prompt_category: text.optional(),
  persona_label: text.optional(),
  commercial_intent: commercialIntent.optional(),
};

const someOf = (what: string) => z.array(text).optional().describe(`One or several ${what}`);

/** Rules: docs/platform/tracking.md#prompts. */
const recurring = 'Each prompt draws credits at every run';

const intentPrice = unlisted('model work for each prompt; only the persona classification is stated as free');

/** Rules: docs/platform/tracking.md#prompts. `tracking.cost_preview` gives the price of a run. */
export const prompts = family(
  'prompts',
  'The questions a tracking project asks AI assistants; each costs credits at every run',
  { words: 'questions queries llm ask monitor tracked questions we ask the chatbots assistants' },
  () => ({
    list: get('/tracking-projects/{id}/prompts', {
      does: "List or search a tracking project's prompts",
      asked:
        'find filter, which questions do we ask the chatbots every run, show tracked questions, search prompts by text funnel intent persona tag, tracked prompt overview, prompts with a tag',
      input: {
        search: text.optional().describe('Words (all of them), +required, -excluded, "a phrase"'),
        tags: z.array(key).optional().describe('Tags: any of one dimension, and one of each dimension named'),
        category: someOf('categories'),
        intent: someOf('intents'),
        funnel: someOf('funnel stages'),
        persona: someOf('persona labels'),
        language: someOf('languages'),
        monitor_status: z.array(monitorStatus).optional(),
        volume_min: count.optional().describe('Least search volume'),
        active_only: flag.optional(),
        per_page: z.int().positive().optional().describe('Rows a page; all in one list when left out'),
        page: z.int().positive().optional().describe('Page, from 1; needs per_page'),
      },
      output: list(prompt),
      concise: 'id prompt_text prompt_category persona_label monitor_status',
    }),
    create: post('/tracking-projects/{id}/prompts', {
      does: 'Add a prompt to a tracking project',
      changes: 'Embedded platform: the same text is accepted again.',
      recurring,
      asked:
        'add another question to ask the chatbots, track one more prompt, track a new question, monitor another prompt',
      input: { prompt_text: text, ...details },
      output: one(prompt),
    }),
    update: put('/tracking-prompts/{id}', {
      idFrom: { id: 'prompts.list' },
      does: 'Change a prompt',
      changes:
        'A persona set here is protected from classification. Embedded platform: a new text is asked from the next run on; answers to the old one stay.',
      asked:
        'edit reword, reword rephrase a tracked question, change its category or persona, fix wording of a tracked question, edit prompt text',
      example: { persona_label: 'Beginner' },
      input: { prompt_text: text.optional(), ...details },
      likely: {
        language: likely(text, 'prompts.list filters by language'),
        monitor_status: likely(text, 'active, paused or excluded; prompts.monitor sets it'),
      },
      output: one(prompt),
    }),
    delete: del('/tracking-prompts/{id}', {
      idFrom: { id: 'prompts.list' },
      does: 'Delete a prompt',
      changes: 'No operation brings it back. prompts.monitor with paused keeps it.',
      asked: 'remove, no longer ask this question, drop one tracked question, remove one prompt',
    }),
    extract: post('/tracking-projects/{id}/prompts/extract', {
      does: 'Hand out the selected prompts and delete them; without a filter, all of them',
      changes:
        'Returns the prompts and deletes them in one step, without a trash. Without filters it takes all of the project.',
      asked:
        'export remove cut move bulk delete, take several questions out and get them back as a list, cut out selected prompts, move prompts out and delete, cut and return',
      example: { prompt_ids: [1] },
      input: {
        prompt_ids: z.array(id).optional(),
        active_only: flag.optional(),
        category: text.optional().describe('All filters given must hold'),
      },
      output: { extracted: z.array(z.looseObject(prompt)), deleted_count: count },
      effect: 'delete',
    }),
    import: post('/tracking-projects/{id}/prompts/import', {
      does: 'Import prompts from a file',
      changes: 'Embedded platform: texts that are there already are skipped.',
      recurring,
      asked:
        'upload csv spreadsheet bulk add, upload a file csv excel of questions, many questions from a spreadsheet, load questions from excel, bulk upload prompt list',
      example: { file: { name: 'prompts.csv', content: 'prompt_text\nWhich trail running shoes last longest?' } },
      multipart: true,
      input: {
        file: file({ kind: 'table', maxBytes: 5 * 1024 * 1024 }),
        mapping: z
          .looseObject({
            prompt_text: count.optional(),
            prompt_category: count.optional(),
            persona_label: count.optional(),
            commercial_intent: count.optional(),
          })
          .optional()
          .describe('0-based column of each field'),
      },
      output: { imported: count, skipped: count, errors: z.array(z.unknown()), mapping_used: z.unknown() },
    }),
    classify_persona: post('/tracking-projects/{id}/prompts/{promptId}/classify-persona', {
      does: 'Classify which persona a prompt belongs to; a persona set by hand stays',
      asked:
        'which kind of customer would ask this one question, assign a persona, target audience of one prompt, which buyers ask such a question',
      output: { tracking_prompt_id: id, persona_label: text.nullable(), classified_at: timestamp.nullable() },
      price: free,
    }),
    bulk_classify_persona: post('/tracking-projects/{id}/prompts/bulk-classify-persona', {
      does: 'Classify the personas of all prompts in the background',
      changes: 'Overwrites machine-made personas only.',
      asked:
        'many all, sort all questions by persona target group, personas for every prompt automatically, which buyers ask such questions',
      output: { tracking_project_id: id, pending_classifications: count, status: text },
      status: 202,
      price: free,
      shows: 'persona_label in prompts.list',
    }),
    bulk_classify_intent: post('/tracking-projects/{id}/prompts/bulk-classify-intent', {
      does: 'Classify the funnel stage of all prompts that have none, in the background',
      changes: 'Only prompts without a stage change.',
      asked:
        'many all intent, sort all questions by buying stage awareness consideration decision, assign funnel stages to everything unclassified, intent of all prompts',
      output: assumed({ tracking_project_id: id, pending_classifications: number, status: text }),
      status: 202,
      price: intentPrice,
      shows: 'funnel stage and intent in prompts.list',
    }),
    classify_intent: post('/tracking-projects/{id}/prompts/{promptId}/classify-intent', {
      does: 'Classify the funnel stage and intent of one prompt',
      asked: 'which buying stage is this one question, informational or commercial, determine funnel stage of a prompt',
      changes: 'Embedded platform: overwrites the stage and intent of the prompt.',
      output: assumed({ tracking_prompt_id: id, intent: text, funnel_stage: text, classified_at: timestamp }),
      price: intentPrice,
      timeout: 60,
    }),
    bulk_monitor: post('/tracking-projects/{id}/prompts/bulk-monitor', {
      does: 'Monitor, pause or exclude several prompts',
      changes: 'active undoes it. Embedded platform: paused and excluded prompts cost nothing at runs; history stays.',
      recurring: 'Each active prompt draws credits at every run',
      asked:
        'many status stop activate, pause exclude or reactivate a bunch of several questions at once, set status of many prompts, exclude a selection of prompts',
      output: assumed({ updated: count, skipped: count, status: text }),
      example: { prompt_ids: [1, 2], status: 'paused' },
      input: { prompt_ids: z.array(id).optional(), status: monitorStatus.optional() },
      likely: {
        prompt_ids: likely(z.array(id), 'the prompts; the row says id list, bulk_tag calls it so', 'ids'),
        status: likely(text, 'active, paused or excluded; prompts.monitor calls it so', 'monitor_status'),
      },
    }),
    monitor: patch('/tracking-projects/{id}/prompts/{promptId}/monitor', {
      does: 'Monitor, pause or exclude a prompt',
      changes: 'active undoes it. Embedded platform: paused and excluded prompts cost nothing at runs; history stays.',
      recurring: 'An active prompt draws credits at every run',
      asked:
        'status stop activate, do not ask this question for now, pause exclude reactivate one single question, keep but do not ask this prompt, exclude one prompt, toggle monitoring, stop paying for a question',
      output: assumed({ tracking_prompt_id: id, status: monitorStatus, monitor_status: monitorStatus }),
      input: { status: monitorStatus },
    }),
    refresh_volumes: post('/tracking-projects/{id}/prompts/refresh-volumes', {
      does: 'Measure the search volumes of all prompts again, in the background',
      changes: 'Embedded platform: overwrites the volumes of all prompts.',
      asked:
        'update demand, how often are our questions searched, update demand numbers for questions, re-measure demand, search volume update for all prompts',
      output: assumed({ tracking_project_id: id, pending_classifications: number, status: text }),
      status: 202,
      price: unlisted('measures volumes again; the row states no cost'),
      shows: 'search volumes in prompts.list',
    }),
  }),
);
