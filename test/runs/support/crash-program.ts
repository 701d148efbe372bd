import type { Client } from '../../../src/client/client.ts';
import { openRuns, type RunServerOptions } from '../../../src/cli/wiring/open-runs.ts';
import type { Runs } from '../../../src/runs/runs.ts';
import type { Clock } from '../../../src/clock.ts';

/**
 * Reads, a write, paid jobs, calls side by side and a caught error. Each answer of the list is another one: what is sent and
 * shown afterwards depends on it, and is also what the program returns.
 */
const program = `
  const first = (await platform.keywords.list({ project: input.id })).data[0].id;
  log('first ' + first);
  const [storyline, keywords] = await Promise.all([
    platform.storylines.create({ project: input.id, keyword: 'pegs ' + first }),
    platform.keywords.list({ project: input.id }),
  ]);
  log('second ' + keywords.data[0].id);
  let caught;
  try { await platform.projects.get({ id: 900000 + input.id }) } catch (error) { caught = error.code }
  const second = (await platform.keywords.list({ project: input.id })).data[0].id;
  await platform.projects.update({ id: input.id, name: 'named ' + second });
  const third = (await platform.keywords.list({ project: input.id })).data[0].id;
  const article = await platform.articles.generate({ id: input.id, keyword: 'pegs ' + third, article_type: 'blog', target_length: 900 });
  const fourth = (await platform.keywords.list({ project: input.id })).data[0].id;
  log('fourth ' + fourth);
  return { ends: [storyline.data.status, caught, article.data.processing_status, Math.random()], read: [first, second, third, fourth] };`;

/** Runs of programs over a client, as a process has them. */
export const runsOver = (client: Client, clock: Clock, options: RunServerOptions = {}): Runs =>
  openRuns(client, { readOnly: false, codeLimits: {} }, () => undefined, clock, options);
