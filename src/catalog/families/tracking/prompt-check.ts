import * as z from 'zod';
import { flag, id, platform, text, timestamp } from '../../vocabulary/fields.ts';
import { answer, family, get, input, likely, maybe, paged, post, unlisted } from '../../vocabulary/index.ts';

const status = z.enum(['pending', 'running', 'completed', 'partial', 'failed']);

const response = maybe({
  platform: text,
  status: text,
  response: text,
  sentiment: text,
  with_search: flag,
});

/** Rules: docs/platform/insights.md#prompt-check. */
export const promptCheck = family(
  'prompt_check',
  'One-off questions to several AI assistants at once',
  {
    projects: 'tracking project',
    words: 'ask test live compare models answer chatgpt perplexity ask several chatbots one question',
  },
  () => ({
    list: get('/prompt-check', {
      does: "List the team's prompt checks with their answers",
      asked:
        'find filter history result, what did the chatbots answer to our ad hoc test questions, results of earlier prompt checks, past ad-hoc runs, answers of models',
      input: {
        project_id: id.optional().describe('Tracking project'),
        status: status.optional(),
        search: text.optional(),
        search_responses: z
          .union([flag, text])
          .optional()
          .describe('true: search the answers as well; or the words to find in them'),
        sentiment: z.enum(['positive', 'negative', 'neutral', 'not_mentioned']).optional(),
        platform: platform.exclude(['google_ai_mode']).optional(),
      },
      output: paged(
        {
          id,
          status,
          prompt: text,
          ...maybe({
            tracking_project_id: id,
            title: text,
            platforms: z.array(text),
            with_search: z.record(text, flag),
            responses: z.array(z.looseObject(response)),
            created_at: timestamp,
            completed_at: timestamp,
          }),
        },
        25,
      ),
    }),
    start: post('/prompt-check', {
      does: 'Ask several AI assistants a question once',
      changes: 'Each call asks again. prompt_check.list shows the checks.',
      asked:
        'run try create, try out a question on all chatbots right now, one time, compare what they answer, ad-hoc multi-model run, test one prompt on several llms, test a prompt on claude and grok, what would the assistants say to this',
      input: {
        tracking_project_id: id,
        prompt: z.string().min(5).max(5000).describe('5 to 5000 characters'),
        platforms: z.array(platform).min(1).describe('At least one'),
        with_search: z.partialRecord(platform, flag).optional().describe('By platform: whether it may search the web'),
        title: text.optional(),
      },
      likely: {
        language: likely(text, 'the row says that more fields exist; answers have a language'),
        country: likely(text, 'market to ask for; tracking.analyze takes one'),
      },
      output: { id: id.optional(), status: text.optional(), ...maybe({ tracking_project_id: id }) },
      price: unlisted('an answer of each platform; the row states no cost'),
      job: {
        doing: 'Asking the AI assistants',
        watch: 'prompt_check.list',
        with: { project_id: input('tracking_project_id') },
        find: answer('id', 'run_id', 'prompt_check_id'),
        done: ['completed', 'partial'],
        // The answer to the start is not shown: without an id, it is the check that was not listed before.
        changes: [],
        usually: 45,
      },
    }),
  }),
);
