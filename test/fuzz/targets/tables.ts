import assert from 'node:assert/strict';
import { readCsv } from '../../../src/client/answers/read-csv.ts';
import { readNdjson } from '../../../src/client/answers/read-ndjson.ts';

export const name = 'tables';

export const tokens = [
  ',',
  '"',
  '""',
  '\n',
  '\r\n',
  '{"a":1}\n',
  '{"b":[',
  ']}',
  '\uFEFF',
  ',,,,,,,,',
  '{"a":{"a":{',
  '}}}\n',
  'null\n',
  '[1]\n',
];

/** CSV and newline-delimited JSON: a table whose rows are no longer than its columns, or a refusal to read it. */
export async function check(input: Buffer): Promise<string> {
  const outcomes: string[] = [];
  for (const read of [readCsv, readNdjson]) {
    try {
      const { table, unreadRows } = await read(input);
      assert(table.rows.every((row) => row.length <= table.columns.length));
      assert(table.columns.every((column) => typeof column === 'string'));
      // A mark of UTF-8 belongs to the file, and not to the name of its first column.
      if (read === readCsv && input.toString().lastIndexOf('\uFEFF') === 0)
        assert(!table.columns[0]?.startsWith('\uFEFF'));
      outcomes.push(`${read.name}: ${Math.min(3, table.rows.length)} rows${unreadRows ? ', cut' : ''}`);
    } catch (error) {
      if (error instanceof assert.AssertionError) throw error;
      outcomes.push(`${read.name}: unreadable`);
    }
  }
  return outcomes.join('; ');
}
