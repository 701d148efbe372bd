import { buffer } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { passingOverLongLines } from '../../src/server/passing-over-long-lines.ts';

async function through(...chunks: readonly string[]): Promise<{ text: string; passedOver: number }> {
  let passedOver = 0;
  const lines = passingOverLongLines(() => passedOver++);
  const whole = buffer(lines);
  for (const chunk of chunks) lines.write(chunk);
  lines.end();
  return { text: (await whole).toString(), passedOver };
}

it('hands on what is written, however it is cut', async () => {
  const text = 'one\ntwo\n\nthree and no end';
  expect(await through(text)).toEqual({ text, passedOver: 0 });
  expect(await through(...text)).toEqual({ text, passedOver: 0 });
});

it('passes over a line that is too long, and nothing else', async () => {
  const long = 'x'.repeat(6_000_000);
  expect(await through('one\n', long, long, long, 'y\ntwo\n', long, '\nthree\n')).toEqual({ text: `one\ntwo\n${long}\nthree\n`, passedOver: 1 });
  expect(await through(`one\n${long}${long}\ntwo\n${long}${long}\n`)).toEqual({ text: 'one\ntwo\n', passedOver: 2 });
  expect(await through(long, long)).toEqual({ text: '', passedOver: 1 });
});
