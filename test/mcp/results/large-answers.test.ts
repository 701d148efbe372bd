import { beforeAll, describe, expect, it } from 'vitest';
import { openHost } from '../support/in-process.ts';
import { type Platform, platformFor } from '../../support/platform.ts';
import type { Told } from '../support/message.ts';
import { pointedAt, type Session } from '../support/stdio-host.ts';
import { suiteScope } from '../support/suite-scope.ts';

const scope = suiteScope();
const megabytes = (count: number): number => count * 1024 * 1024;
let platform: Platform;
let host: Session;

beforeAll(async () => {
  platform = await platformFor(scope);
  host = await openHost(scope, { env: pointedAt(platform, { VISIBILITY_RATE: '100000' }) });
});

const answers = (said: string, type = 'application/json', route = 'GET /projects/1'): void =>
  platform.on(route, (_, response) => {
    response.writeHead(200, { 'content-type': type });
    response.end(said);
  });

const read = (view: object = {}): Promise<Told & { left_out?: object[]; not_read?: string }> =>
  host.call('call_read', { operation: 'projects.get', arguments: { id: 1 }, ...view });

const filled = (item: string, bytes: number): string =>
  `[${Array.from({ length: Math.floor(bytes / (item.length + 1)) }, () => item).join(',')}]`;
const nested = (open: string, close: string, levels: number): string =>
  `${open.repeat(levels)}1${close.repeat(levels)}`;

const shapes: Readonly<Record<string, string>> = {
  'an object of 100,000 fields': JSON.stringify(
    Object.fromEntries(Array.from({ length: 100_000 }, (_, at) => [`field ${at}`, at])),
  ),
  '180,000 records': filled('{"id":1,"name":"Moss"}', megabytes(4)),
  'two million numbers': filled('1', megabytes(4)),
  '4,900 lists of eight': JSON.stringify(
    Object.fromEntries(Array.from({ length: 4_900 }, (_, at) => [`k${at}`, [1, 2, 3, 4, 5, 6, 7, 8]])),
  ),
  '25,000 records with a field of their own': JSON.stringify(
    Array.from({ length: 25_000 }, (_, at) => ({ [`k${at}`]: at })),
  ),
  'a table with a head of 4,900 and 40,000 empty rows': JSON.stringify({
    columns: Array.from({ length: 4_900 }, (_, at) => `c${at}`),
    rows: Array.from({ length: 40_000 }, () => []),
  }),
  'one text of 7 MB': JSON.stringify({ content: 'word '.repeat(1_400_000) }),
  'an address of 4 MB': JSON.stringify({ content: `https://${'a'.repeat(megabytes(4))}` }),
  'an address that never ends': JSON.stringify({ content: `a.${'a'.repeat(megabytes(4))}@` }),
  'joiners and nothing else': JSON.stringify({ content: '\u200D'.repeat(2_000_000) }),
  'fields whose names become alike': `{${Array.from({ length: 4_900 }, (_, at) => `"${'\\u200b'.repeat(at % 300)}":${at}`).join(',')}}`,
};

/** A project is an object: a list is one of its fields. */
const record = (said: string): string => (said.startsWith('[') ? `{"data":{"id":1,"list":${said}}}` : said);

describe.each(Object.entries(shapes))('an answer of %s', (name, said) => {
  it('is given as a result within the limit, and says what it leaves out', async () => {
    answers(record(said));
    const views = [{}, { format: 'detailed' }, { fields: ['list[10:20]', 'k7', 'content[5:9000]'] }];
    const results = await Promise.all(views.map(read));
    for (const result of results) {
      expect(result.ok).toBe(true);
      expect(JSON.stringify(result).length).toBeLessThan(32_000);
    }
    // Names that differ only in what is not shown are one field.
    if (name === 'fields whose names become alike') return;
    const [{ left_out, not_read, data }] = results as [Awaited<ReturnType<typeof read>>];
    expect(
      [left_out, not_read, /\(\+\d+ characters/.exec(JSON.stringify(data)), JSON.stringify(data).length < 100].some(
        Boolean,
      ),
    ).toBe(true);
  });
});

it('other calls are answered while a large answer is read', async () => {
  answers(record(filled('{"id":1,"name":"Moss and other plants","tags":["a","b"]}', megabytes(7))));
  const before = platform.to('GET /projects/1').length;
  let done = false;
  const large = read().finally(() => (done = true));
  await platform.arrival('GET /projects/1', before + 1);
  let answered = 0;
  while (!done) {
    await host.request('ping');
    answered++;
  }
  expect((await large).ok).toBe(true);
  expect(answered).toBeGreaterThan(1);
});

it.each([
  ['above 8 MB', record(filled('{"id":1,"name":"Moss"}', megabytes(9))), /\d+ MB, of which this program reads 8/],
  ['of 20,000 lists in each other', record(nested('[', ']', 20_000)), /instead of a JSON object/],
  ['of 20,000 objects in each other', nested('{"a":', '}', 20_000), /instead of a JSON object/],
])('an answer %s is unreadable, and says so', async (_, said, message) => {
  answers(said);
  expect((await read()).error).toMatchObject({ code: 'unreadable', message: expect.stringMatching(message) });
});

it('a table of many rows is read up to its limit, and whole as a resource', async () => {
  const rows = Array.from({ length: 100_000 }, (_, at) => `${at},domain${at}.example`).join('\n');
  answers(`id,domain\n${rows}\n`, 'text/csv', 'GET /tracking-projects/1/cited-sources/export');
  const answer = (await host.call('call_read', {
    operation: 'cited_sources.export',
    arguments: { id: 1 },
    fields: ['[70000:70003]'],
  })) as Told & { not_read?: string };
  expect(answer.data).toEqual([
    { id: '70000', domain: 'domain70000.example' },
    { id: '70001', domain: 'domain70001.example' },
    { id: '70002', domain: 'domain70002.example' },
  ]);
  expect(answer.not_read).toMatch(/25000 rows/);
  const call = encodeURIComponent(JSON.stringify({ operation: 'cited_sources.export', arguments: { id: 1 } }));
  const { result } = await host.request('resources/read', { uri: `visibility://reads/${call}` });
  expect(JSON.stringify(result)).toContain('domain99999.example');
});

it('a refusal of any size and depth is an error as any other', async () => {
  for (const body of [
    nested('{"error":', '}', 20_000),
    `{"message":${JSON.stringify('x'.repeat(megabytes(3)))}}`,
    JSON.stringify({
      message: 'No.',
      errors: Object.fromEntries(Array.from({ length: 20_000 }, (_, at) => [`f${at}`, ['no']])),
    }),
  ]) {
    platform.on('GET /projects/1', (_, response) => {
      response.writeHead(422, { 'content-type': 'application/json' });
      response.end(body);
    });
    const result = await read();
    expect(result.error).toMatchObject({ code: 'invalid_arguments', outcome: 'rejected', status: 422 });
    expect(JSON.stringify(result).length).toBeLessThan(4_000);
  }
});
