import type { Operation } from '../catalog/index.ts';
import { systemClock, type Clock } from '../base/clock.ts';
import type { Client } from '../client/index.ts';
import { standingOf } from '../programs/runs/run-view.ts';
import { cleanDeep } from '../base/text/clean-deep.ts';
import { platformState } from '../base/text/platform-state.ts';
import { priceValue } from '../catalog/schema/price-line.ts';
import type { Resource, Resources } from './resource.ts';
import { skillResources } from './skills.ts';
import { viewPages } from './view-pages.ts';
import { createTemplates } from './templates.ts';

/** Every resource of the platform, and the templates of its records. */
export const createResources = (client: Client, clock: Clock = systemClock): Resources => ({
  fixed: [
    json(
      'operations',
      'Operations',
      'Every operation of the platform: name, family, method, path, effect, credits, audience, and whether it starts a job.',
      async () => (await import('../catalog/index.ts')).allOperations().map(entryOf),
    ),
    json(
      'credits',
      'Credits',
      "The team's balance, the budget's limits, reservations and recent spending.",
      async () => {
        const money = await client.money();
        if (money.failure) throw money.failure;
        const { creditsWithHistory } = await import('../tools/results/platform-history.ts');
        return creditsWithHistory(client, money, { clock });
      },
    ),
    json('jobs', 'Jobs', 'Jobs on record, newest first.', async () =>
      (await client.jobs({ limit: 100 })).map(({ data: _data, ...job }) => ({
        ...job,
        platform_state: job.platform_state === undefined ? undefined : platformState(job.platform_state),
      })),
    ),
    json('runs', 'Runs', 'Programs on record, newest first: code, state, calls, credits.', async () => {
      const { store, account } = await client.runs('look');
      return (await store.list(account, { limit: 100 })).map(
        ({ id, state, isLeased, code, may, maxCredits, charged, calls, createdAt, endedAt }) => ({
          run_id: id,
          state: standingOf({ state, isLeased }),
          code,
          may,
          credits: { max: maxCredits, charged },
          calls,
          started_at: new Date(createdAt).toISOString(),
          ended_at: endedAt === null ? undefined : new Date(endedAt).toISOString(),
        }),
      );
    }),
    ...viewPages,
    ...skillResources(),
  ],
  templates: createTemplates(client, clock),
});

const json = (name: string, title: string, description: string, read: () => Promise<unknown>): Resource => ({
  uri: `visibility://${name}`,
  name,
  title,
  description,
  mimeType: 'application/json',
  read: async () => JSON.stringify(cleanDeep(await read())),
});

const entryOf = ({
  name,
  family,
  method,
  path,
  effect,
  price,
  audience,
  job,
  aliasOf,
}: Operation): Record<string, unknown> => ({
  name,
  family,
  method,
  path,
  effect,
  credits: priceValue(price),
  audience: audience.who,
  async: job !== undefined,
  alias_of: aliasOf,
});
