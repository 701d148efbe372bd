import { expect, test } from 'vitest';
import { operation } from '../../../src/catalog/index.ts';
import { bench, type Bench, refusal } from '../../support/bench.ts';
import { json } from '../../support/platform.ts';

interface Row {
  readonly id: number | string;
  status: string;
}

/** The ways in which a list may come in pages, with rows of the given request's page. */
const pagings: Readonly<Record<string, (rows: readonly Row[], query: URLSearchParams) => unknown>> = {
  'limit and offset': (rows, query) => rows.slice(from(query, 'offset'), from(query, 'offset') + 15),
  'page numbers': (rows, query) => {
    const at = Math.max(1, from(query, 'page'));
    const meta = { total: rows.length, per_page: 15, current_page: at, last_page: Math.ceil(rows.length / 15) };
    return { data: rows.slice((at - 1) * 15, at * 15), meta };
  },
};
const from = (query: URLSearchParams, name: string): number => Number(query.get(name) ?? 0);

const orders: Readonly<Record<string, (rows: readonly Row[]) => Row[]>> = {
  'newest first': (rows) => rows.toReversed(),
  'oldest first': (rows) => [...rows],
  'no order': (rows) => rows.toSorted((a, b) => ((Number(a.id) * 7919) % 101) - ((Number(b.id) * 7919) % 101)),
};

const cases = Object.keys(orders);

/** A list of that many rows on a platform, to which starts add theirs; a row is finished at its third look. */
function withList(
  rig: Bench,
  [start, list]: readonly [string, string],
  paging: string,
  order: string,
  said: (id: number) => unknown,
) {
  const rows: Row[] = Array.from({ length: 40 }, (_, n) => ({ id: n + 1, status: 'completed' }));
  let looks = 0;
  rig.platform.on(start, () => {
    // Somebody else's, at the same moment.
    rows.push({ id: rows.length + 1, status: 'queued' }, { id: rows.length + 2, status: 'queued' });
    return json(said(rows.length - 1), 202);
  });
  rig.platform.on(list, (request) => {
    const own = rows[40];
    if (own && ++looks > 3) own.status = 'completed';
    const query = new URLSearchParams(request.path.split('?')[1]);
    return json(pagings[paging]?.(orders[order]?.(rows) ?? [], query));
  });
  return rows;
}

test.each(cases)('a check that is listed by pages, %s, is found among 42 and ends its job', async (order) => {
  await using rig = await bench();
  withList(rig, ['POST /prompt-check', 'GET /prompt-check'], 'page numbers', order, (id) => ({ run_id: id }));
  const asked = { tracking_project_id: 1, prompt: 'Which box?', platforms: ['chatgpt'] };
  const reply = await (await rig.client()).call(operation('prompt_check.start'), asked);
  expect(reply).toMatchObject({ job: { state: 'completed' }, data: { id: 41, status: 'completed' } });
});

test.each(cases)('a run that is listed by limit and offset, %s, is found among 42 and ends its job', async (order) => {
  await using rig = await bench();
  const routes = ['POST /tracking-projects/1/run', 'GET /tracking-projects/1/runs'] as const;
  rig.platform.on('GET /tracking-projects/1/prompts/cost-preview', json({ data: { credits_per_run: 3 } }));
  withList(rig, routes, 'limit and offset', order, (id) => ({ run_id: id }));
  const client = await rig.client();
  const reply = await client.call(operation('tracking.run'), { id: 1 });
  expect(reply).toMatchObject({ job: { state: 'completed' }, data: { id: 41, status: 'completed' } });
});

test('a job whose row never shows is given up and stays in doubt', async () => {
  await using rig = await bench();
  rig.platform.on('POST /projects/1/knowledge-base', json({ document_id: 9 }, 202));
  rig.platform.on('GET /projects/1/knowledge-base', json({ data: [{ id: 1, status: 'ready' }] }));
  const client = await rig.client({ maxWaitSeconds: 100_000 });
  const refused = await refusal(
    client.call(operation('knowledge_base.add_text'), { project: 1, title: 'A', content: 'B' }),
  );
  expect(refused).toMatchObject({ code: 'outcome_unknown' });
  expect(refused.message).toContain('its list does not have the job');
});

test('a job that a list shows ends with what the list says of it, and keeps what its start said', async () => {
  await using rig = await bench();
  rig.platform.on('POST /prompt-check', json({ data: { run_id: 8, status: 'processing', batch: 'b-1' } }, 202));
  rig.platform.on(
    'GET /prompt-check',
    json({
      data: [
        { id: 9, status: 'completed' },
        { run_id: 8, status: 'completed', answers: [{ platform: 'chatgpt', text: 'Try a box.' }] },
      ],
    }),
  );
  const reply = await (
    await rig.client()
  ).call(operation('prompt_check.start'), { tracking_project_id: 1, prompt: 'Which box?', platforms: ['chatgpt'] });
  expect(reply.data).toEqual({
    run_id: 8,
    batch: 'b-1',
    status: 'completed',
    answers: [{ platform: 'chatgpt', text: 'Try a box.' }],
  });
});
