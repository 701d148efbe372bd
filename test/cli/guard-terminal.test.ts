import fc from 'fast-check';
import { expect, it } from 'vitest';
import { guardTerminal, writeOverLine } from '../../src/cli/terminal/guard-terminal.ts';
import { toJson } from '../../src/cli/output/print.ts';
import { hiddenIn } from '../support/hidden-characters.ts';
import { hostileTexts } from '../support/hostile-texts.ts';

/** A stream that keeps what reaches it. */
function stream(isTTY: boolean) {
  const written: string[] = [];
  const made = { isTTY, write: (text: string) => written.push(text) > 0 };
  guardTerminal(made as never);
  return { out: made as never as NodeJS.WriteStream, text: () => written.join('') };
}

const pieces = [
  '\u001b]52;c;cm0gLXJmIH4=\u0007',
  '\u001b]8;;http://evil.example\u001b\\',
  '\u001b[2J\u001b[H',
  '\u001b[8m',
  '\u001b[31',
  '\u009b31m',
  '\u009d0;title\u009c',
  '\u0090q\u009c',
  '\u001bc',
  '\u202e',
  '\u2066',
  '\u200b',
  '\u0008\u0008',
  '\r',
  '\u0000',
  '\u{e0041}',
  '\ud800',
];

const hostile = fc
  .array(fc.oneof(fc.constantFrom(...pieces), fc.constantFrom(...hostileTexts), fc.string()), {
    maxLength: 8,
  })
  .map((parts) => parts.join(''));

const run = (check: (text: string) => void): void => fc.assert(fc.property(hostile, check), { seed: 7, numRuns: 500 });

it('lets nothing through to a terminal that it would obey, as text or as bytes', () => {
  run((text) => {
    const terminal = stream(true);
    terminal.out.write(text);
    terminal.out.write(Buffer.from(text));
    expect(hiddenIn(terminal.text())).toEqual([]);
  });
});

it('erases the last line in place, and lets nothing of its text through', () => {
  run((text) => {
    const terminal = stream(true);
    writeOverLine(terminal.out, text);
    expect(terminal.text().startsWith('\r\u001b[K')).toBe(true);
    expect(hiddenIn(terminal.text().slice(4))).toEqual([]);
  });
});

it('leaves a pipe alone', () => {
  run((text) => {
    const pipe = stream(false);
    pipe.out.write(text);
    expect(pipe.text()).toBe(text);
  });
});

it('writes JSON that is the same value for a parser and holds nothing that a terminal obeys', () => {
  run((text) => {
    const json = toJson({ [text]: [text] });
    expect(hiddenIn(json)).toEqual([]);
    expect(JSON.parse(json)).toEqual({ [text]: [text] });
  });
});
