import * as z from 'zod';
import { fieldOf } from '../../../base/json/field-of.ts';
import { country, domain, flag, id, key, platform, promptLanguage, text } from '../../vocabulary/fields.ts';
import { answer, family, formula, get, maybe, post } from '../../vocabulary/index.ts';

const envelope = {
  id: key,
  status: text.describe('needs_input, analyzing, needs_confirmation or activated'),
  project_id: id.nullable().optional(),
  ...maybe({
    ingest_id: key,
    domain: text,
    poll_url: text,
    needs: z.array(text),
    message: text,
    suggestions: z.looseObject({}),
  }),
};

/** Rules: docs/platform/tracking.md#ingest. */
export const ingest = family(
  'ingest',
  'Guided setup of brand tracking in one dialogue: analyze, confirm, activate',
  { projects: 'tracking project', words: 'onboard brand tracking wizard ai visibility guided onboarding of a brand' },
  () => ({
    start: post('/ai-visibility/ingest', {
      does: 'Bring a brand into tracking, or go on with that: give what was asked for, or confirm',
      changes: 'One per team and domain: repeating goes on with it. Confirmed, it activates the project.',
      recurring: 'Once the project is active, each scheduled run draws credits (tracking.cost_preview)',
      asked:
        'onboard set up add brand answer confirm continue, do everything for me to watch our brand, guided dialogue, confirm and go on, answer the onboarding, bring a brand through the whole visibility onboarding, automatic setup with prompts, one-call setup, set up AI visibility from start to finish, complete setup of a brand, take care of everything, set up tracking for a new domain',
      input: {
        prompts: z
          .array(z.union([text, z.looseObject({ prompt: text })]))
          .describe(
            'Questions to track; for an empty list the embedded platform takes those suggested or given before',
          ),
        domain: domain.optional(),
        brand: text.optional().describe('In place of domain'),
        language: promptLanguage.optional(),
        country: country.optional(),
        project_id: id.optional().describe('The project of an ingest under way'),
        confirm: flag
          .optional()
          .describe('Accept what was suggested; before that the embedded platform begins the analysis'),
        auto_confirm: flag.optional().describe('Do not stop for a confirmation'),
        platforms: z.array(platform).optional(),
        frequency: text.optional(),
        start_run: flag
          .optional()
          .describe('Run at once when activated; the run is charged as well. Say it in the call that activates'),
      },
      // One ingest per team and domain: without one, it goes on with that of the pinned project
      // (docs/platform/tracking.md#ingest).
      choosesProject: ['domain', 'brand'],
      output: envelope,
      // A confirmation that comes before its question begins the analysis, so it is bounded by that too.
      price: formula(
        '5 for the analysis, 0 for what follows it; with start_run also the first run, whose cost is known only then',
        ({ start_run }) => (start_run === true ? null : 5),
        {
          actual: (answer, { start_run }) => {
            const status = fieldOf(answer, 'status');
            return status === 'needs_input' || (status === 'activated' && start_run !== true) ? 0 : undefined;
          },
        },
      ),
      job: {
        doing: 'Bringing the brand into tracking',
        watch: 'ingest.get',
        with: { id: answer('ingest_id', 'id', 'project_id') },
        done: ['activated'],
        asks: { needs_input: 'ingest.start', needs_confirmation: 'ingest.start' },
        usually: 90,
      },
    }),
    get: get('/ai-visibility/ingest/{id}', {
      does: 'Show how an ingest stands and what it needs',
      asked:
        'how far is the guided onboarding, what does it still need from me, ingest envelope status, onboarding state, tracking setup progress, how far is the setup of tracking',
      input: { id: key },
      output: envelope,
    }),
  }),
);
