import { expect, test } from 'vitest';
import { visit } from '../visit.ts';

const prompts = ['Which oar is light?'];

test('an ingest asks for what is missing, analyzes, asks for a confirmation, and activates', async () => {
  const { call, clock, balance } = await visit();
  const { status, body: first } = await call('ingest.start', { prompts });
  expect(status).toBe(202);
  expect(first).toMatchObject({ status: 'needs_input', needs: ['domain', 'country'] });
  expect(await balance()).toBe(1000);
  const { body: second } = await call('ingest.start', { prompts: [], domain: 'oars.example' });
  expect(second).toMatchObject({ id: first.id, status: 'needs_input', needs: ['country'] });
  expect((await call('ingest.start', { prompts: [], domain: 'oars.example', country: 'DE' })).body).toMatchObject({
    id: first.id,
    status: 'analyzing',
  });
  expect(await balance()).toBe(995);
  clock.pass(60);
  const { body: asked } = await call('ingest.get', { id: first.id });
  expect(asked).toMatchObject({ status: 'needs_confirmation', suggested: { suggested_keywords: expect.any(Array) } });
  const { body: done } = await call('ingest.start', { prompts: [], domain: 'oars.example', confirm: true });
  expect(done.status).toBe('activated');
  expect(await balance()).toBe(995);
  expect((await call('tracking.get', { id: done.project_id })).body.data).toMatchObject({
    status: 'active',
    domain: 'oars.example',
  });
});

test('the same call again finds the same ingest and pays nothing', async () => {
  // Document 2: idempotent per team and domain.
  const { call, clock, balance } = await visit();
  const wish = { prompts, domain: 'oars.example', country: 'DE' };
  const { body: first } = await call('ingest.start', wish);
  const { body: again } = await call('ingest.start', { ...wish, domain: 'https://www.OARS.example' });
  expect(again).toMatchObject({ id: first.id, status: 'analyzing' });
  clock.pass(60);
  expect((await call('ingest.start', wish)).body).toMatchObject({ id: first.id, status: 'needs_confirmation' });
  expect(await balance()).toBe(995);
  // Another team may track the same domain.
  expect((await call('ingest.start', wish, 'sandbox-guest')).body.id).not.toBe(first.id);
});

test('with auto_confirm and start_run it goes through to a first run, which is charged as well', async () => {
  const { call, clock, balance } = await visit();
  const { body } = await call('ingest.start', {
    prompts,
    domain: 'oars.example',
    country: 'DE',
    auto_confirm: true,
    start_run: true,
  });
  clock.pass(60);
  const { body: done } = await call('ingest.get', { id: body.id });
  expect(done).toMatchObject({ status: 'activated', run_id: expect.any(Number) });
  // One prompt on two platforms.
  expect(await balance()).toBe(993);
  clock.pass(180);
  expect((await call('tracking.runs', { id: done.project_id })).body.data).toMatchObject([{ status: 'completed' }]);
});

test('what happens while nobody asks is dated when it was due', async () => {
  const { call, clock } = await visit();
  const start = clock.now();
  const { body } = await call('ingest.start', {
    prompts,
    domain: 'oars.example',
    country: 'DE',
    auto_confirm: true,
    start_run: true,
  });
  clock.pass(3600);
  const { project_id: id } = (await call('ingest.get', { id: body.id })).body;
  const after = (seconds: number) => new Date(start + seconds * 1000).toISOString();
  expect((await call('tracking.runs', { id })).body.data).toMatchObject([
    { status: 'completed', started_at: after(60), completed_at: after(240) },
  ]);
  expect((await call('credits.history')).body.data[0]).toMatchObject({ delta: -2, created_at: after(60) });
});

test('a confirmation that starts a run is refused whole when the run cannot be paid', async () => {
  const { call, clock, balance } = await visit({ balance: 6 });
  const { body } = await call('ingest.start', { prompts, domain: 'oars.example', country: 'DE' });
  clock.pass(60);
  expect(
    (await call('ingest.start', { prompts: [], domain: 'oars.example', confirm: true, start_run: true })).body,
  ).toMatchObject({ required: 2, available: 1 });
  expect((await call('ingest.get', { id: body.id })).body.status).toBe('needs_confirmation');
  expect(await balance()).toBe(1);
});

test('a domain that is tracked already is activated at once and free', async () => {
  const { call, balance } = await visit();
  expect((await call('ingest.start', { prompts: [], domain: 'fjordkiste.example', country: 'DE' })).body).toMatchObject(
    { status: 'activated', project_id: 2001 },
  );
  expect(await balance()).toBe(1000);
});

test('an ingest is found by its own id and by that of its project', async () => {
  // Document 2, "Wizard and project operations": {id} alone does not tell whose; a foreign team is 403.
  const { call, raw } = await visit();
  const { body } = await call('ingest.start', { prompts, domain: 'oars.example', country: 'DE' });
  for (const id of [body.id, body.project_id]) {
    expect((await call('ingest.get', { id })).body).toMatchObject({ id: body.id, status: 'analyzing' });
    expect((await call('ingest.get', { id }, 'sandbox-guest')).status).toBe(403);
  }
  expect((await call('ingest.get', { id: 2002 })).status).toBe(403);
  expect((await raw('/ai-visibility/ingest/4711')).status).toBe(404);
});

test('a project that the wizard has analyzed is not analyzed again, and a deleted one starts over', async () => {
  const { call, clock, balance } = await visit();
  const {
    body: { project_id },
  } = await call('tracking.analyze', { mode: 'domain', domain: 'oars.example', country: 'DE' });
  clock.pass(60);
  const before = await balance();
  expect((await call('ingest.start', { prompts, project_id })).body).toMatchObject({
    status: 'needs_confirmation',
    project_id,
  });
  expect((await call('ingest.start', { prompts, project_id, confirm: true })).body).toMatchObject({
    status: 'activated',
    project_id,
  });
  expect(await balance()).toBe(before);
  await call('tracking.delete', { id: project_id });
  expect((await call('ingest.start', { prompts, domain: 'oars.example', country: 'DE' })).body.status).toBe(
    'analyzing',
  );
});

test('the questions that an analysis suggests are in the language of the project', async () => {
  const { call, clock } = await visit();
  const order = { prompts: [], domain: 'ruder.example', country: 'DE', language: 'de' };
  const { id } = (await call('ingest.start', order)).body;
  clock.pass(60);
  const { suggested } = (await call('ingest.get', { id })).body as {
    suggested: { suggested_prompts: { prompt: string }[] };
  };
  const words = suggested.suggested_prompts.map(({ prompt }) => prompt).join(' ');
  expect(words).toMatch(/\b(wie|was|welche|woran|wann|wo|warum|lohnt|muss|kann|ist|sind)\b/i);
  expect(words).not.toMatch(/\b(what|which|how|when|should)\b/i);
});
