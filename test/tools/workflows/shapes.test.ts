import { expect } from 'vitest';
import { createResources } from '../../../src/resources/index.ts';
import { type Stage, type Told } from './support/stage.ts';
import { it } from './support/staged-test.ts';

/** What the published schema of a tool says of the fields of `data`. */
const fieldsOf = ({ tools }: Stage, name: string): Record<string, { type: string }> => {
  const schema: Told = tools.find((tool) => tool.name === name)?.outputSchema ?? {};
  return schema.properties.data.properties;
};

function expectShape(fields: Record<string, { type: string }>, data: Told): void {
  for (const [name, { type }] of Object.entries(fields)) {
    if (data[name] === undefined) continue;
    const value: unknown = data[name];
    expect(Array.isArray(value) ? 'array' : Number.isInteger(value) ? 'integer' : typeof value, name).toBe(type);
  }
}

it('results have their published shape for any number of records', async ({ stage }) => {
  for (const many of [false, true]) {
    if (many)
      for (let id = 1; id <= 9; id++)
        await stage.call('grounding.analyze', { url: `https://fjordkiste.example/${id}` });
    for (const [name, args] of [
      ['credits', {}],
      ['job_list', {}],
      ['estimate', { calls: Array.from({ length: 9 }, () => ({ operation: 'projects.list' })) }],
      ['find_operations', { query: 'storylines' }],
      ['find_operations', {}],
      ['visibility_report', {}],
      ['check_brand_facts', {}],
    ] as const) {
      const { ok, data } = await stage.run(name, args);
      expect(ok).toBe(true);
      expectShape(fieldsOf(stage, name), data);
    }
  }
  const [credits, jobs] = [await stage.run('credits', {}), await stage.run('job_list', {})];
  expect(credits.data.recent).toHaveLength(9);
  expect(credits.data.recent[0]).toMatchObject({ operation: 'grounding.analyze', charged: 1 });
  expect(jobs.data.jobs).toHaveLength(9);
  const batch = await stage.run('ground_urls', {
    urls: Array.from({ length: 9 }, (_, at) => `https://fjordkiste.example/b${at}`),
  });
  expect(batch.data.audits).toHaveLength(9);
  expect(batch.data.audits[0]).toMatchObject({ url: expect.any(String) });
});

it('the resource on credits has the shape of the tool', async ({ stage }) => {
  const resource = createResources(stage.client).fixed.find(({ name }) => name === 'credits');
  expect(JSON.parse((await resource?.read()) ?? '')).toEqual((await stage.run('credits', {})).data);
});

it('what a workflow drew is the sum of its parts', async ({ stage }) => {
  const before = await stage.balance();
  const result = await stage.run('track_brand', {
    domain: 'neuland.example',
    country: 'DE',
    auto_confirm: true,
    first_run: true,
  });
  expect(result.credits).toMatchObject({ estimated: 15, charged: 15 });
  expect(before - (await stage.balance())).toBe(15);
});
