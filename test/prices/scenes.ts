import * as fc from 'fast-check';
import type { Stage } from '../tools/workflows/support/stage.ts';
import type { Given } from './arbitrary-arguments.ts';

type Ask = Stage['ask'];

export interface Scene {
  /** Brings about what the operation needs; what it resolves with takes the place of random arguments. */
  readonly prepare?: (ask: Ask) => Promise<Given>;
  /** Makes of the plainest arguments a call that costs something. */
  readonly plain?: Given;
  /** Calls in a row that are always tried: what an earlier one left makes a later one dearer. */
  readonly sequences?: readonly (readonly Given[])[];
  /** Takes the place of what the schema alone would give. */
  readonly given?: fc.Arbitrary<Given>;
}

/** A sitemap that the embedded platform can read, one with many pages, and one that is not there. */
const sitemaps = fc.constantFrom(
  'https://fjordkiste.example/sitemap.xml',
  'https://new-one.example/sitemap.xml',
  'https://nothing.invalid/sitemap.xml',
);

/** Operations that need something done before them, or arguments that a schema cannot know. */
export const scenes: Readonly<Record<string, Scene>> = {
  'ingest.start': {
    plain: { domain: 'new-one.example', country: 'DE' },
    sequences: [
      [
        { domain: 'new-one.example', start_run: true },
        { domain: 'new-one.example', country: 'DE', auto_confirm: true },
      ],
      [
        { domain: 'new-one.example', start_run: true, auto_confirm: true },
        { domain: 'new-one.example', country: 'DE' },
      ],
    ],
  },
  'storylines.assemble_article': {
    prepare: async (ask) => ({
      id: (await ask('storylines.create', { project: 1, keyword: 'moss', structure: [{ heading: 'Moss' }] }))
        .storyline_id,
    }),
  },
  'images.edit': {
    prepare: async (ask) => ({ id: (await ask('images.list')).at(-1).id, body: { instruction: 'brighter' } }),
  },
  'insights.diagnose_platform_gap': { plain: { id: 2001, platform: 'chatgpt' } },
  'google.sync_gsc_property': { plain: { p: 85001 } },
  'orphan_scans.start': { prepare: async (ask) => ({ id: (await ask('orphan_scans.discover', { project: 1 })).id }) },
  'agentic_chat.chat': {
    // The platform would keep the answer to `background` back until a time that does not come while a request is under way.
    given: fc.oneof(
      fc.record({ message: fc.constantFrom('hello', 'ask me', 'fail'), wait_for_final: fc.boolean() }),
      fc.record({ message: fc.constant('background'), wait_for_final: fc.constant(false) }),
    ),
  },
  'agentic_chat.answer_question': {
    prepare: async (ask) => ({
      id: (await ask('agentic_chat.chat', { message: 'ask me' })).session_id,
      option_label: 'The short way',
    }),
  },
  'humanizer.rehumanize': {
    prepare: async (ask) => {
      const { batch_id, documents } = await ask('humanizer.humanize', {
        body: { text: 'A text to work over once more.' },
      });
      return { batch: batch_id, document: documents[0].id };
    },
  },
  'content_optimizer.apply': {
    prepare: async (ask) => ({
      id: (await ask('content_optimizer.analyze', { body: { text: 'A text about moss.', keyword: 'moss' } })).id,
    }),
  },
  'pipelines.retry': {
    prepare: async (ask) => {
      // The embedded platform lets a stage fail whose name says so.
      await ask('pipelines.create', { name: 'Autumn', stages: ['research', 'fail here'] }).catch(() => undefined);
      return { id: (await ask('pipelines.list')).find(({ status }: { status: string }) => status === 'failed').id };
    },
  },
  'grounding.sitemap_audit': {
    plain: { sitemap_url: 'https://fjordkiste.example/sitemap.xml', filter: { limit: 3 } },
    given: sitemaps.map((sitemap_url) => ({ sitemap_url })),
  },
  'prompt_tags.apply_single_tag': {
    prepare: async (ask) => ({ id: 2001, tag_id: (await ask('prompt_tags.list'))[0].id }),
  },
};
