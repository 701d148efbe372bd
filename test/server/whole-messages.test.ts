import { expect, it } from 'vitest';
import { type Frame, type Unreadable, wholeMessages } from '../../src/server/transports/message-framing.ts';

/** What comes out, each message as a line again. */
async function through(...chunks: readonly (string | Buffer)[]): Promise<{ text: string; refused: Unreadable[] }> {
  const lines = wholeMessages();
  const frames = lines.toArray() as Promise<Frame[]>;
  for (const chunk of chunks) lines.write(chunk);
  lines.end();
  const all = await frames;
  return {
    text: all.flatMap((frame) => (frame.kind === 'message' ? [`${JSON.stringify(frame.message)}\n`] : [])).join(''),
    refused: all.flatMap((frame) => (frame.kind === 'unreadable' ? [frame.what] : [])),
  };
}

const message = (id: number, filling = ''): string =>
  `${JSON.stringify({ jsonrpc: '2.0', id, method: 'ping', params: { filling } })}\n`;

it('hands on what is written, however it is cut', async () => {
  const text = `${message(1, 'zwei ✓')}${message(2)}${message(3)}`;
  const written = Buffer.from(text.replace('\n', '\n\r\n').replace('\n{', '\r\n{'));
  expect(await through(written)).toEqual({ text, refused: [] });
  expect(await through(...Array.from(written, (_, at) => written.subarray(at, at + 1)))).toEqual({ text, refused: [] });
});

it('passes over a line that is too long, and nothing else', async () => {
  const long = 'x'.repeat(6_000_000);
  const tooLong: Unreadable = { code: -32_600, message: 'Invalid Request: the line is too long', id: null };
  expect(await through(message(1), long, long, long, `y\n${message(2)}`, message(3, long))).toEqual({
    text: message(1) + message(2) + message(3, long),
    refused: [tooLong],
  });
  expect(await through(`${message(1)}${long}${long}\n${message(2)}${long}${long}\n`)).toEqual({
    text: message(1) + message(2),
    refused: [tooLong, tooLong],
  });
  expect(await through(long, long)).toEqual({ text: '', refused: [tooLong] });
});

it('takes a batch apart', async () => {
  const lines = wholeMessages();
  lines.end('[{"jsonrpc":"2.0","id":1,"method":"ping"},7,{"id":2,"method":"ping"}]\n');
  const refused = { code: -32_600, message: 'Invalid Request: no JSON-RPC 2.0 message' };
  expect(await lines.toArray()).toEqual([
    {
      kind: 'batch',
      messages: [{ jsonrpc: '2.0', id: 1, method: 'ping' }],
      unreadable: [
        { ...refused, id: null },
        { ...refused, id: 2 },
      ],
    },
  ]);
});

it('takes a hundred messages in one batch', async () => {
  const lines = wholeMessages();
  lines.end(`[${Array.from({ length: 100 }, (_, id) => message(id).trim()).join(',')}]\n`);
  expect(await lines.toArray()).toMatchObject([{ kind: 'batch', messages: { length: 100 }, unreadable: [] }]);
});

const deep = '['.repeat(101) + ']'.repeat(101);

it.each([
  ['{"jsonrpc":"2.0","id":1', -32_700, null],
  ['hello', -32_700, null],
  ['{"id":7,"method":"ping"}', -32_600, 7],
  ['{"jsonrpc":"1.0","id":"a","method":"ping"}', -32_600, 'a'],
  ['[]', -32_600, null],
  [`[${'{},'.repeat(100)}{}]`, -32_600, null],
  ['{"jsonrpc":"2.0","id":{},"method":"ping"}', -32_600, null],
  [`${'['.repeat(5_000_000)}`, -32_600, null],
  [`[${'0,'.repeat(500_000)}0]`, -32_600, null],
  ['null', -32_600, null],
  // As hosts write their ids, before the parameters or behind them; one within them is none.
  [`{"jsonrpc":"2.0","id":8,"method":"x","params":${deep}}`, -32_600, 8],
  [`{"method":"x","params":${deep},"jsonrpc":"2.0","id":"b"}`, -32_600, 'b'],
  [`{"method":"x","params":{"id":9,"a":${deep},"id":9}}`, -32_600, null],
  // Ids that JSON does not allow.
  [`{"jsonrpc":"2.0","id":0,"method":"x","params":${deep}}`, -32_600, 0],
  [`{"jsonrpc":"2.0","id":00,"method":"x","params":${deep}}`, -32_600, null],
  [`{"jsonrpc":"2.0","id":"a\tb","method":"x","params":${deep}}`, -32_600, null],
  [`{"method":"x","params":[${deep},"\\",\\"id\\":9}"]}`, -32_600, null],
])('refuses %.60s, and goes on', async (line, code, id) => {
  const { text, refused } = await through(`${line}\n${message(2)}`);
  expect(refused).toEqual([{ code, id, message: expect.stringMatching(/^(Parse error|Invalid Request): /) }]);
  expect(text).toBe(message(2));
});
