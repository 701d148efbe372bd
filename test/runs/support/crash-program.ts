import type { Client } from '../../../src/client/client.ts';
import { openRuns } from '../../../src/cli/wiring/open-runs.ts';
import type { Runs } from '../../../src/runs/runs.ts';
import type { Clock } from '../../../src/clock.ts';

/** Reads, a write, paid jobs, calls side by side and a caught error. What it returns does not depend on when it runs. */
export const program = `
  const [storyline, keywords] = await Promise.all([
    platform.storylines.create({ project: input.id, keyword: 'pegs' }),
    platform.keywords.list({ project: input.id }),
  ]);
  let caught;
  try { await platform.projects.get({ id: 900000 + input.id }) } catch (error) { caught = error.code }
  await platform.projects.update({ id: input.id, name: 'named' });
  const article = await platform.articles.generate({ id: input.id, keyword: 'pegs', article_type: 'blog', target_length: 900 });
  return [storyline.data.status, keywords.data.length, caught, article.data.processing_status, Math.random()];`;

/** Runs of programs over a client, as a process has them. */
export const runsOver = (client: Client, clock: Clock): Runs =>
  openRuns(
    client,
    { readOnly: false, codeLimits: {}, platform: { kind: 'sandbox', data: '', speed: 1 } },
    () => undefined,
    clock,
  );
