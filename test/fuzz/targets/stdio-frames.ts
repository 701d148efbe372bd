import assert from 'node:assert/strict';
import { wholeMessages, type Frame } from '../../../src/server/transports/message-framing.ts';

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

/** Whatever arrives on stdin, each line that is not empty becomes one frame: JSON-RPC messages, or the reason why not. */
export async function check(input: Buffer): Promise<string> {
  const lines = wholeMessages();
  const [all] = await Promise.all([lines.toArray() as Promise<Frame[]>, lines.end(input)]);
  const whole = input.toString().split('\n').slice(0, -1);
  assert.equal(all.length, whole.filter((line) => line.trim() !== '').length);
  for (const frame of all) {
    if (frame.kind === 'unreadable') assert.ok([-32_700, -32_600].includes(frame.what.code));
    else
      for (const message of frame.kind === 'batch' ? frame.messages : [frame.message])
        assert.equal(message.jsonrpc, '2.0');
  }
  return [...new Set(all.map((frame) => (frame.kind === 'unreadable' ? frame.what.message : frame.kind)))]
    .toSorted()
    .join();
}
