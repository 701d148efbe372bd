import { beforeEach, expect, test } from 'vitest';
import { systemClock } from '../../../src/base/clock.ts';
import type { Reply } from '../../../src/client/calls/reply.ts';
import { createPerform, type Perform } from '../../../src/programs/platform/perform.ts';
import { fakeClient, type FakeClient } from '../../tools/fake-client.ts';
import { VisibilityError } from '../../../src/client/errors.ts';

let names: Record<number, string>;
let isDown: boolean;
let client: FakeClient;
let perform: Perform;

beforeEach(() => {
  names = { 1: 'Fjordkiste', 2: 'Moosgarten' };
  isDown = false;
  const done = async (): Promise<Reply> => ({ data: {} });
  client = fakeClient({
    'projects.list': async () => {
      if (isDown) throw new VisibilityError('unreachable', 'No answer.', { outcome: 'unknown' });
      const data = Object.entries(names).map(([id, name]) => ({ id: Number(id), name }));
      return { data, page: { page: 1, per_page: 100, total: data.length, last_page: 1 } };
    },
    'projects.update': async ({ id }) => {
      names[Number(id)] = 'Erlenhof';
      return { data: {} };
    },
    'projects.delete': done,
    'articles.list': async () => ({ data: [] }),
  });
  perform = createPerform({ client, runTask: () => Promise.reject(new Error('none')), clock: systemClock });
});

const listed = (project: string): Promise<unknown> => perform('articles.list', [{ project }]);
const lists = (): number => client.called.filter(({ name }) => name === 'projects.list').length;
const lastInput = (): unknown => client.called.at(-1)?.input;

test('a program is refused the name that a project had before the program renamed it', async () => {
  await listed('Moosgarten');
  await perform('projects.update', [{ id: 'Moosgarten', body: { name: 'Erlenhof' } }]);
  await expect(listed('Moosgarten')).rejects.toMatchObject({ code: 'invalid_arguments' });
});

test('a name that is new since the list was read is looked up once more', async () => {
  await listed('Moosgarten');
  names[3] = 'Birkenhof';
  await listed('Birkenhof');
  expect([lastInput(), lists()]).toEqual([{ project: 3 }, 2]);
  await listed('Birkenhof');
  expect(lists()).toBe(2);
});

test('what is deleted by its name has that name now', async () => {
  await listed('Moosgarten');
  names = { 2: 'Erlenhof', 3: 'Moosgarten' };
  await perform('projects.delete', [{ id: 'Moosgarten' }]);
  expect(lastInput()).toEqual({ id: 3 });
});

test('a list that could not be read is read again', async () => {
  isDown = true;
  await expect(listed('Moosgarten')).rejects.toMatchObject({ code: 'unreachable' });
  isDown = false;
  await listed('Moosgarten');
  expect(lastInput()).toEqual({ project: 2 });
});
