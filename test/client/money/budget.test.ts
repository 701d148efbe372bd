import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Client } from '../../../src/client/client.ts';
import type { BudgetLimit, BudgetWindow } from '../../../src/base/budget-limit.ts';
import { bench, refusal } from '../../support/bench.ts';
import { holds } from '../../support/state/holds.ts';
import { hangUp, json, later } from '../../support/platform.ts';
import { article, create, explore, generate, storyline, writeArticles } from '../../support/stories.ts';
import { isThorough } from '../../support/thorough.ts';

const limits = (text: string): BudgetLimit[] =>
  text.split(',').map((one) => ({ credits: Number(one.split('/')[0]), window: one.split('/')[1] as BudgetWindow }));

test('a session is one client; other limits hold for all of them together', async () => {
  await using rig = await bench();
  writeArticles(rig.platform);
  const budget = limits('5/session,15/day');
  const clients = [
    await rig.client({ budget }),
    await rig.client({ budget }),
    await rig.client({ budget }),
    await rig.client({ budget }),
  ];
  const ends = await Promise.allSettled(clients.map((client, n) => client.call(generate, article(n + 1))));
  expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
  expect(await refusal((clients[0] as Client).call(generate, article(9)))).toMatchObject({
    facts: { limit: expect.stringMatching(/5\/session|15\/day/) },
  });
});

test.each([
  ['hour', '2026-11-04T09:59:58Z', '2026-11-04T10:00:00Z'],
  ['day', '2026-11-04T23:59:58Z', '2026-11-05T00:00:00Z'],
  ['week', '2026-11-08T23:59:58Z', '2026-11-09T00:00:00Z'],
  ['month', '2026-11-30T23:59:58Z', '2026-12-01T00:00:00Z'],
  ['month', '2026-12-31T23:59:58Z', '2027-01-01T00:00:00Z'],
])('a limit for a %s is whole again when the next begins, in UTC, and no sooner', async (window, date, next) => {
  await using rig = await bench({ date });
  writeArticles(rig.platform);
  rig.platform.on('POST /articles/#/generate', json({ data: { id: 1, processing_status: 'ready' } }));
  const client = await rig.client({ budget: limits(`5/${window}`) });
  await client.call(generate, article(1));
  expect((await refusal(client.call(generate, article(2)))).facts?.['resets_at']).toBe(new Date(next).toISOString());
  await rig.clock.sleep(Date.parse(next) - rig.clock.now() - 1);
  expect((await refusal(client.call(generate, article(2)))).code).toBe('budget_exceeded');
  await rig.clock.sleep(1);
  expect((await client.call(generate, article(2))).credits?.charged).toBe(5);
});

test(
  'whatever clients do at the same time, a limit is never exceeded',
  { timeout: isThorough ? 1_200_000 : 180_000 },
  async () => {
    await holds(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 4 }),
        fc.integer({ min: 10, max: 70 }),
        fc.array(
          fc.record({
            client: fc.nat(3),
            kind: fc.constantFrom('article', 'story', 'explorer'),
            end: fc.constantFrom('well', 'badly', 'refused', 'lost'),
            at: fc.nat(60_000),
            latency: fc.nat(8_000),
            wait: fc.constantFrom(1, 600),
          }),
          { minLength: 5, maxLength: 25 },
        ),
        async (count, most, calls) => {
          await using rig = await bench();
          const budget = limits(`${most}/day,${most + 7}/total,50/call`);
          const clients = await Promise.all(
            Array.from({ length: count }, () => rig.client({ budget, requestsPerMinute: 1_000 })),
          );
          rig.platform.on('GET /articles/#', json({ data: { processing_status: 'ready' } }));
          calls.forEach(({ kind, end, latency }, n) => {
            const well = {
              article: json({}, 202),
              story: json({ storyline_id: n }, 202),
              explorer: json({ data: [] }),
            }[kind];
            const answer = { well, badly: well, refused: json({ message: 'No.' }, 422), lost: hangUp }[end];
            rig.platform.on(
              {
                article: `POST /articles/${n}/generate`,
                story: `POST /projects/${n}/storylines`,
                explorer: `POST /explorer`,
              }[kind],
              later(latency, answer),
            );
            rig.platform.on(`GET /storylines/${n}`, storyline(end === 'badly' ? 'failed' : 'completed'));
          });
          const state = await rig.state();
          const account = await state.accounts.key(rig.platform.url, 'secret-token-1|aBcDeF');
          const within = async (): Promise<void> => {
            const [usage] = await state.ledger.usage(account, [{ window: 'total', session: '' }]);
            expect((usage?.spent ?? 0) + (usage?.held ?? 0)).toBeLessThanOrEqual(most);
          };
          await Promise.all(
            calls.map(async ({ client, kind, at, wait }, n) => {
              await rig.clock.sleep(at);
              const one = clients[client % count] as Client;
              const options = { waitSeconds: wait };
              const start = {
                article: () => one.call(generate, { ...article(n + 0 || 900) }, options),
                story: () => one.call(create, { project: n || 900, keyword: 'x' }, options),
                explorer: () => one.call(explore, { body: { seed: n } }, options),
              };
              await start[kind]().catch(() => undefined);
              await within();
            }),
          );
          await within();
        },
      ),
      { seed: 20_261_104, numRuns: isThorough ? 32 : 4 },
    );
  },
);
