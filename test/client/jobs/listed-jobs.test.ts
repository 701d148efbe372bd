import { expect, test } from 'vitest';
import { operation } from '../../../src/catalog/index.ts';
import { bench, type Bench, refusal } from '../../support/bench.ts';
import { json, type Behaviour } from '../../support/platform.ts';

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
  rig.platform.on(start, (...args) => {
    // Somebody else's, at the same moment.
    rows.push({ id: rows.length + 1, status: 'queued' }, { id: rows.length + 2, status: 'queued' });
    return json(said(rows.length - 1), 202)(...args);
  });
  rig.platform.on(list, (request, ...rest) => {
    const own = rows[40];
    if (own && ++looks > 3)
      own.status =
        own.status === 'queued' ? ('ready completed'.split(' ')[Number(list.includes('runs'))] as string) : own.status;
    const query = new URLSearchParams(request.path.split('?')[1]);
    return (json(pagings[paging]?.(orders[order]?.(rows) ?? [], query)) as Behaviour)(request, ...rest);
  });
  return rows;
}

test.each(cases)('a document that is listed by pages, %s, is found among 42 and ends its job', async (order) => {
  await using rig = await bench();
  const routes = ['POST /projects/1/knowledge-base', 'GET /projects/1/knowledge-base'] as const;
  withList(rig, routes, 'page numbers', order, (id) => ({
    document_id: id,
    status: 'processing',
  }));
  const client = await rig.client();
  const reply = await client.call(operation('knowledge_base.add_text'), { project: 1, title: 'Tea', content: 'Hot.' });
  expect(reply).toMatchObject({ job: { state: 'completed' }, data: { id: 41, status: 'ready' } });
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

test('a row on a far page is looked for a few pages at a time, and then where it stood', async () => {
  await using rig = await bench();
  const rows: Row[] = Array.from({ length: 200 }, (_, n) => ({ id: n + 1, status: 'ready' }));
  rig.platform.on('POST /projects/1/knowledge-base', json({ document_id: 200 }, 202));
  rig.platform.on('GET /projects/1/knowledge-base', (request, ...rest) => {
    const page = Number(new URLSearchParams(request.path.split('?')[1]).get('page') ?? 1);
    const meta = { total: 200, per_page: 10, current_page: page, last_page: 20 };
    return json({ data: rows.slice((page - 1) * 10, page * 10), meta })(request, ...rest);
  });
  const last = rows[199] as Row;
  last.status = 'processing';
  const client = await rig.client();
  const added = client.call(operation('knowledge_base.add_text'), { project: 1, title: 'Tea', content: 'Hot.' });
  await rig.platform.arrival('GET /projects/1/knowledge-base', 22);
  last.status = 'ready';
  expect((await added).job?.state).toBe('completed');
  const looks = rig.platform.to('GET /projects/1/knowledge-base');
  const pages = looks.map(({ path }) => Number(new URLSearchParams(path.split('?')[1]).get('page') ?? 1));
  expect(pages.slice(0, 20)).toEqual(Array.from({ length: 20 }, (_, n) => n + 1));
  expect(new Set(pages.slice(20))).toEqual(new Set([20]));
  // Half of the rate, however many pages a poll reads.
  const times = looks.map(({ at }) => at);
  for (const at of times)
    expect(times.filter((other) => other > at - 60_000 && other <= at).length).toBeLessThanOrEqual(35);
});

test('a job whose row never shows, and one in a list whose pages never end, is given up and stays in doubt', async () => {
  await using rig = await bench();
  rig.platform.on('POST /projects/1/knowledge-base', json({ document_id: 9 }, 202));
  rig.platform.on('GET /projects/1/knowledge-base', json({ data: [{ id: 1, status: 'ready' }] }));
  const client = await rig.client({ maxWaitSeconds: 100_000 });
  const refused = await refusal(
    client.call(operation('knowledge_base.add_text'), { project: 1, title: 'A', content: 'B' }),
  );
  expect(refused).toMatchObject({ code: 'outcome_unknown' });
  expect(refused.message).toContain('its list does not have the job');
  let page = 0;
  rig.platform.on('GET /projects/1/knowledge-base', (...args) =>
    json({ data: [{ id: 1 }], next_cursor: `c${page++}` })(...args),
  );
  const endless = await refusal(
    client.call(operation('knowledge_base.add_text'), { project: 1, title: 'C', content: 'D' }),
  );
  expect(endless.message).toContain('its list does not have the job');
});

test('a job that a list shows ends with what the list says of it, and keeps what its start said', async () => {
  await using rig = await bench();
  rig.platform.on('POST /prompt-check', json({ data: { run_id: 8, status: 'processing', batch: 'b-1' } }, 202));
  rig.platform.on(
    'GET /prompt-check',
    json({
      data: [
        { id: 9, status: 'completed' },
        { id: 8, status: 'completed', answers: [{ platform: 'chatgpt', text: 'Try a box.' }] },
      ],
    }),
  );
  const reply = await (
    await rig.client()
  ).call(operation('prompt_check.start'), { tracking_project_id: 1, prompt: 'Which box?', platforms: ['chatgpt'] });
  expect(reply.data).toEqual({
    run_id: 8,
    id: 8,
    batch: 'b-1',
    status: 'completed',
    answers: [{ platform: 'chatgpt', text: 'Try a box.' }],
  });
});
