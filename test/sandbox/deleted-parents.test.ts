import { expect, test } from 'vitest';
import { allOperations } from '../../src/catalog/index.ts';
import { exampleArguments } from '../../src/tools/schema/example.ts';
import { visit } from './visit.ts';

const operations = allOperations().filter(({ aliasOf }) => aliasOf === undefined);

/** Whether a part of the answer names one of these with this id. */
const names = (value: unknown, fields: readonly string[], id: number): boolean => {
  if (Array.isArray(value)) return value.some((one) => names(one, fields, id));
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([name, one]) => (fields.includes(name) && one === id) || names(one, fields, id));
};

/** Everything that can be made with example arguments is there first; a defect would be a 500. Hundreds of calls: seconds. */
test.each([
  // Document 1, "What the service does": images are the team's, and stay. An autopilot stays as well, switched off. The other
  // two name a tracking project so.
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
  'after %s nothing shows what was made for it, and nothing goes on',
  async (deletion, under, fields, stay, scheduled) => {
    const { call, clock } = await visit({ balance: 50_000 });
    for (const operation of operations) {
      const { name, effect, audience } = operation;
      const isEnding = effect === 'delete' || /\.(pause|deactivate_module|remove_member)$/.test(name);
      if (effect === 'read' || isEnding || audience.who === 'admin') continue;
      expect((await call(name, exampleArguments(operation))).status, name).not.toBe(500);
    }
    // The example's autopilot is made for no project.
    for (const { id } of (await call('autopilot.list')).body.data) await call('autopilot.delete', { id });
    await call('autopilot.create', {
      module: 'articles',
      frequency: 'daily',
      config: { project_id: 1, keyword: 'moss' },
    });
    await call('grounding.analyze', { url: 'https://fjordkiste.example/a', seo_project_id: 1, tracking_project_id: 1 });
    await call('content_audits.create', { source_url: 'https://fjordkiste.example', tracking_project_id: 1 });
    clock.pass(7_200);

    const reads = operations.filter(({ method, effect }) => method === 'GET' && effect === 'read');
    const showing = async () => {
      const shown: string[] = [];
      for (const operation of reads) {
        const { status, body } = await call(operation.name, exampleArguments(operation));
        expect(status, operation.name).not.toBe(500);
        const isUnder = under.test(operation.path);
        if (status < 300 && (isUnder || names(body, fields, 1))) shown.push(operation.name);
      }
      return shown;
    };
    expect((await showing()).length).toBeGreaterThan(15);
    expect((await call(deletion, { id: 1 })).status).toBeLessThan(300);
    expect((await showing()).filter((name) => !stay.some((family) => name.startsWith(`${family}.`)))).toEqual([]);

    const draws = async (): Promise<number> =>
      (await call('credits.history', { per_page: 500 })).body.data.filter(
        ({ endpoint }: { endpoint: string }) => endpoint === scheduled,
      ).length;
    const before = await draws();
    clock.pass(20 * 86_400);
    expect(await draws()).toBe(before);
  },
);
