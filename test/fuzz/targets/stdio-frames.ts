import assert from 'node:assert/strict';
import { readableLines, type Refusal } from '../../../src/server/stdio/readable-lines.ts';

export const name = 'stdio-frames';

export const tokens = [
  '\n',
  '{"jsonrpc":"2.0"',
  '"id":1',
  '"id":null',
  '"method":"ping"',
  '"params":{}',
  '"result":{}',
  '"error":{"code":1,"message":""}',
  '[',
  ']',
  '{"a":',
  '}\n{',
];

/** Whatever arrives on stdin, each line that is not empty holds JSON-RPC messages, which are passed on, or is refused with a reason. */
export async function check(input: Buffer): Promise<string> {
  const refused: Refusal[] = [];
  const lines = readableLines(
    (refusal) => void refused.push(refusal),
    async () => undefined,
  );
  const [passed] = await Promise.all([lines.toArray() as Promise<Buffer[]>, lines.end(input)]);
  const messages = Buffer.concat(passed.map((line) => Buffer.from(line)))
    .toString()
    .split('\n')
    .filter((line) => line.trim() !== '');
  const whole = input.toString().split('\n').slice(0, -1);
  const isBatch = whole.some((line) => line.trim().startsWith('['));
  const given = whole.filter((line) => line.trim() !== '').length;
  const answered = messages.length + refused.length;
  assert.ok(isBatch ? answered >= given : answered === given);
  for (const message of messages) assert.equal((JSON.parse(message) as { jsonrpc: string }).jsonrpc, '2.0');
  for (const { error } of refused) assert.ok([-32_700, -32_600].includes(error.code));
  return [...new Set([...refused.map(({ error }) => error.message), ...messages.map(() => 'message')])]
    .toSorted()
    .join();
}
