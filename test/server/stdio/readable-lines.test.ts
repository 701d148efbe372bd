import { expect, it } from 'vitest';
import { readableLines, type Refusal } from '../../../src/server/stdio/readable-lines.ts';

/** The lines that are passed on, and the refusals of the others. */
async function through(...chunks: readonly (string | Buffer)[]): Promise<{ text: string; refused: object[] }> {
  const refused: object[] = [];
  const lines = readableLines(
    ({ id, error }: Refusal) => void refused.push({ id, ...error }),
    async () => undefined,
  );
  const all = lines.toArray() as Promise<Buffer[]>;
  for (const chunk of chunks) lines.write(chunk);
  lines.end();
  return { text: Buffer.concat(await all).toString(), refused };
}

const message = (id: number, filling = ''): string =>
  `${JSON.stringify({ jsonrpc: '2.0', id, method: 'ping', params: { filling } })}\n`;

it('passes on what is written, in chunks of any size', async () => {
  const text = `${message(1, 'zwei ✓')}${message(2)}${message(3)}`;
  const written = Buffer.from(text.replace('\n', '\n\r\n').replace('\n{', '\r\n{'));
  const [whole, cut] = [
    await through(written),
    await through(...Array.from(written, (_, at) => written.subarray(at, at + 1))),
  ];
  expect(whole.text.replaceAll('\r', '')).toBe(text);
  expect([cut, whole.refused]).toEqual([whole, []]);
});

it('passes over a line that is too long, and nothing else', async () => {
  const long = 'x'.repeat(6_000_000);
  const tooLong = { code: -32_600, message: 'Invalid Request: the line is too long', id: null };
  expect(await through(message(1), long, long, long, `y\n${message(2)}`, message(3, long))).toEqual({
    text: message(1) + message(2) + message(3, long),
    refused: [tooLong],
  });
  expect(await through(`${message(1)}${long}${long}\n${message(2)}${long}${long}\n`)).toEqual({
    text: message(1) + message(2),
    refused: [tooLong, tooLong],
  });
});

const deep = '['.repeat(101) + ']'.repeat(101);

it.each([
  ['{"jsonrpc":"2.0","id":1', -32_700, null],
  ['{"id":7,"method":"ping"}', -32_600, 7],
  [`[${'{},'.repeat(100)}{}]`, -32_600, null],
  [`${'['.repeat(5_000_000)}`, -32_600, null],
  // Not parsed, so that its id is not known.
  [`{"jsonrpc":"2.0","id":8,"method":"x","params":${deep}}`, -32_600, null],
  ['[]', -32_600, null],
  ['[1]', -32_600, null],
])('refuses %.60s, and goes on', async (line, code, id) => {
  const { text, refused } = await through(`${line}\n${message(2)}`);
  expect(refused).toEqual([{ code, id, message: expect.stringMatching(/^(Parse error|Invalid Request): /) }]);
  expect(text).toBe(message(2));
});
