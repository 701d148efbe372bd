import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cleanText } from '../../src/base/text/clean-text.ts';
import { fieldsComplaint } from '../../src/tools/projection/pick-fields.ts';
import { project } from '../../src/tools/projection/project.ts';
import { recordsOf } from '../../src/client/answers/pages/index.ts';

const recordsIn = (data: unknown): Record<string, unknown>[] => recordsOf(data) as Record<string, unknown>[];

const record = (body: fc.Arbitrary<unknown> = fc.string({ maxLength: 400, size: 'max' })) =>
  fc.record({
    title: fc.string({ maxLength: 40 }),
    body,
    score: fc.option(fc.integer()),
    tags: fc.array(fc.string({ maxLength: 8 }), { maxLength: 4 }),
  });

const records = fc
  .array(record(), { maxLength: 60, size: 'max' })
  .map((list) => list.map((one, at) => ({ id: at + 1, parent_id: at + 1000, ...one })));

describe('a projection', () => {
  it('cuts only between records, from the end, and says how many', () => {
    fc.assert(
      fc.property(records, fc.integer({ min: 600, max: 6_000 }), (list, budget) => {
        const { data, leftOut } = project(list, { format: 'detailed', budget });
        const shown = recordsIn(data);
        expect(shown.map(({ id }) => id)).toEqual(list.slice(0, shown.length).map(({ id }) => id));
        expect(shown.length).toBeGreaterThanOrEqual(Math.min(1, list.length));
        for (const one of shown)
          expect(Object.keys(one)).toEqual(
            expect.arrayContaining(['id', 'parent_id', 'title', 'body', 'score', 'tags']),
          );
        expect(leftOut).toEqual(shown.length < list.length ? [{ path: '', shown: shown.length, of: list.length }] : []);
      }),
      { seed: 20_261_104 },
    );
  });

  it('fits into its budget whenever one record does', () => {
    fc.assert(
      fc.property(records, fc.integer({ min: 2_000, max: 8_000 }), (list, budget) => {
        expect(JSON.stringify(project(list, { budget }).data).length).toBeLessThanOrEqual(budget);
      }),
      { seed: 20_261_104 },
    );
  });

  it('keeps ids in every format and under every choice of fields', () => {
    fc.assert(
      fc.property(
        records,
        fc.constantFrom('concise' as const, 'detailed' as const),
        fc.subarray(['title', 'score', 'nowhere'], { minLength: 1 }),
        (list, format, fields) => {
          const shown = recordsIn(project(list, { format, fields, budget: 1_000_000 }).data);
          expect(shown.map(({ id }) => id)).toEqual(list.map(({ id }) => id));
        },
      ),
      { seed: 20_261_104 },
    );
  });

  it('loses nothing to the form of a table', () => {
    fc.assert(
      fc.property(records, (list) => {
        const shown = recordsIn(project(list, { format: 'detailed', budget: 1_000_000 }).data);
        expect(shown.map(({ score, tags }) => ({ score, tags }))).toEqual(
          list.map(({ score, tags }) => ({ score, tags: tags.map(cleanText) })),
        );
      }),
      { seed: 20_261_104 },
    );
  });

  it('reaches every record of a long list by the ranges it names', () => {
    const list = Array.from({ length: 500 }, (_, at) => ({
      id: at,
      keyword: `keyword number ${at}`,
      note: 'x'.repeat(60),
    }));
    const seen: unknown[] = [];
    for (let from = 0; from < list.length;) {
      const { data } = project(list, { fields: [`[${from}:]`], budget: 4_000 });
      const shown = recordsIn(data);
      seen.push(...shown.map(({ id }) => id));
      from += shown.length;
    }
    expect(seen).toEqual(list.map(({ id }) => id));
  });

  it('leaves out what is empty when concise, and nothing when detailed', () => {
    const answer = { id: 1, slug: null, tags: [], note: '', score: 0, flag: false };
    expect(project(answer).data).toEqual({ id: 1, score: 0, flag: false });
    expect(project(answer, { format: 'detailed' }).data).toEqual(answer);
  });

  it('cuts a long text and names the path to the rest, which gives it', () => {
    const content = Array.from({ length: 900 }, (_, at) => `word${at}`).join(' ');
    const { data } = project({ id: 1, content });
    const cut = (data as { content: string }).content;
    const [, path = ''] = /fields \["([^"]+)"\]/.exec(cut) ?? [];
    expect(path).toMatch(/^content\[\d+:\]$/);
    const rest = (project({ id: 1, content }, { fields: [path] }).data as { content: string }).content;
    expect(rest).toContain(content.slice(Number(/\d+/.exec(path)?.[0])));
  });

  it('reads tables as lists of records, in fields and in ranges', () => {
    const table = {
      columns: ['keyword', 'volume', 'intent'],
      rows: Array.from({ length: 9 }, (_, at) => [`k${at}`, String(at), 'info']),
    };
    expect(project(table, { fields: ['keyword', 'volume'] }).data).toEqual({
      columns: ['keyword', 'volume'],
      rows: table.rows.map((row) => row.slice(0, 2)),
    });
    expect(project(table, { fields: ['rows[7:]'] }).data).toEqual([
      { keyword: 'k7', volume: '7', intent: 'info' },
      { keyword: 'k8', volume: '8', intent: 'info' },
    ]);
  });

  it('is for a program the same expression of one record and of a hundred: as it was received, or its fields', () => {
    const paths = fc.option(fc.subarray(['title', 'body', 'tags[-2:]', 'body[3:9]'], { minLength: 1 }), {
      nil: undefined,
    });
    fc.assert(
      fc.property(records, paths, (list, fields) => {
        const plain = project(list, { fields }).plain() as unknown[];
        expect(plain).toEqual(list.flatMap((one) => project([one], { fields }).plain() as unknown[]));
        if (fields === undefined) expect(plain).toEqual(list);
      }),
      { seed: 5 },
    );
  });

  it('counts a range from the end where it is negative, as a slice does', () => {
    const bound = fc.option(fc.integer({ min: -12, max: 12 }), { nil: undefined });
    fc.assert(
      fc.property(fc.array(fc.integer(), { maxLength: 10 }), bound, bound, (list, from, to) => {
        const path = `list[${from ?? ''}:${to ?? ''}]`;
        expect(fieldsComplaint([path])).toBeUndefined();
        expect(project({ list }, { fields: [path] }).plain()).toEqual({ list: list.slice(from, to) });
      }),
      { seed: 6 },
    );
  });

  it.each(['list[5]', 'list[-1]', 'list[a:b]', 'list[1:2', 'list]', 'list[--1:]', 'list[1:2:3]', 'a.list[x].b'])(
    'has no path %s, and says what there is',
    (path) => {
      expect(fieldsComplaint(['title', path])).toContain(`"${path}" is no path; paths are name`);
    },
  );

  it('says which fields there are when asked for one there is not', () => {
    expect(project({ id: 1, title: 'Moss' }, { fields: ['titel'] }).strange).toEqual({
      asked: ['titel'],
      there: ['id', 'title'],
    });
  });

  it('says so of a part, where no record has it', () => {
    const strangeIn = (value: unknown, ...fields: string[]) => project(value, { fields }).strange;
    const audit = {
      id: 1,
      pages: { data: [[{ url: '/' }], [{ url: '/a', score: 3 }]], total: 2 },
      note: null,
      tags: [],
    };
    expect(strangeIn(audit, 'pages.url', 'pages.data.scores')).toEqual({
      asked: ['pages.url', 'pages.data.scores'],
      there: ['data', 'total'],
    });
    expect(strangeIn(audit, 'pages.data.score', 'pages.total.of', 'note.text', 'tags.name')).toBeUndefined();
    expect(strangeIn([], 'title')).toBeUndefined();
  });

  it('writes likes as a table from six records on, where that is shorter', () => {
    const list = (length: number) => Array.from({ length }, (_, id) => ({ id, keyword: 'moss', difficulty: 3 }));
    expect(project(list(5)).data).toEqual(list(5));
    expect(project(list(6), { format: 'detailed' }).data).toMatchObject({ columns: ['id', 'keyword', 'difficulty'] });
  });
});
