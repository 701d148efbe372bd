import type { Ask, Task } from '../task.ts';
import { idOf, recordsIn, says } from './reading.ts';

const brands = ['call_read', { operation: 'tracking.list', arguments: {}, fields: ['brand_name', 'status'] }] as const;

/** A second tracked brand, as `track_brand` would set it up. */
async function trackSecondBrand(ask: Ask): Promise<void> {
  const found = await ask('tracking.analyze', { mode: 'domain', domain: 'moosgarten.example', country: 'DE' });
  const brand = (await ask('tracking.list')).find((one: never) => one['domain'] === 'moosgarten.example');
  await ask('tracking.activate', {
    id: brand.id,
    keywords: found.suggested_keywords,
    competitors: found.suggested_competitors,
    prompts: found.suggested_prompts,
    personas: found.suggested_personas,
    platforms: ['chatgpt', 'gemini', 'claude'],
    frequency: 'monthly',
  });
}

const monthlyCredits = async (ask: Ask, id: unknown): Promise<number> =>
  (await ask('tracking.cost_preview', { id })).monthly_credits;

/** The mean of a figure over the runs of a month such as `2026-09`, to one decimal. */
const meanOf = (runs: readonly Readonly<Record<string, unknown>>[], month: string): string => {
  const values = runs.filter(({ date }) => String(date).startsWith(month)).map((run) => Number(run['avi_score']));
  return (values.reduce((sum, value) => sum + value, 0) / values.length).toFixed(1);
};

/** What draws credits by itself later, several brands, and two periods. */
export const laterCosts: readonly Task[] = [
  {
    id: 'monthly-tracking',
    text: 'Tracking Fjordkiste every week is too much; once a month is enough. How many credits does that still draw a month?',
    check: async ({ ask, answer }) =>
      (await ask('tracking.get', { id: 2001 })).tracking_frequency === 'monthly' &&
      says(answer, await monthlyCredits(ask, 2001)),
    credits: 0,
    calls: [
      ['call_write', { operation: 'tracking.update', arguments: { id: 'Fjordkiste', tracking_frequency: 'monthly' } }],
      ['call_read', { operation: 'tracking.cost_preview', arguments: { id: 'Fjordkiste' } }],
    ],
    answer: ([, preview]) => `${preview.data.monthly_credits} credits a month`,
  },
  {
    id: 'drop-assistant',
    text: 'Perplexity no longer matters for Fjordkiste: track it on ChatGPT alone. What does a run draw from now on?',
    check: async ({ ask, answer }) => {
      const { llm_platforms } = await ask('tracking.get', { id: 2001 });
      const { credits_per_run } = await ask('tracking.cost_preview', { id: 2001 });
      return String(llm_platforms) === 'chatgpt' && says(answer, credits_per_run);
    },
    credits: 0,
    calls: [
      ['call_write', { operation: 'tracking.update', arguments: { id: 'Fjordkiste', llm_platforms: ['chatgpt'] } }],
      ['call_read', { operation: 'tracking.cost_preview', arguments: { id: 'Fjordkiste' } }],
    ],
    answer: ([, preview]) => `${preview.data.credits_per_run} credits a run`,
  },
  {
    id: 'stop-autopilot',
    text: 'No articles may be written by themselves any more. Switch that off, but keep its settings for later.',
    start: { prepare: async (ask) => void (await ask('autopilot.update', { id: 36001, body: { is_active: true } })) },
    check: async ({ ask }) => {
      const all = await ask('autopilot.list');
      return all.length === 1 && all[0].is_active === false && all[0].config.settings.auto_publish === true;
    },
    credits: 0,
    calls: [
      ['call_read', { operation: 'autopilot.list', arguments: {} }],
      [
        'call_write',
        ([found]) => ({
          operation: 'autopilot.update',
          arguments: { id: idOf(found, 'articles'), is_active: false },
        }),
      ],
    ],
  },
  {
    id: 'monthly-refresh',
    text: 'What is known about Fjordkiste need only be read anew once a month. Leave the default of the team as it is.',
    check: async ({ ask }) =>
      (await ask('brand_knowledge.get_refresh', { id: 2001 })).override === 'monthly' &&
      (await ask('brand_knowledge.get_team_refresh')).frequency === 'weekly',
    credits: 0,
    calls: [
      [
        'call_write',
        { operation: 'brand_knowledge.update_refresh', arguments: { id: 'Fjordkiste', frequency: 'monthly' } },
      ],
    ],
  },
  {
    id: 'pause-all-brands',
    text: 'We are on holiday: pause the tracking of every brand we have.',
    start: { prepare: trackSecondBrand },
    check: async ({ ask }) => {
      const all = await ask('tracking.list');
      return all.length === 2 && all.every((one: never) => one['status'] === 'paused');
    },
    credits: 0,
    calls: [
      brands,
      ['call_write', { operation: 'tracking.pause', arguments: { id: 'Fjordkiste' } }],
      ['call_write', ([found]) => ({ operation: 'tracking.pause', arguments: { id: idOf(found, 'moosgarten') } })],
    ],
  },
  {
    id: 'cost-of-all-brands',
    text: 'How many credits a month do all our tracked brands draw together?',
    start: { prepare: trackSecondBrand },
    check: async ({ ask, answer }) => {
      const all = await ask('tracking.list');
      const each = await Promise.all(all.map((one: never) => monthlyCredits(ask, one['id'])));
      return (
        each.length === 2 &&
        says(
          answer,
          each.reduce((sum, one) => sum + one, 0),
        )
      );
    },
    credits: 0,
    calls: [
      brands,
      ['call_read', { operation: 'tracking.cost_preview', arguments: { id: 'Fjordkiste' } }],
      [
        'call_read',
        ([found]) => ({ operation: 'tracking.cost_preview', arguments: { id: idOf(found, 'moosgarten') } }),
      ],
    ],
    answer: ([, one, other]) => `${one.data.monthly_credits + other.data.monthly_credits} credits`,
  },
  {
    id: 'two-months',
    text: 'How did the AVI of Fjordkiste do in October 2026 compared with September 2026? Give me the average of each month, to one decimal.',
    check: async ({ ask, answer }) => {
      const runs = await ask('insights.scores', { id: 2001 });
      return says(answer, meanOf(runs, '2026-09'), meanOf(runs, '2026-10'));
    },
    credits: 0,
    calls: [
      [
        'call_read',
        {
          operation: 'insights.scores',
          arguments: { id: 'Fjordkiste', from: '2026-09-01', to: '2026-10-31' },
        },
      ],
    ],
    answer: ([scores]) => `${meanOf(recordsIn(scores), '2026-09')}, then ${meanOf(recordsIn(scores), '2026-10')}`,
  },
];
