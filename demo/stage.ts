import type { WriteStream } from 'node:tty';
import { wrapText } from '../src/cli/terminal/lay-out-table.ts';
import { liveProgress, type LiveProgress } from '../src/cli/terminal/live-progress.ts';
import { styled } from '../src/cli/terminal/styled.ts';
import { terminalOf, type Terminal } from '../src/cli/terminal/terminal.ts';
import { toAscii } from '../src/cli/terminal/to-ascii.ts';
import { cleanText } from '../src/text/clean-text.ts';

const indent = '   ';

/** Shows a person what happens: live lines on a terminal, plain lines elsewhere. Counts what held and what did not. */
export class Stage {
  readonly #out: WriteStream;
  readonly #terminal: Terminal;
  readonly #live: LiveProgress;
  readonly #began = performance.now();
  #steps = 0;
  #held = 0;
  #broken = 0;

  private constructor(out: WriteStream, live: LiveProgress) {
    this.#out = out;
    this.#terminal = terminalOf(out, process.env);
    this.#live = live;
  }

  static async open(out: WriteStream): Promise<Stage> {
    return new Stage(out, await liveProgress(out));
  }

  step(title: string): void {
    this.#live.end();
    this.#out.write('\n');
    this.#write(`${++this.#steps}. ${title}`, '', 'bold');
  }

  says(text: string): void {
    this.#live.end();
    this.#write(text, indent);
  }

  /** A claim, and whether it was seen to hold. */
  holds(claim: string, held: boolean): void {
    if (held) this.#held++;
    else this.#broken++;
    this.#write(`${this.#mark(held)} ${claim}`, indent, held ? 'green' : 'red');
  }

  progress({ progress, message = '' }: { progress: number; message?: string | undefined }): void {
    if (this.#terminal.interactive) this.#live.show({ progress, message });
    else this.says(`… ${message || `${Math.floor(progress)} %`}`);
  }

  broke(error: unknown): void {
    this.#live.end();
    this.#broken++;
    this.#write(`${this.#mark(false)} ${error instanceof Error ? error.message : String(error)}`, indent, 'red');
  }

  /** Says how it went; the exit code. */
  finish(): number {
    const seconds = ((performance.now() - this.#began) / 1000).toFixed(1);
    this.#out.write('\n');
    this.#write(`${this.#held} claims held, ${this.#broken} did not; ${seconds} s.`, '', 'bold');
    return this.#broken === 0 && this.#held > 0 ? 0 : 1;
  }

  #mark(held: boolean): string {
    if (this.#terminal.unicode) return held ? '✓' : '✗';
    return held ? 'ok' : 'FAIL';
  }

  #write(text: string, before: string, style?: Parameters<typeof styled>[0]): void {
    const clean = cleanText(text);
    const lines = wrapText(this.#terminal.unicode ? clean : toAscii(clean), this.#terminal.columns - before.length);
    for (const line of lines)
      this.#out.write(`${before}${style === undefined ? line : styled(style, line, this.#terminal)}\n`);
  }
}
