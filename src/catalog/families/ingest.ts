import * as z from 'zod';
import { country, domain, flag, id, key, platform, promptLanguage, text } from '../fields.ts';
import { answer, family, formula, get, post, rule } from '../operation.ts';

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
      words: 'onboard set up add brand answer confirm continue',
      input: {
        prompts: z.array(z.union([text, z.looseObject({ prompt: text })])).optional().describe('Questions to track'),
        domain: domain.optional(),
        brand: text.optional().describe('In place of domain'),
        language: promptLanguage.optional(),
        country: country.optional(),
        project_id: id.optional().describe('The project of an ingest under way'),
        confirm: flag.optional().describe('Accept what was suggested'),
        auto_confirm: flag.optional().describe('Do not stop for a confirmation'),
        platforms: z.array(platform).optional(),
        frequency: text.optional(),
        start_run: flag.optional().describe('Run at once when activated; the run is charged as well'),
      },
      rules: [rule('prompts', 'is required at first', (given) => Object.keys(given).length > 0)],
      output: envelope,
      price: formula(
        'analysis 5, activation 0; with start_run also the first run, whose cost is known only then',
        ({ start_run, confirm }) => (start_run === true ? null : confirm === true ? 0 : 5),
        { actual: (said) => (statusOf(said) === 'needs_input' ? 0 : undefined) },
      ),
      job: {
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

const statusOf = (said: unknown): unknown => (typeof said === 'object' && said !== null ? Reflect.get(said, 'status') : undefined);
