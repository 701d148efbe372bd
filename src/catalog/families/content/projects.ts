import * as z from 'zod';
import { contentLanguage, country, domain, id, text, timestamp, number, flag } from '../../fields.ts';
import { del, family, get, list, one, paged, post, put, likely, deleted, assumed, maybe } from '../../operation.ts';

const project = {
  id,
  name: text,
  domain: domain.nullable(),
  language: contentLanguage.nullable(),
  country: country.nullable(),
  description: text.nullable(),
  team_id: id,
  created_at: timestamp,
};

/** Document 1, "Projects". */
export const projects = family(
  'projects',
  'Containers of content work: one domain, one team; with goals and modules',
  { words: 'site website workspace customer brand account' },
  () => ({
    list: get('/projects', {
      does: "List the team's projects",
      words: 'all my sites overview',
      output: paged(project),
    }),
    create: post('/projects', {
      does: 'Create a project for one domain',
      changes:
        'A second project of the same domain is accepted. additional_countries also creates a tracking project in setup for each country, or reuses one.',
      words: 'new add set up site',
      input: {
        name: text,
        domain: domain.optional(),
        language: contentLanguage.optional().describe('Content language'),
        description: text.optional(),
        country: country.optional(),
        additional_countries: z
          .array(country)
          .max(10)
          .optional()
          .describe('Further markets; each gets a tracking scaffold with one placeholder keyword'),
      },
      output: one(project),
      status: 201,
    }),
    get: get('/projects/{id}', { does: 'Show one project', words: 'details settings', output: one(project) }),
    update: put('/projects/{id}', {
      does: "Change a project's settings",
      changes: 'Only the fields given change.',
      words: 'edit rename',
      example: { name: 'Trail shop' },
      open: true,
      likely: {
        name: likely(text, 'settings are what projects.create takes'),
        domain: likely(text, 'settings are what projects.create takes'),
        language: likely(text, 'de, en, fr, es or pl, as on create'),
        country: likely(text, 'ISO 3166-1 code, as on create'),
        description: likely(text, 'settings are what projects.create takes'),
      },
      output: one(project),
    }),
    delete: del('/projects/{id}', {
      does: 'Delete a project (soft delete)',
      changes: 'Soft delete: all that is in it disappears with it, and no operation brings it back.',
      words: 'remove archive',
      output: deleted,
    }),

    list_goals: get('/goals', { does: 'List goals', words: 'objectives targets', output: list({ id }) }),
    create_goal: post('/goals', {
      does: 'Create a goal',
      words: 'objective target',
      open: true,
      likely: {
        title: likely(text, 'what is to be reached; the paths say goal and no more', ['name', 'goal']),
        description: likely(text, 'more about it', ['text', 'type']),
        target_value: likely(number, 'figure to reach', ['target', 'value', 'metric']),
        deadline: likely(text, 'day it is due, YYYY-MM-DD', ['due_date']),
        project_id: likely(id, 'the project it belongs to; storylines refer to goals'),
      },
      output: one({ id }),
      status: 201,
    }),
    delete_goal: del('/goals/{id}', {
      does: 'Delete a goal',
      changes: 'No operation brings it back. Storylines that refer to it stay.',
      words: 'objective target remove',
      output: deleted,
    }),

    list_modules: get('/modules', {
      does: 'List modules and whether they are active',
      words: 'features',
      output: list(maybe({ key: text, label: text, active: flag })),
    }),
    activate_module: post('/modules/{module}/activate', {
      does: 'Activate a module',
      changes: 'For the whole team. Repeating changes nothing; projects.deactivate_module undoes it.',
      words: 'feature turn on enable',
      output: assumed({ key: text, label: text, active: flag }),
      input: { module: moduleName },
    }),
    deactivate_module: post('/modules/{module}/deactivate', {
      does: 'Deactivate a module',
      changes: 'For the whole team. What the module holds is kept; projects.activate_module undoes it.',
      words: 'feature turn off disable',
      output: assumed({ key: text, label: text, active: flag }),
      input: { module: moduleName },
    }),
  }),
);

const moduleName = z
  .string()
  .regex(/^[a-z0-9][a-z0-9_-]*$/)
  .describe("The module's key, as projects.list_modules names it");
