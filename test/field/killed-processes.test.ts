import { expect, it } from 'vitest';
import { fleet } from '../support/processes/processes.ts';
import { article, writeArticles } from '../support/stories.ts';

const ids = [1, 2, 3, 4, 5];

/** Milliseconds of processes that are killed in their first seconds, as in a restart loop. */
const lifetimes = [900, 400, 1_500, 700];

it(
  'what killed processes had reserved holds up nobody: a list of paid jobs is finished, and nothing is sent twice',
  { timeout: 120_000 },
  async () => {
    // Ten times as fast as life: a reservation that nobody releases lapses after a minute of this test.
    await using all = await fleet(10);
    writeArticles(all.platform);
    // A few requests a minute: calls are held while they wait for a slot, and are killed there.
    const settings = { budget: [{ credits: 1_000, window: 'day' as const }], requestsPerMinute: 10 };
    for (const lifetime of lifetimes) {
      const process = await all.process(settings);
      for (const id of ids) void process.call('articles.generate', article(id)).catch(() => undefined);
      await new Promise((resolve) => setTimeout(resolve, lifetime));
      await process.kill();
    }
    const sent = (id: number): number => all.platform.to(`POST /articles/${id}/generate`).length;
    const wereSent = new Set(ids.filter((id) => sent(id) > 0));
    const last = await all.process(settings);
    const began = performance.now();
    const ends = await Promise.all(
      ids.map((id) =>
        last.call('articles.generate', article(id)).then(
          ({ job }) => job?.state,
          ({ code }: { readonly code?: string }) => code,
        ),
      ),
    );
    expect(performance.now() - began).toBeLessThan(40_000);
    // The platform of this test has no history that tells what became of a request whose process was killed before the answer.
    for (const [at, end] of ends.entries())
      expect(['completed', ...(wereSent.has(ids[at] as number) ? ['outcome_unknown'] : [])]).toContain(end);
    expect(Math.max(...ids.map(sent))).toBe(1);
  },
);
