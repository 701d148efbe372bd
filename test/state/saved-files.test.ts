import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { savedBounds, type NewFile } from '../../src/state/saved-files.ts';
import { asked } from '../support/state/sql.ts';
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
    /** The files of all callers, and how many parts they have. */
    async kept(): Promise<readonly unknown[]> {
      const files = await asked(store.location, [
        'SELECT account, owner, id FROM saved_files ORDER BY account, owner, id',
      ]);
      const [parts] = await asked(store.location, ['SELECT count(*) AS parts FROM saved_parts']);
      return [...files.map(({ account, owner, id }) => [account, owner, id].join(' ')), Number(parts?.['parts'])];
    },
    async [Symbol.asyncDispose]() {
      for (const state of opened) await state.close();
      clock.stop();
      await store[Symbol.asyncDispose]();
    },
  };
}

test('a file is read back whole by any process of its caller, and by nobody else', async () => {
  await using it = await stage();
  for (const size of [0, 1, 192 * 1024, 192 * 1024 + 1, 900_000]) {
    const body = randomBytes(size);
    await it.one.put('a', file('f', body), 'anna');
    const readFile2 = await it.other.read('a', 'f', 'anna');
    expect(readFile2).toMatchObject({ id: 'f', name: 'f.bin', size });
    expect(Buffer.from(readFile2?.body ?? []).equals(body)).toBe(true);
    await it.clock.advance(savedBounds.keptMs);
  }
  await it.one.put('a', file('f', randomBytes(9)), 'anna');
  // It is no list that is being read.
  expect(await it.other.readPart('a', 'f', 0, 'anna')).toBeUndefined();
  for (const [account, owner] of [['a', 'bert'], ['a'], ['b', 'anna']] as const)
    expect(await it.other.read(account, 'f', owner)).toBeUndefined();
});

test('a file is kept for a day, longer when it is saved again, and leaves nothing behind', async () => {
  await using it = await stage();
  const body = randomBytes(500_000);
  await it.one.put('a', file('f', body));
  await it.clock.advance(savedBounds.keptMs / 2);
  await it.other.put('a', file('f', body));
  await it.clock.advance(savedBounds.keptMs / 2 + 1);
  expect(await it.one.read('a', 'f')).toBeDefined();
  await it.clock.advance(savedBounds.keptMs / 2);
  expect(await it.one.read('a', 'f')).toBeUndefined();
  await it.one.clean();
  // Its place is free again.
  expect(await it.one.put('a', file('g', randomBytes(10)))).toBeDefined();
});

test('a caller keeps so many files and bytes, whoever else keeps any; what was paid for is kept all the same', async () => {
  await using it = await stage();
  for (let n = 0; n < savedBounds.files; n++)
    expect(await it.one.put('a', file(`f${n}`, new Uint8Array(1)))).toBeDefined();
  expect(await it.one.put('b', file('more', new Uint8Array(1)))).toBeDefined();
  expect(await it.other.put('a', file('more', new Uint8Array(1)))).toBeUndefined();
  expect(await it.other.put('a', file('f0', new Uint8Array(1)))).toBeDefined();
  // A list that is being read takes the place of one file, however many parts it has.
  expect(await it.other.addPart('a', 'list', 1, new Uint8Array(1))).toBe(false);
  for (const part of [1, 2]) expect(await it.other.addPart('a', 'list', part, new Uint8Array(1), 'bert')).toBe(true);
  expect(await it.other.put('a', file('more', new Uint8Array(1)), 'bert')).toBeDefined();
  expect(await it.other.put('a', file('paid', new Uint8Array(1), true))).toBeDefined();
  const sized = (id: string, size: number, isPaid?: boolean) => ({ ...file(id, new Uint8Array(1), isPaid), size });
  expect(await it.other.put('b', sized('large', savedBounds.bytes + 1))).toBeUndefined();
  for (const id of ['one', 'other']) expect(await it.other.put('c', sized(id, savedBounds.bytes / 2))).toBeDefined();
  expect(await it.other.put('c', sized('more', 1))).toBeUndefined();
  // What is there already needs no room.
  expect(await it.other.put('c', sized('paid', savedBounds.bytes, true))).toBeDefined();
  expect(await it.other.put('c', sized('one', savedBounds.bytes / 2))).toBeDefined();
});

test('what a process left half written takes its place for ten minutes, and nobody reads it', async () => {
  await using it = await stage();
  const dying = { ...file('f', new Uint8Array(1)), size: savedBounds.bytes };
  Object.defineProperty(dying.body, 'subarray', {
    value: () => {
      throw new Error('the process ends');
    },
  });
  await expect(it.one.put('a', dying)).rejects.toThrow('the process ends');
  expect(await it.other.read('a', 'f')).toBeUndefined();
  await it.clock.advance(500_000);
  // Another process tries in vain to write it.
  await expect(it.other.put('a', dying)).rejects.toThrow('the process ends');
  await it.clock.advance(599_000);
  expect(await it.other.put('a', file('g', randomBytes(9)))).toBeUndefined();
  await it.clock.advance(1_000);
  expect(await it.other.put('a', file('g', randomBytes(9)))).toBeDefined();
});

test("what a process left written but for its last step is nobody's file until it is saved again", async () => {
  await using it = await stage();
  const body = randomBytes(192 * 1024);
  const dying = { ...file('f', Buffer.concat([body, body])), size: body.byteLength };
  const whole = dying.body;
  let parts = 0;
  Object.defineProperty(dying, 'body', {
    value: Object.defineProperty(Buffer.from(whole), 'subarray', {
      value: (from: number, to: number) => {
        if (parts++ === 1) throw new Error('the process ends');
        return new Uint8Array(whole).subarray(from, to);
      },
    }),
  });
  await expect(it.one.put('a', dying)).rejects.toThrow('the process ends');
  expect(await it.other.read('a', 'f')).toBeUndefined();
  await it.other.put('a', file('f', body));
  expect(Buffer.from((await it.one.read('a', 'f'))?.body ?? []).equals(body)).toBe(true);
});

test('saving a file states what is kept of it, and until when', async () => {
  await using it = await stage();
  const { body, isPaid: _, ...told } = file('f', randomBytes(7));
  const put = (one: typeof it.one) => one.put('a', { ...told, body, isPaid: false });
  expect(await put(it.one)).toEqual({ ...told, expiresAt: it.clock.now() + savedBounds.keptMs });
  await it.clock.advance(1_000);
  const expiresAt = it.clock.now() + savedBounds.keptMs;
  expect(await put(it.other)).toEqual({ ...told, expiresAt });
  expect(await it.one.read('a', 'f')).toMatchObject({ ...told, expiresAt });
});

test('what has expired is deleted with its parts, of all callers, and nothing else does', async () => {
  await using it = await stage();
  const body = randomBytes(2 * 192 * 1024);
  await it.one.put('a', file('f', body));
  await it.one.put('a', file('f', body), 'anna');
  await it.clock.advance(1_000);
  await it.one.put('a', file('f', body), 'carl');
  await it.one.put('b', file('f', body));
  await it.one.put('a', file('g', body));
  await it.one.addPart('a', 'list', 1, new Uint8Array(1), 'bert');
  const later = ['a  g', 'a carl f', 'b  f'];
  expect(await it.kept()).toEqual([...['a  f', 'a anna f', 'a bert list', ...later].toSorted(), 11]);
  await it.clock.advance(savedBounds.partsKeptMs - 1);
  await it.other.clean();
  expect(await it.kept()).toHaveLength(7);
  await it.clock.advance(1);
  await it.other.clean();
  expect(await it.kept()).toEqual([...['a  f', 'a anna f', ...later].toSorted(), 10]);
  await it.clock.advance(savedBounds.keptMs - savedBounds.partsKeptMs - 1_000 - 1);
  await it.other.clean();
  expect(await it.kept()).toHaveLength(6);
  await it.clock.advance(1);
  expect(await it.one.read('a', 'f')).toBeUndefined();
  await it.other.clean();
  expect(await it.kept()).toEqual([...later, 6]);
  for (const [account, id, owner] of [
    ['a', 'g'],
    ['b', 'f'],
    ['a', 'f', 'carl'],
  ] as const)
    expect(await it.one.read(account, id, owner)).toMatchObject({ id, name: `${id}.bin`, body });
  await it.store.run('DELETE FROM saved_parts WHERE part = 1');
  expect(await it.one.read('a', 'g')).toBeUndefined();
});

test('the parts of a list are kept for its caller, for an hour from the latest, until they are dropped', async () => {
  await using it = await stage();
  const part = (text: string): Uint8Array => Buffer.from(text);
  const read = async (n: number, id = 'l', owner = 'anna'): Promise<string | undefined> => {
    const bytes = await it.other.readPart('a', id, n, owner);
    return bytes && Buffer.from(bytes).toString();
  };
  for (const [n, text] of ['zero', 'one'].entries()) await it.one.addPart('a', 'l', n, part(text), 'anna');
  await it.one.addPart('a', 'm', 0, part('of m'), 'anna');
  await it.one.addPart('a', 'l', 1, part('uno'), 'anna');
  expect([await read(0), await read(1), await read(2), await read(0, 'm')]).toEqual(['zero', 'uno', undefined, 'of m']);
  expect([await read(0, 'l', 'bert'), await it.other.readPart('b', 'l', 0, 'anna')]).toEqual([undefined, undefined]);
  expect(await it.other.read('a', 'l', 'anna')).toBeUndefined();
  await it.clock.advance(savedBounds.partsKeptMs - 1);
  await it.one.addPart('a', 'l', 2, part('two'), 'anna');
  await it.clock.advance(savedBounds.partsKeptMs - 1);
  expect([await read(0), await read(2), await read(0, 'm')]).toEqual(['zero', 'two', undefined]);
  await it.clock.advance(1);
  expect(await read(0)).toBeUndefined();
  await it.one.addPart('a', 'l', 0, part('again'), 'anna');
  await it.one.addPart('a', 'l', 0, part('bert’s'), 'bert');
  await it.one.put('a', file('f', part('whole')), 'anna');
  for (const id of ['l', 'f', 'none']) await it.other.dropParts('a', id, 'anna');
  expect([await read(0), await read(0, 'l', 'bert')]).toEqual([undefined, 'bert’s']);
  expect((await it.one.read('a', 'f', 'anna'))?.body).toEqual(part('whole'));
  expect(await it.kept()).toEqual(['a anna f', 'a bert l', 2]);
});

test('the parts of a list count with the files of its caller, to the last byte', async () => {
  await using it = await stage();
  await it.one.put('a', { ...file('large', new Uint8Array(1)), size: savedBounds.bytes - 12 });
  const add = (n: number, bytes: number) => it.one.addPart('a', 'l', n, new Uint8Array(bytes));
  // Three bytes are four characters. A part that is replaced counts once.
  expect([await add(0, 3), await add(1, 6), await add(2, 1), await add(0, 3)]).toEqual([true, true, false, true]);
  expect([await add(1, 3), await add(2, 4), await add(2, 3), await add(1, 4)]).toEqual([true, false, true, false]);
  await it.one.dropParts('a', 'l');
  expect([await add(0, 9), await add(1, 1)]).toEqual([true, false]);
  await it.one.dropParts('a', 'l');
  expect(await it.one.put('a', file('f', new Uint8Array(13)))).toBeUndefined();
  expect(await it.one.put('a', file('f', new Uint8Array(12)))).toBeDefined();
});
