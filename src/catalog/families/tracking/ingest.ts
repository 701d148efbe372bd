import * as z from 'zod';
import { country, domain, flag, id, key, platform, promptLanguage, text } from '../../fields.ts';
import { answer, family, formula, get, post } from '../../operation.ts';

const envelope = {
  id: key,
  status: text.describe('needs_input, analyzing, needs_confirmation or activated'),
  project_id: id.nullable().optional(),
};

/** Document 2, "Wizard and project operations" and "States": ingest. */
export const ingest = family(
  'ingest',
  'Guided setup of brand tracking in one dialogue: analyze, confirm, activate',
  { words: 'onboard brand tracking wizard ai visibility' },
  () => ({
    start: post('/ai-visibility/ingest', {
      does: 'Bring a brand into tracking, or go on with that: give what was asked for, or confirm',
      changes:
        'One per team and domain: repeating goes on with it. Confirmed, it activates the project, whose runs then draw credits.',
      words: 'onboard set up add brand answer confirm continue',
      input: {
        prompts: z
          .array(z.union([text, z.looseObject({ prompt: text })]))
          .describe('Questions to track; an empty list takes those that are suggested, or were given before'),
        domain: domain.optional(),
        brand: text.optional().describe('In place of domain'),
        language: promptLanguage.optional(),
        country: country.optional(),
        project_id: id.optional().describe('The project of an ingest under way'),
        confirm: flag
          .optional()
          .describe('Accept what was suggested; before there is a suggestion it begins the analysis'),
        auto_confirm: flag.optional().describe('Do not stop for a confirmation'),
        platforms: z.array(platform).optional(),
        frequency: text.optional(),
        start_run: flag
          .optional()
          .describe('Run at once when activated; the run is charged as well. Say it in the call that activates'),
      },
      output: envelope,
      // A confirmation that comes before its question begins the analysis, so it is bounded by that too.
      price: formula(
        '5 for the analysis, 0 for what follows it; with start_run also the first run, whose cost is known only then',
        ({ start_run }) => (start_run === true ? null : 5),
        {
          actual: (said, { start_run }) =>
            statusOf(said) === 'needs_input' || (statusOf(said) === 'activated' && start_run !== true) ? 0 : undefined,
        },
      ),
      job: {
        doing: 'Bringing the brand into tracking',
        watch: 'ingest.get',
        with: { id: answer('ingest_id', 'id', 'project_id') },
        state: 'status',
        done: ['activated'],
        failed: ['failed'],
        asks: { needs_input: 'ingest.start', needs_confirmation: 'ingest.start' },
        usually: 90,
      },
    }),
    get: get('/ai-visibility/ingest/{id}', {
      does: 'Show how an ingest stands and what it needs',
      input: { id: key },
      output: envelope,
    }),
  }),
);

const statusOf = (said: unknown): unknown =>
  typeof said === 'object' && said !== null ? Reflect.get(said, 'status') : undefined;
