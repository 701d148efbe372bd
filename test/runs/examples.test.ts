import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import type { Grant } from '../../src/runs/program-order.ts';
import { stage } from './support/stage.ts';

const folder = resolve(import.meta.dirname, '../../examples');
const read = (name: string): string => readFileSync(join(folder, name), 'utf8');

const orders: Readonly<Record<string, { input?: unknown; may: readonly Grant[]; maxCredits: number; gives: unknown }>> =
  {
    'audit-pages.ts': {
      input: { urls: ['https://fjordkiste.example/', 'https://fjordkiste.example/a'], below: 101 },
      may: ['read', 'write'],
      maxCredits: 2,
      gives: {
        pages: 2,
        weak: [expect.anything(), expect.anything()],
        todos: [expect.any(Number), expect.any(Number)],
      },
    },
    'tidy-keywords.ts': {
      input: { project: 1, apply: true },
      may: ['read', 'delete'],
      maxCredits: 0,
      gives: { keywords: expect.any(Number), deleted: expect.any(Number) },
    },
    'track-brands.ts': {
      input: { csv: 'name,domain\nAcme,acme.example\nFjordkiste,fjordkiste.example' },
      may: ['read', 'write'],
      maxCredits: 10,
      gives: [
        { name: 'Acme', outcome: 'needs_input' },
        { name: 'Fjordkiste', outcome: 'already tracked' },
      ],
    },
    'visibility-digest.ts': { may: ['read'], maxCredits: 0, gives: expect.stringContaining('## Fjordkiste') },
  };

/** Those that test/runs/flows.test.ts runs. */
const flows = ['ingest-csv.ts', 'nightly-refresh.ts', 'plan-and-write.ts', 'weekly-digest.ts'];

it('has an order here for every example', () => {
  expect(
    readdirSync(folder)
      .filter((name) => name.endsWith('.ts'))
      .toSorted(),
  ).toEqual([...Object.keys(orders), ...flows].toSorted());
});

it.each(Object.entries(orders))(
  '%s runs on the embedded platform, in fewer than 40 lines, as an agent sends it',
  async (name, { input, may, maxCredits, gives }) => {
    const code = read(name);
    expect(code.split('\n').length).toBeLessThan(40);
    await using it = await stage();
    const answer = await it.tool('run_code', {
      code,
      ...(input === undefined ? {} : { input }),
      may: [...may],
      max_credits: maxCredits,
      wait_s: 60,
    });
    expect(answer).toMatchObject({ ok: true, data: gives, run: { state: 'completed' } });
  },
);
