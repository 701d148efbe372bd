import * as z from 'zod';
import { assumed, list, maybe, one, paged } from '../../vocabulary/answer.ts';
import { contentLanguage, country, domain, flag, number, text, timestamp } from '../../vocabulary/fields.ts';
import { del, family, get, id, integerId, likely, post, put } from '../../vocabulary/index.ts';

const project = {
  id: integerId,
  name: text,
  domain: domain.nullable(),
  language: contentLanguage.nullable(),
  country: country.nullable(),
  description: text.nullable(),
  team_id: integerId,
  created_at: timestamp,
};

/** Rules: docs/platform/content.md#projects. */
export const projects = family(
  'projects',
  'Containers of content work: one domain, one team; with goals and modules',
  { words: 'site website workspace customer brand account website site domain customer client workspace' },
  () => ({
    list: get('/projects', {
      does: "List the team's projects",
      asked:
        'all my sites overview, which websites do we have, all our sites, what projects are there, clients we work for, project ids, enumerate websites, domains under management, portfolio of sites, what am I working on',
      output: paged(project),
      concise: 'id name domain language country',
    }),
    create: post('/projects', {
      does: 'Create a project for one domain',
      changes:
        'additional_countries also creates a tracking project in setup for each country, or reuses one. Embedded platform: a second project of the same domain is accepted.',
      asked:
        'new add set up site, open start register a new website, new client, onboard a customer site, another domain, launch new domain workspace, add client site, sign up another website, extra countries markets, put a new property into the system, second shop website, another brand joined us, give it its own space, take on a new client',
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
      beyondPins: ['project'],
      output: one(project),
      status: 201,
    }),
    get: get('/projects/{id}', {
      does: 'Show one project',
      asked:
        'details settings, what do we know about this site, language and country of the project, look at one website, site profile, settings of one domain, market and team of a website, details of one workspace',
      output: one(project),
      concise: 'id name domain language country description created_at',
    }),
    update: put('/projects/{id}', {
      does: "Change a project's settings",
      changes: 'Embedded platform: only the fields given change.',
      asked:
        'edit rename, correct the domain language country description of a site, give it another name, reconfigure site settings, switch target country or content language, modify workspace, patch project, change settings, our site is in French German English now, other target market',
      example: { name: 'Trail shop' },
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
      changes: 'Soft delete; no operation brings it back. Embedded platform: all that is in it disappears with it.',
      asked:
        'remove archive, get rid of a website, close the project, we no longer work with this client, throw the site away, remove website workspace, offboard customer, archive, retire site',
    }),

    list_goals: get('/goals', {
      does: 'List goals',
      asked: 'what are we aiming for, our aims and targets, objectives set for content, goals configured',
      output: list({ id, ...maybe({ title: text }) }),
    }),
    create_goal: post('/goals', {
      does: 'Create a goal',
      asked: 'objective target, aim for something, define a new target, add objective, set target',
      likely: {
        title: likely(text, 'what is to be reached; the paths say goal and no more', 'name goal'),
        description: likely(text, 'more about it', 'text type'),
        target_value: likely(number, 'figure to reach', 'target value metric'),
        deadline: likely(text, 'day it is due, YYYY-MM-DD', 'due_date'),
        project_id: likely(integerId, 'the project it belongs to; storylines refer to goals'),
      },
      output: one({ id, ...maybe({ title: text }) }),
      status: 201,
    }),
    delete_goal: del('/goals/{id}', {
      does: 'Delete a goal',
      changes: 'No operation brings it back. Embedded platform: storylines that refer to it stay.',
      asked: 'objective target remove, give up drop a target we no longer pursue, remove objective aim',
    }),

    list_modules: get('/modules', {
      does: 'List modules and whether they are active',
      asked:
        'features, what features are switched on, which parts of the platform can we use, feature flags, functions enabled on our account, add-ons, modules on or off',
      output: list(maybe({ key: text, label: text, active: flag })),
    }),
    activate_module: post('/modules/{module}/activate', {
      does: 'Activate a module',
      changes:
        'For the whole team; projects.deactivate_module undoes it. Embedded platform: repeating changes nothing.',
      asked: 'switch on a part, enable a function, unlock, enable add-on feature flag, turn function on',
      output: assumed({ key: text, label: text, active: flag }),
      input: { module: moduleName },
    }),
    deactivate_module: post('/modules/{module}/deactivate', {
      does: 'Deactivate a module',
      changes:
        'For the whole team; projects.activate_module undoes it. Embedded platform: what the module holds is kept.',
      asked:
        'feature turn off disable, switch off a part, disable a function, we do not need this feature, disable add-on feature flag, turn function off, do not need this part of the product',
      output: assumed({ key: text, label: text, active: flag }),
      input: { module: moduleName },
    }),
  }),
);

const moduleName = z
  .string()
  .regex(/^[a-z0-9][a-z0-9_-]*$/)
  .describe("The module's key, as projects.list_modules names it");
