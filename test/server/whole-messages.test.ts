import { buffer } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { type Unreadable, wholeMessages } from '../../src/server/whole-messages.ts';

async function through(...chunks: readonly string[]): Promise<{ text: string; refused: Unreadable[] }> {
  const refused: Unreadable[] = [];
  const lines = wholeMessages((what) => refused.push(what));
  const whole = buffer(lines);
  for (const chunk of chunks) lines.write(chunk);
  lines.end();
  return { text: (await whole).toString(), refused };
}

const message = (id: number, filling = ''): string => `${JSON.stringify({ jsonrpc: '2.0', id, method: 'ping', params: { filling } })}\n`;

it('hands on what is written, however it is cut', async () => {
  const text = `${message(1, 'zwei ✓')}\n${message(2).trim()}\r\n${message(3)}`;
  expect(await through(text)).toEqual({ text, refused: [] });
  const bytes = Buffer.from(text);
  const cut = Array.from(bytes, (_, at) => bytes.subarray(at, at + 1).toString('latin1'));
  const lines = wholeMessages(() => expect.unreachable());
  const whole = buffer(lines);
  for (const one of cut) lines.write(Buffer.from(one, 'latin1'));
  lines.end();
  expect((await whole).toString()).toBe(text);
});

it('passes over a line that is too long, and nothing else', async () => {
  const long = 'x'.repeat(6_000_000);
  const tooLong: Unreadable = { code: -32_600, message: 'Invalid Request: the line is too long', id: null };
  expect(await through(message(1), long, long, long, `y\n${message(2)}`, message(3, long))).toEqual({ text: message(1) + message(2) + message(3, long), refused: [tooLong] });
  expect(await through(`${message(1)}${long}${long}\n${message(2)}${long}${long}\n`)).toEqual({ text: message(1) + message(2), refused: [tooLong, tooLong] });
  expect(await through(long, long)).toEqual({ text: '', refused: [tooLong] });
});

it.each([
  ['{"jsonrpc":"2.0","id":1', -32_700, null],
  ['hello', -32_700, null],
  ['{"id":7,"method":"ping"}', -32_600, 7],
  ['{"jsonrpc":"1.0","id":"a","method":"ping"}', -32_600, 'a'],
  ['[{"jsonrpc":"2.0","id":1,"method":"ping"}]', -32_600, null],
  ['null', -32_600, null],
])('refuses %s, and goes on', async (line, code, id) => {
  const { text, refused } = await through(`${line}\n${message(2)}`);
  expect(refused).toEqual([{ code, id, message: expect.stringMatching(/^(Parse error|Invalid Request): /) }]);
  expect(text).toBe(message(2));
});
