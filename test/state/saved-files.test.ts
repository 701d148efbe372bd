import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { savedBounds, type NewFile } from '../../src/state/saved-files.ts';
import { virtualClock } from '../support/clock/virtual-clock.ts';
import { preparedStore, openStore } from '../support/state/store.ts';

const file = (id: string, body: Uint8Array, isPaid = false): NewFile => ({
  id,
  name: `${id}.bin`,
  mime: 'application/octet-stream',
  size: body.byteLength,
  body,
  isPaid,
});

async function stage() {
  const clock = virtualClock();
  const store = await preparedStore();
  const opened = [await openStore(store.location, clock), await openStore(store.location, clock)] as const;
  return {
    clock,
    one: opened[0].saved,
    other: opened[1].saved,
    store,
    /** The files of all callers. */
    async kept(): Promise<readonly string[]> {
      const files = await store.query('SELECT account, owner, id FROM saved_files ORDER BY account, owner, id');
      return files.map(({ account, owner, id }) => [account, owner, id].join(' '));
    },
    async [Symbol.asyncDispose]() {
      for (const state of opened) await state.close();
      clock.stop();
      await store[Symbol.asyncDispose]();
    },
  };
}

test('a file is read back whole by any process of its caller, and by nobody else', async () => {
  await using rig = await stage();
  for (const size of [0, 1, 900_000]) {
    const body = randomBytes(size);
    await rig.one.put('a', file('f', body), 'anna');
    const read = await rig.other.read('a', 'f', 'anna');
    expect(read).toMatchObject({ id: 'f', name: 'f.bin', size });
    expect(Buffer.from(read?.body ?? []).equals(body)).toBe(true);
    await rig.clock.advance(savedBounds.keptMs);
  }
  await rig.one.put('a', file('f', randomBytes(9)), 'anna');
  for (const [account, owner] of [['a', 'bert'], ['a'], ['b', 'anna']] as const)
    expect(await rig.other.read(account, 'f', owner)).toBeUndefined();
});

test('a file is kept for a day, longer when it is saved again, and leaves nothing behind', async () => {
  await using rig = await stage();
  const body = randomBytes(512 * 1024);
  const { body: _, isPaid: __, ...known } = file('f', body);
  const expected = () => ({ ...known, expiresAt: rig.clock.now() + savedBounds.keptMs });
  expect(await rig.one.put('a', file('f', body))).toEqual(expected());
  await rig.clock.advance(savedBounds.keptMs / 2);
  expect(await rig.other.put('a', file('f', body))).toEqual(expected());
  expect(await rig.store.query('SELECT part FROM saved_parts')).toHaveLength(2);
  await rig.clock.advance(savedBounds.keptMs / 2 + 1);
  expect(await rig.one.read('a', 'f')).toBeDefined();
  await rig.clock.advance(savedBounds.keptMs / 2);
  expect(await rig.one.read('a', 'f')).toBeUndefined();
  await rig.one.clean();
  // Its place is free again.
  expect(await rig.one.put('a', file('g', randomBytes(10)))).toBeDefined();
});

test('a caller keeps so many files and bytes, whoever else keeps any; what was paid for is kept all the same', async () => {
  await using rig = await stage();
  for (let n = 0; n < savedBounds.files; n++)
    expect(await rig.one.put('a', file(`f${n}`, new Uint8Array(1)))).toBeDefined();
  expect(await rig.one.put('b', file('more', new Uint8Array(1)))).toBeDefined();
  expect(await rig.other.put('a', file('more', new Uint8Array(1)))).toBeUndefined();
  expect(await rig.other.put('a', file('f0', new Uint8Array(1)))).toBeDefined();
  expect([await rig.other.hasRoom('a'), await rig.other.hasRoom('a', 'bert'), await rig.other.hasRoom('b')]).toEqual([
    false,
    true,
    true,
  ]);
  expect(await rig.other.put('a', file('more', new Uint8Array(1)), 'bert')).toBeDefined();
  expect(await rig.other.put('a', file('paid', new Uint8Array(1), true))).toBeDefined();
  const sized = (id: string, size: number, isPaid?: boolean) => ({ ...file(id, new Uint8Array(1), isPaid), size });
  expect(await rig.other.put('b', sized('large', savedBounds.bytes + 1))).toBeUndefined();
  for (const id of ['one', 'other']) expect(await rig.other.put('c', sized(id, savedBounds.bytes / 2))).toBeDefined();
  expect(await rig.other.put('c', sized('more', 1))).toBeUndefined();
  // What is there already needs no room.
  expect(await rig.other.put('c', sized('paid', savedBounds.bytes, true))).toBeDefined();
  expect(await rig.other.put('c', sized('one', savedBounds.bytes / 2))).toBeDefined();
});

test('what has expired is deleted, of all callers, and nothing else does', async () => {
  await using rig = await stage();
  const body = randomBytes(1_000);
  await rig.one.put('a', file('f', body));
  await rig.one.put('a', file('f', body), 'anna');
  await rig.clock.advance(1_000);
  await rig.one.put('a', file('f', body), 'carl');
  await rig.one.put('b', file('f', body));
  await rig.one.put('a', file('g', body));
  const later = ['a  g', 'a carl f', 'b  f'];
  expect(await rig.kept()).toEqual(['a  f', 'a anna f', ...later].toSorted());
  await rig.clock.advance(savedBounds.keptMs - 1_000 - 1);
  await rig.other.clean();
  expect(await rig.kept()).toHaveLength(5);
  await rig.clock.advance(1);
  expect(await rig.one.read('a', 'f')).toBeUndefined();
  await rig.other.clean();
  expect(await rig.kept()).toEqual(later);
  for (const [account, id, owner] of [
    ['a', 'g'],
    ['b', 'f'],
    ['a', 'f', 'carl'],
  ] as const)
    expect(await rig.one.read(account, id, owner)).toMatchObject({ id, name: `${id}.bin` });
  await rig.store.query('DELETE FROM saved_parts');
  expect(await rig.one.read('b', 'f')).toBeUndefined();
});
