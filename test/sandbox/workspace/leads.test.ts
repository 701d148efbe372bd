import { expect, test } from 'vitest';
import { visit, type Visit } from '../visit.ts';

const admin =
  ({ call }: Visit) =>
  async (action: string, input: object = {}) =>
    call(`leads.${action}`, { ...input }, 'sandbox-admin');

const names = (body: { data: { company: string }[] }) => body.data.map(({ company }) => company);

test('the pool is for administrators', async () => {
  const { call } = await visit();
  expect((await call('leads.list')).status).toBe(403);
});

test('leads are filtered and sorted', async () => {
  const lead = admin(await visit());
  expect(names((await lead('list', { sort: 'company' })).body)).toEqual([
    'Klickhaus',
    'Suchgut',
    'Werbewerk Nord',
    'Zitatlabor',
  ]);
  expect(names((await lead('list', { sort: 'rating' })).body)[0]).toBe('Zitatlabor');
  expect(names((await lead('list', { assigned: 'null', has: 'email' })).body)).toEqual(['Werbewerk Nord']);
  expect(names((await lead('list', { assigned: 'any', category: 'geo' })).body)).toEqual(['Zitatlabor']);
  expect(names((await lead('list', { q: 'brem' })).body)).toEqual(['Suchgut']);
  expect((await lead('list', { sort: 'size' })).status).toBe(422);
  expect((await lead('list', { status: 'unheard' })).status).toBe(422);
});

test('a known lead gets its source renewed and keeps its workflow, always with 201', async () => {
  // Document 3, POST /outbound/leads: by e-mail, else telephone, else company and city.
  const lead = admin(await visit());
  const { data } = (
    await lead('create', {
      company: 'Suchgut GmbH',
      email: 'HALLO@suchgut.example',
      city: 'Bremen',
      status: 'won',
      website: 'https://suchgut.example',
    })
  ).body;
  expect(data).toMatchObject({
    id: 2,
    company: 'Suchgut GmbH',
    status: 'contacted',
    website: 'https://suchgut.example',
  });
  expect((await lead('create', { company: 'Klickhaus', phone: '+49 (30) 000002' })).body.data.id).toBe(3);
  expect((await lead('create', { company: 'ZITATLABOR', city: 'kiel' })).body.data.id).toBe(4);
  expect((await lead('create', { company: 'Zitatlabor', city: 'Bonn' })).body.data.id).toBe(5);
});

test('an update leaves the dedup key as it was and logs a change of status', async () => {
  const lead = admin(await visit());
  await lead('update', { id: 1, email: 'new@werbewerk.example', status: 'contacted' });
  expect((await lead('activities', { id: 1 })).body.data).toMatchObject([{ type: 'status' }]);
  expect((await lead('create', { company: 'Werbewerk Nord', email: 'post@werbewerk.example' })).body.data.id).toBe(1);
});

test('do_not_call blocks the lead, and others with its address', async () => {
  const lead = admin(await visit());
  expect((await lead('update', { id: 1, status: 'do_not_call' })).body.data.is_contactable).toBe(false);
  expect((await lead('send_email', { id: 1 })).status).toBe(409);
  const { data } = (
    await lead('create', { company: 'Werbewerk Süd', email: 'sued@werbewerk.example', phone: '+49 40 000001' })
  ).body;
  expect(data).toMatchObject({ status: 'new', is_contactable: false });
});

test('a callback lies in the future and moves the lead on, unless it is closed', async () => {
  const here = await visit();
  const lead = admin(here);
  const at = (days: number) => new Date(here.clock.now() + days * 86_400_000).toISOString();
  expect((await lead('schedule_callback', { id: 1, scheduled_at: at(-1) })).body.errors).toHaveProperty('scheduled_at');
  expect((await lead('schedule_callback', { id: 1, scheduled_at: at(2), note: 'After lunch' })).status).toBe(201);
  expect((await lead('get', { id: 1 })).body.data).toMatchObject({
    status: 'callback',
    next_callback_at: at(2),
    callbacks_count: 1,
    activities_count: 2,
  });
  await lead('schedule_callback', { id: 4, scheduled_at: at(1) });
  expect((await lead('get', { id: 4 })).body.data).toMatchObject({
    status: 'lost',
    next_callback_at: null,
    callbacks_count: 1,
  });
  expect(names((await lead('list', { sort: 'callback' })).body)[0]).toBe('Werbewerk Nord');
});

test('a mail needs an address and is sent in the background', async () => {
  const here = await visit();
  const lead = admin(here);
  expect((await lead('send_email', { id: 3 })).status).toBe(422);
  expect((await lead('send_email', { id: 1 })).status).toBe(202);
  expect((await lead('activities', { id: 1 })).body.data).toEqual([]);
  here.clock.pass(10);
  expect((await lead('activities', { id: 1 })).body.data).toMatchObject([{ type: 'email', user_id: 4 }]);
});

test('a note has at most 2000 characters', async () => {
  const lead = admin(await visit());
  expect((await lead('add_note', { id: 1, body: 'x'.repeat(2001) })).status).toBe(422);
  expect((await lead('add_note', { id: 1, body: 'Likes boats' })).body.lead.notes_count).toBe(1);
  expect((await lead('add_note', { id: 99, body: 'x' })).status).toBe(404);
});

test('figures count every status', async () => {
  const lead = admin(await visit());
  const { body } = await lead('stats');
  expect(body).toMatchObject({
    total: 4,
    assigned: 2,
    unassigned: 2,
    with_email: 2,
    by_status: { new: 2, lost: 1, won: 0 },
  });
  expect(Object.keys(body.status_labels)).toEqual(Object.keys(body.by_status));
});
