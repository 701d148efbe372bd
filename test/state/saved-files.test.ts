import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { savedBounds, type NewFile } from '../../src/state/saved-files.ts';
import { virtualClock } from '../support/clock/virtual-clock.ts';
import { freshStore, openStore } from '../support/state/store.ts';

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
  const store = await freshStore();
  const opened = [await openStore(store.location, clock), await openStore(store.location, clock)] as const;
  return {
    clock,
    one: opened[0].saved,
    other: opened[1].saved,
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
  for (let n = 0; n < savedBounds.files; n++) await it.one.put('a', file(`f${n}`, new Uint8Array(1)));
  expect(await it.other.put('a', file('more', new Uint8Array(1)))).toBeUndefined();
  expect(await it.other.put('a', file('f0', new Uint8Array(1)))).toBeDefined();
  // A list that is being read takes the place of one file, however many parts it has.
  expect(await it.other.addPart('a', 'list', 1, new Uint8Array(1))).toBe(false);
  for (const part of [1, 2]) expect(await it.other.addPart('a', 'list', part, new Uint8Array(1), 'bert')).toBe(true);
  expect(await it.other.put('a', file('more', new Uint8Array(1)), 'bert')).toBeDefined();
  expect(await it.other.put('a', file('paid', new Uint8Array(1), true))).toBeDefined();
  expect(await it.other.put('b', { ...file('large', new Uint8Array(1)), size: savedBounds.bytes + 1 })).toBeUndefined();
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
