import { execFileSync } from 'node:child_process';
import { mkdir, readFile, readdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { fileOf, runHere } from '../cli/program.ts';
import { json, type Platform, platformFor } from '../support/platform.ts';
import { openHost } from '../mcp/support/in-process.ts';
import { folder } from '../mcp/support/scope.ts';
import { pointedAt, type Session, token } from '../mcp/support/stdio-host.ts';
import { csvOf, withoutGuard } from '../../src/programs/platform/saving/csv.ts';

const scope = { onTestFinished };
const route = 'GET /projects/2/keywords';

type Answer = Record<string, unknown> & { readonly file?: Record<string, string> };

async function save(host: Session, more: object = {}): Promise<Answer> {
  const args = { operation: 'keywords.list', arguments: { project: 2 }, save: 'csv', ...more };
  const { result } = await host.request('tools/call', {
    name: 'call_read',
    arguments: args,
    _meta: { progressToken: 1 },
  });
  return (result as unknown as { structuredContent: Answer }).structuredContent;
}

async function resource(host: Session, uri = ''): Promise<string> {
  const { result } = await host.request('resources/read', { uri });
  return (result as unknown as { contents: [{ text: string }] }).contents[0].text;
}

/** A list of one page. */
const holding = (platform: Platform, rows: readonly object[]): void =>
  platform.on(route, json({ data: rows, meta: { total: rows.length, per_page: 100, current_page: 1, last_page: 1 } }));

// ── What a spreadsheet sees ─────────────────────────────────────────────────────────────────

/** Cells as a program reads them that takes this sign for the separator: as Python's csv module and spreadsheets do. */
function cellsOf(text: string, separator: string): string[] {
  const cells: string[] = [];
  let [cell, state]: [string, 'start' | 'plain' | 'quoted' | 'quote'] = ['', 'start'];
  const end = (): void => {
    cells.push(cell);
    [cell, state] = ['', 'start'];
  };
  for (const sign of text) {
    if (state === 'quoted') {
      if (sign === '"') state = 'quote';
      else cell += sign;
    } else if (state === 'quote' && sign === '"') [cell, state] = [cell + sign, 'quoted'];
    else if (sign === separator || sign === '\n' || sign === '\r') end();
    else if (state === 'start' && sign === '"') state = 'quoted';
    else [cell, state] = [cell + sign, 'plain'];
  }
  end();
  return cells;
}

const isNumber = (cell: string): boolean => /^-?\d+([.,]\d+)?(e[+-]?\d+)?$/i.test(cell);
const isFormula = (cell: string): boolean => /^[\t\r\n]*[=+\-@＝＋－＠]/.test(cell) && !isNumber(cell.trim());

const textOf = async (
  rows: readonly Record<string, unknown>[],
  columns: readonly string[],
  separator: ',' | ';' = ',',
): Promise<string> => {
  let text = '';
  for await (const piece of csvOf(columns, rows, separator)) text += piece;
  return text;
};

const hostile = fc.oneof(
  fc.string({ unit: fc.constantFrom(...`'"=+-@\t\r\n;, a0＝`) }),
  fc.string({ unit: fc.constantFrom(...`"';=`) }),
  fc.string({ unit: 'grapheme' }),
);
const value = fc.oneof(
  { weight: 4, arbitrary: hostile },
  {
    weight: 1,
    arbitrary: fc.oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true }), fc.constant(null)),
  },
  { weight: 1, arbitrary: fc.array(hostile, { maxLength: 3 }) },
);

test('no cell is a formula for readers with a comma, a semicolon or a tab, and every text can be had back', async () => {
  const columns = ['a', 'b', 'c'];
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ a: value, b: value, c: value }), { minLength: 1, maxLength: 3 }),
      fc.constantFrom(',' as const, ';' as const),
      async (rows, written) => {
        const text = await textOf(rows, columns, written);
        for (const separator of [',', ';', '\t'])
          expect(cellsOf(text, separator).filter(isFormula), JSON.stringify([separator, text])).toEqual([]);
        const read: Record<string, string>[] = parse(text, {
          columns: true,
          delimiter: written,
          record_delimiter: '\r\n',
        });
        for (const [at, row] of rows.entries())
          for (const name of columns) {
            const [cell = 'none', original] = [read[at]?.[name], row[name as 'a']];
            if (typeof original === 'string') expect(withoutGuard(cell, written)).toBe(original);
            else if (typeof original === 'number')
              expect(Number(withoutGuard(cell, written).replace(',', '.'))).toBe(original === 0 ? 0 : original);
            else if (original !== null) expect(JSON.parse(cell)).toEqual(original);
          }
      },
    ),
    { numRuns: 2_000, seed: 37 },
  );
});

test.each<[string, string, string]>([
  ['a formula', '=1+1', "'=1+1"],
  ['a formula behind apostrophes', "'=1", "''=1"],
  ['a formula behind a tab', '\t=tab', `"\t'=tab"`],
  ['a plain number', '-7', '-7'],
  ['a formula after a semicolon', 'x;=1', `"x;'=1"`],
  ['a formula behind a quotation mark after a semicolon', `x;"=cmd|'/C calc'!A0;y`, `"x;'""=cmd|'/C calc'!A0;y"`],
  ['a formula behind a quotation mark in a new line', 'x\n"=1', `"x\n'""=1"`],
  ['a text with a semicolon', 'a;b', '"a;b"'],
])('%s is written as it has to be', async (_, text, written) => {
  expect(await textOf([{ id: 1, name: text }], ['id', 'name'])).toBe(`id,name\r\n1,${written}\r\n`);
});

// ── Where it goes, and what is in it ────────────────────────────────────────────────────────

test('the file in the folder is the resource byte for byte, without hidden characters and secrets', async () => {
  const platform = await platformFor(scope);
  const secret = Buffer.from(token).toString('base64');
  holding(platform, [
    { id: 1001, keyword: 'Öl\r\nund "Tee"; \u202Ekniz', note: `mine is ${token}` },
    { id: 1002, keyword: 'a\u200Bb', note: [`is ${secret}`] },
  ]);
  const out = folder(scope);
  const env = pointedAt(platform, { VISIBILITY_OUT: out });
  const host = await openHost(scope, { env });
  for (const format of ['csv', 'json']) {
    const { file } = await save(host, { save: format });
    const written = await readFile(file?.['path'] ?? '', 'utf8');
    expect(await resource(host, file?.['uri'])).toBe(written);
    expect(written).not.toMatch(/[\u202E\u200B]/);
    for (const spelling of [token, secret]) expect(written).not.toContain(spelling);
  }
  const { result } = await host.request('tools/call', {
    name: 'run_code',
    arguments: {
      code: `return platform.save('own.json', await Array.fromAsync(platform.keywords.list.all({ project: 2 })))`,
    },
  });
  const { data } = (result as unknown as { structuredContent: { data: Record<string, string> } }).structuredContent;
  const own = await readFile(join(out, 'own.json'), 'utf8');
  expect(await resource(host, data['uri'])).toBe(own);
  for (const spelling of [token, secret]) expect(own).not.toContain(spelling);
});

test('a file is named after its operation, its project and its day', async () => {
  const platform = await platformFor(scope);
  platform.on('GET /projects', json({ data: [{ id: 2, name: 'Nordlicht Öl', domain: 'n.example' }] }));
  holding(platform, [{ id: 1001 }]);
  const host = await openHost(scope, { env: pointedAt(platform) });
  const day = new Date().toISOString().slice(0, 10);
  const named = await save(host, { arguments: { project: 'Nordlicht Öl' } });
  expect(named.file).toMatchObject({ name: `keywords.list-Nordlicht-Öl-${day}.csv` });
  expect((await save(host)).file).toMatchObject({ name: `keywords.list-2-${day}.csv` });
});

test('a list without room for its file is refused before it is read', async () => {
  const platform = await platformFor(scope);
  let id = 1001;
  platform.on(route, () =>
    json({ data: [{ id: id++ }], meta: { total: 1, per_page: 100, current_page: 1, last_page: 1 } }),
  );
  const host = await openHost(scope, { env: pointedAt(platform, { VISIBILITY_RATE: '6000' }) });
  for (let n = 0; n < 100; n++) expect((await save(host)).file).toBeDefined();
  expect(await save(host)).toMatchObject({ ok: false, error: { code: 'invalid_arguments' } });
  expect(platform.to(route)).toHaveLength(100);
});

test('a list that is too large stops, and says so', async () => {
  const platform = await platformFor(scope);
  const text = 'x'.repeat(30_000);
  platform.on(route, ({ target }) => {
    const page = Number(new URL(target, 'http://x').searchParams.get('page'));
    const data = Array.from({ length: 100 }, (_, n) => ({ id: page * 1_000 + n, text }));
    return json({ data, meta: { total: 2_000, per_page: 100, current_page: page, last_page: 20 } });
  });
  const host = await openHost(scope, { env: pointedAt(platform, { VISIBILITY_RATE: '6000' }) });
  const answer = await save(host, { save: 'json', fields: ['id'] });
  expect(answer).toMatchObject({
    ok: true,
    incomplete: expect.stringMatching(/32 MB.* 12 of 20 pages, 1200 of 2000 rows/) as string,
  });
  expect(platform.to(route)).toHaveLength(12);
});

test('a list for which the time does not do is cut short, and says so', async () => {
  const platform = await platformFor(scope);
  const page = (n: number): object => ({
    data: [{ id: 1000 + n }],
    meta: { total: 2, per_page: 1, current_page: n, last_page: 2 },
  });
  platform.on(route, json(page(1)), json({ message: 'Slow down.' }, 429, { 'retry-after': '30' }));
  const host = await openHost(scope, { env: pointedAt(platform, { VISIBILITY_MAX_WAIT: '1' }) });
  const args = { operation: 'keywords.list', arguments: { project: 2 }, save: 'csv' };
  const { result } = await host.request('tools/call', { name: 'call_read', arguments: args });
  expect((result as unknown as { structuredContent: Answer }).structuredContent).toMatchObject({
    ok: true,
    data: { count: 1 },
    incomplete: expect.stringContaining('1 of 2 pages, 1 of 2 rows') as string,
    next: expect.stringContaining('--save') as string,
  });
});

// ── The folder ──────────────────────────────────────────────────────────────────────────────

test.skipIf(process.platform === 'win32')(
  'a folder with many files of the name, a pipe or a link in it takes another one',
  async () => {
    const platform = await platformFor(scope);
    holding(platform, [{ id: 1001 }]);
    const out = folder(scope);
    const day = new Date().toISOString().slice(0, 10);
    const stem = `keywords.list-2-${day}`;
    execFileSync('mkfifo', [join(out, `${stem}.csv`)]);
    await symlink('/etc/hostname', join(out, `${stem}-2.csv`));
    await mkdir(join(out, `${stem}-3.csv`));
    for (let n = 4; n <= 150; n++) await writeFile(join(out, `${stem}-${n}.csv`), `${n}`);
    const host = await openHost(scope, { env: pointedAt(platform, { VISIBILITY_OUT: out }) });
    expect((await save(host)).file).toMatchObject({ path: join(out, `${stem}-151.csv`) });
    expect(await readdir(out)).toHaveLength(151);
  },
);

test.skipIf(process.platform !== 'linux')(
  'a command whose file could not be written into the folder ends with 1',
  async () => {
    const platform = await platformFor(scope);
    holding(platform, [{ id: 1001 }]);
    const args = JSON.stringify({ operation: 'keywords.list', arguments: { project: 2 }, save: 'csv' });
    const codes = [];
    // A folder in which nobody can make a file.
    for (const out of [folder(scope), '/proc/self/task'])
      codes.push((await runHere(['call', 'call_read', args, '--out-folder', out], { env: pointedAt(platform) })).code);
    const code = fileOf("return platform.save('own.csv', [{ id: 1001 }])");
    for (const out of [folder(scope), '/proc/self/task'])
      codes.push((await runHere(['run', code, '--out-folder', out], { env: pointedAt(platform) })).code);
    expect(codes).toEqual([0, 1, 0, 1]);
  },
);

test('a list of any length is written to the file that a command names', async () => {
  const platform = await platformFor(scope);
  platform.on(route, (arrival) => {
    const page = Number(new URL(arrival.target, 'http://x').searchParams.get('page'));
    const meta = { total: 3, per_page: 1, current_page: page, last_page: 3 };
    return json({ data: [{ id: 1000 + page }], meta });
  });
  const out = folder(scope);
  const args = JSON.stringify({ operation: 'keywords.list', arguments: { project: 2 } });
  const { code } = await runHere(['call', 'call_read', args, '--save', join(out, 'k.csv')], {
    env: pointedAt(platform),
  });
  expect([code, await readFile(join(out, 'k.csv'), 'utf8')]).toEqual([0, '\u{FEFF}id\r\n1001\r\n1002\r\n1003\r\n']);
});
