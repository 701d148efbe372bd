import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readCorpus } from './corpus.ts';
import { loadTarget } from './fuzz-target.ts';
import { mutate } from './mutate.ts';
import { randomOf } from '../support/random.ts';

const targets = readdirSync(join(import.meta.dirname, 'targets')).map((file) => file.replace(/\.ts$/, ''));

describe.each(targets)('the fuzz target %s', (name) => {
  it('holds for every input of its corpus', async () => {
    const target = await loadTarget(name);
    const kept = readCorpus(name);
    expect(kept.length).toBeGreaterThan(0);
    await target.open?.();
    for (const { input } of kept) await target.check(input);
    await target.close?.();
  });
});

it('the same seed gives the same inputs', () => {
  const inputs = (): string[] => {
    const random = randomOf(7);
    return Array.from({ length: 50 }, () =>
      mutate(Buffer.from('{"id":1}'), random, [Buffer.from('[null]')], ['"jsonrpc"'], 200).toString('hex'),
    );
  };
  expect(inputs()).toEqual(inputs());
  expect(inputs().every((hex) => hex.length <= 400)).toBe(true);
});
