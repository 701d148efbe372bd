import { copyFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { allOperations } from '../../src/catalog/index.ts';
import { sampleArguments } from '../support/sample-arguments.ts';
import { folder } from '../support/processes/folder.ts';
import { virtualClock } from '../support/clock/virtual-clock.ts';
import { openVisit, visit, type Visit } from './visit.ts';

const operations = allOperations().filter(({ aliasOf }) => aliasOf === undefined);

/** Whether a part of the answer names one of these with this id. */
const names = (value: unknown, fields: readonly string[], id: number): boolean => {
  if (Array.isArray(value)) return value.some((one) => names(one, fields, id));
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([name, one]) => (fields.includes(name) && one === id) || names(one, fields, id));
};

/** The document of the platform itself shows nobody's data. */
const reads = operations
  .filter(({ method, effect, family }) => method === 'GET' && effect === 'read' && family !== 'platform')
  .map((operation) => ({ ...operation, given: sampleArguments(operation) }));

/** What each read answers; a defect would be a 500. */
async function readAll({ call }: Visit): Promise<{ name: string; path: string; status: number; body: unknown }[]> {
  const answers = [];
  for (const { name, path, given } of reads) {
    const { status, body } = await call(name, given);
    expect(status, name).not.toBe(500);
    answers.push({ name, path, status, body });
  }
  return answers;
}

/** A platform on which everything was made that example arguments make, and what it shows. Hundreds of calls: seconds. */
let data: string;
let made: { at: number; shown: Awaited<ReturnType<typeof readAll>> };
beforeAll(async () => {
  const place = await folder();
  data = join(place.path, 'platform.db');
  const here = await openVisit({ balance: 50_000, data });
  const { call, clock } = here;
  for (const operation of operations) {
    const { name, effect, audience } = operation;
    const isEnding = effect === 'delete' || /\.(pause|deactivate_module|remove_member)$/.test(name);
    if (effect === 'read' || isEnding || audience.who === 'admin') continue;
    expect((await call(name, sampleArguments(operation))).status, name).not.toBe(500);
  }
  // The example's autopilot is made for no project.
  for (const { id } of (await call('autopilot.list')).body.data) await call('autopilot.delete', { id });
  await call('autopilot.create', {
    module: 'articles',
    frequency: 'daily',
    config: { project_id: 1, keyword: 'moss' },
  });
  await call('grounding.analyze', {
    url: 'https://fjordkiste.example/a',
    seo_project_id: 1,
    tracking_project_id: 2001,
  });
  await call('content_audits.create', { source_url: 'https://fjordkiste.example', tracking_project_id: 2001 });
  clock.pass(7_200);
  made = { at: clock.now(), shown: await readAll(here) };
  await here.close();
  return () => place[Symbol.asyncDispose]();
});

test.each([
  // docs/platform/content.md#projects: images are the team's, and stay. An autopilot stays as well, switched off. The
  // other two name a tracking project so.
  [
    'projects.delete',
    /^\/projects\/\{/,
    ['project_id', 'seo_project_id'],
    ['images', 'autopilot', 'deep_insights', 'citation_causality'],
    'autopilot',
  ],
  [
    'tracking.delete',
    /^\/(tracking-projects|ai-visibility|data-mining\/\w+|citation-causality\/projects?)\/\{/,
    ['tracking_project_id'],
    [],
    'Scheduled tracking run',
  ],
] as const)(
  'after %s nothing shows what was made for it, and nothing continues',
  async (deletion, under, fields, stay, scheduled) => {
    const projectId = deletion === 'projects.delete' ? 1 : 2001;
    const copy = join(dirname(data), `${deletion}.db`);
    await copyFile(data, copy);
    const here = await visit({ data: copy, clock: virtualClock(new Date(made.at).toISOString()) });
    const { call, clock } = here;
    const showing = (answers: typeof made.shown) =>
      answers
        .filter(({ path, status, body }) => status < 300 && (under.test(path) || names(body, fields, projectId)))
        .map(({ name }) => name);
    expect(showing(made.shown).length).toBeGreaterThan(15);
    expect((await call(deletion, { id: projectId })).status).toBeLessThan(300);
    const left = showing(await readAll(here));
    expect(left.filter((name) => !stay.some((family) => name.startsWith(`${family}.`)))).toEqual([]);

    const draws = async (): Promise<number> =>
      (await call('credits.history', { per_page: 500 })).body.data.filter(
        ({ endpoint }: { endpoint: string }) => endpoint === scheduled,
      ).length;
    const before = await draws();
    clock.pass(20 * 86_400);
    expect(await draws()).toBe(before);
  },
);
