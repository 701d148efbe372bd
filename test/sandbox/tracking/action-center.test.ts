import { expect, test } from 'vitest';
import { visit } from '../visit.ts';

const day = 86_400;

test('the column done completes a to-do, and any other opens it again', async () => {
  const { call } = await visit();
  expect((await call('action_center.move_todo', { id: 1, column: 'done' })).body).toMatchObject({
    status: 'completed',
    completed_at: expect.any(String),
  });
  expect((await call('action_center.move_todo', { id: 1, column: 'doing' })).body).toMatchObject({
    column: 'doing',
    status: 'open',
    completed_at: null,
  });
});

test('completing twice keeps the first time', async () => {
  const { call, clock } = await visit();
  const { body } = await call('action_center.complete_todo', { id: 1 });
  clock.pass(60);
  expect((await call('action_center.complete_todo', { id: 1 })).body.completed_at).toBe(body.completed_at);
});

test('what a to-do brought is measured after 14 days', async () => {
  const { call, clock } = await visit();
  const outcome = async () => (await call('action_center.todo_outcome', { id: 1 })).body.data;
  expect(await outcome()).toMatchObject({ status: 'not_completed', realized: null });
  await call('action_center.complete_todo', { id: 1 });
  clock.pass(14 * day - 1);
  expect(await outcome()).toMatchObject({ status: 'measuring', delta_14d: null });
  clock.pass(1);
  const { baseline, realized, delta_14d } = await outcome();
  expect(realized - baseline).toBe(delta_14d);
});

test('a snoozed to-do comes back', async () => {
  const { call, clock } = await visit();
  await call('action_center.snooze_todo', { id: 1 });
  expect((await call('action_center.get_todo', { id: 1 })).body.data.status).toBe('snoozed');
  clock.pass(7 * day);
  expect((await call('action_center.list_todos')).body.data[0].status).toBe('open');
});

test('to-dos are added, noted and deleted by their team', async () => {
  const { call } = await visit();
  const { id } = (await call('action_center.create_todo', { title: 'Sweep' })).body.data;
  await call('action_center.add_note', { id, body: 'With a broom.' });
  expect((await call('action_center.get_todo', { id })).body.data.notes).toMatchObject([
    { body: 'With a broom.', user_id: 1 },
  ]);
  expect((await call('action_center.delete_todo', { id }, 'sandbox-guest')).status).toBe(403);
  await call('action_center.delete_todo', { id });
  expect((await call('action_center.get_todo', { id })).status).toBe(404);
});

test('a goal profile is set up once a team and changed in parts', async () => {
  const { call } = await visit();
  expect((await call('action_center.goal_profile', {}, 'sandbox-guest')).status).toBe(404);
  await call('action_center.create_goal_profile', { goal: 'leads' }, 'sandbox-guest');
  expect((await call('action_center.update_goal_profile', { horizon_months: 3 }, 'sandbox-guest')).body.data).toEqual({
    goal: 'leads',
    horizon_months: 3,
  });
  expect((await call('action_center.goal_profile')).body.data.goal).toBe('visibility');
});

test('the path is worked out anew', async () => {
  const { call, clock } = await visit();
  const { data: before } = (await call('action_center.path')).body;
  clock.pass(60);
  await call('action_center.recompute_path');
  expect((await call('action_center.path')).body.data.computed_at > before.computed_at).toBe(true);
  expect((await call('action_center.paths')).body.data).toHaveLength(2);
});

test.each([
  ['/action-center/todos', 'label'],
  ['/action-center/todos/1/notes', 'message'],
  ['/action-center/todos/1/move', 'board_column'],
])('the text of %s may go by any name', async (path, field) => {
  const { raw } = await visit();
  const { status } = await raw(path, {
    method: 'POST',
    body: JSON.stringify({ [field]: 'done' }),
    headers: { 'content-type': 'application/json' },
  });
  expect(status).toBeLessThan(300);
});
