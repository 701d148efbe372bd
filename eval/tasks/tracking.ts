import type { Task } from '../task.ts';
import { idOf, recordsIn, says } from './reading.ts';

const prompts = [
  'call_read',
  { operation: 'prompts.list', arguments: { id: 'Fjordkiste' }, fields: ['prompt_text'] },
] as const;

/** Brands, prompts, tags, competitors and claims. */
export const tracking: readonly Task[] = [
  {
    id: 'track-brand',
    text: 'Bring our new brand, domain neuland.example, market Germany, prompts in German, into AI visibility tracking. Take the suggestions as they are; no run yet.',
    check: async ({ ask }) =>
      (await ask('tracking.list')).some(
        (one: never) => one['domain'] === 'neuland.example' && one['status'] === 'active',
      ),
    credits: 5,
    calls: [['track_brand', { domain: 'neuland.example', country: 'DE', language: 'de', auto_confirm: true }]],
  },
  {
    id: 'add-prompt',
    text: 'Track one more question for Fjordkiste: "Which boxes survive frost?", category product.',
    check: async ({ ask }) =>
      (await ask('prompts.list', { id: 2001 })).filter(
        (one: never) => one['prompt_text'] === 'Which boxes survive frost?' && one['prompt_category'] === 'product',
      ).length === 1,
    credits: 0,
    calls: [
      [
        'call_write',
        {
          operation: 'prompts.create',
          arguments: {
            id: 'Fjordkiste',
            prompt_text: 'Which boxes survive frost?',
            prompt_category: 'product',
          },
        },
      ],
    ],
  },
  {
    id: 'pause-prompt',
    text: 'Stop asking the assistants "What is a good stove for two?" for Fjordkiste, but keep the prompt and its data.',
    check: async ({ ask }) => {
      const all = await ask('prompts.list', { id: 2001, active_only: false });
      const rest = all.filter((one: never) => one['monitor_status'] === 'active');
      return all.length === 3 && rest.length === 2 && !JSON.stringify(rest).includes('stove');
    },
    credits: 0,
    calls: [
      prompts,
      [
        'call_write',
        ([asked]) => ({
          operation: 'prompts.monitor',
          arguments: { id: 'Fjordkiste', promptId: idOf(asked, 'stove'), status: 'paused' },
        }),
      ],
    ],
  },
  {
    id: 'tag-prompts',
    text: 'Create the tag "Outdoor" in the dimension Topic and put it on all prompts of Fjordkiste.',
    check: async ({ ask }) =>
      (await ask('prompts.list', { id: 2001 })).every((one: never) => JSON.stringify(one['tags']).includes('Outdoor')),
    credits: 0,
    calls: [
      prompts,
      ['call_read', { operation: 'prompt_tags.list_dimensions', arguments: {}, fields: ['label'] }],
      [
        'call_write',
        ([, dimensions]) => ({
          operation: 'prompt_tags.create',
          arguments: { dimension_id: idOf(dimensions, 'Topic'), label: 'Outdoor' },
        }),
      ],
      [
        'call_write',
        ([asked, , tag]) => ({
          operation: 'prompt_tags.bulk_tag',
          arguments: {
            id: 'Fjordkiste',
            prompt_ids: recordsIn(asked).map(({ id }) => id),
            tag_id: tag.data.id,
            operation: 'add',
          },
        }),
      ],
    ],
  },
  {
    id: 'add-competitor',
    text: 'Add hyttebox.example to the competitors of Fjordkiste; the others stay.',
    check: async ({ ask }) => {
      const { competitors } = await ask('competitors.list', { id: 2001 });
      const active = competitors.filter((one: never) => one['is_active']).map((one: never) => one['domain']);
      return active.toSorted().join(' ') === 'hyttebox.example kistenwerk.example zeltundco.example';
    },
    credits: 0,
    calls: [
      ['call_read', { operation: 'tracking.list', arguments: {}, fields: ['name', 'competitor_domains'] }],
      [
        'call_write',
        ([found]) => ({
          operation: 'competitors.replace',
          arguments: {
            id: idOf(found, 'Fjordkiste'),
            domains: [...recordsIn(found).flatMap(({ competitor_domains }) => competitor_domains), 'hyttebox.example'],
          },
        }),
      ],
    ],
  },
  {
    id: 'resolve-claim',
    text: 'The false claim that Fjordkiste was founded in 1992 is corrected now. Mark it as resolved, and no other.',
    check: async ({ ask }) => {
      const settled = await ask('accuracy.list', { id: 2001, resolution_status: 'resolved', per_page: 100 });
      return (
        settled.some((one: never) => String(one['claim_normalized']).includes('1992')) &&
        settled.every((one: never) => one['resolved_at'] === null || String(one['claim_normalized']).includes('1992'))
      );
    },
    credits: 0,
    calls: [
      [
        'check_brand_facts',
        { brand: 'Fjordkiste', fields: ['tracking_project_id', 'claims.claim_id', 'claims.claim'] },
      ],
      [
        'call_write',
        ([facts]) => ({
          operation: 'accuracy.resolve',
          arguments: {
            id: facts.data.tracking_project_id,
            claim: recordsIn(facts, 'claims').find(({ claim }) => claim.includes('1992'))?.claim_id,
            resolution_status: 'resolved',
          },
        }),
      ],
    ],
  },
  {
    id: 'pause-tracking',
    text: 'Pause the scheduled runs of Fjordkiste. Keep the data.',
    check: async ({ ask }) => (await ask('tracking.get', { id: 2001 })).status === 'paused',
    credits: 0,
    calls: [['call_write', { operation: 'tracking.pause', arguments: { id: 'Fjordkiste' } }]],
  },
  {
    id: 'own-domain',
    text: 'fjordkiste-shop.example belongs to Fjordkiste too. Count it as its own domain in the tracking.',
    check: async ({ ask }) =>
      JSON.stringify((await ask('tracking.get', { id: 2001 })).own_domains) === '["fjordkiste-shop.example"]',
    credits: 0,
    calls: [
      [
        'call_write',
        {
          operation: 'tracking.add_own_domain',
          arguments: { id: 'Fjordkiste', domain: 'fjordkiste-shop.example' },
        },
      ],
    ],
  },
  {
    id: 'run-now',
    text: 'Ask the assistants all prompts of Fjordkiste now. What is the AVI score of that run?',
    check: async ({ ask, answer }) => {
      const runs = await ask('tracking.runs', { id: 2001 });
      return runs.length === 9 && runs[0].status === 'completed' && says(answer, runs[0].kpis.avi_score);
    },
    credits: 6,
    calls: [['call_paid', { operation: 'tracking.run', arguments: { id: 'Fjordkiste' } }]],
    answer: ([run]) => String(run.data.kpis.avi_score),
  },
  {
    id: 'brand-alias',
    text: 'Mentions of "Fjord Kiste" should count as Fjordkiste as well.',
    check: async ({ ask }) => (await ask('tracking.get', { id: 2001 })).brand_aliases.includes('Fjord Kiste'),
    credits: 0,
    calls: [
      [
        'call_write',
        {
          operation: 'insights.add_brand_alias',
          arguments: { id: 'Fjordkiste', alias: 'Fjord Kiste' },
        },
      ],
    ],
  },
];
