import type { WriteStream } from 'node:tty';
import { styleText } from 'node:util';
import { liveProgress } from '../src/cli/terminal/live-progress.ts';
import { cleanText } from '../src/base/text/clean-text.ts';

const indent = '   ';

/** Shows a person what happens: live lines on a terminal, plain lines elsewhere. Counts what held and what did not. */
export class Stage {
  readonly #out: WriteStream;
  readonly #live: ReturnType<typeof liveProgress>;
  readonly #began = performance.now();
  #steps = 0;
  #held = 0;
  #broken = 0;

  constructor(out: WriteStream) {
    this.#out = out;
    this.#live = liveProgress(out);
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
    this.#write(`${held ? '✓' : '✗'} ${claim}`, indent, held ? 'green' : 'red');
  }

  progress({ progress, message = '' }: { progress: number; message?: string | undefined }): void {
    if (this.#out.isTTY) this.#live.show({ percent: progress, message });
    else this.says(`… ${message || `${Math.floor(progress)}%`}`);
  }

  broke(error: unknown): void {
    this.#live.end();
    this.#broken++;
    this.#write(`✗ ${error instanceof Error ? error.message : String(error)}`, indent, 'red');
  }

  /** Says how it went; the exit code. */
  finish(): number {
    const seconds = ((performance.now() - this.#began) / 1000).toFixed(1);
    this.#out.write('\n');
    this.#write(`${this.#held} claims held, ${this.#broken} did not; ${seconds} s.`, '', 'bold');
    return this.#broken === 0 && this.#held > 0 ? 0 : 1;
  }

  #write(text: string, before: string, style?: Parameters<typeof styleText>[0]): void {
    const clean = cleanText(text);
    this.#out.write(`${before}${style === undefined ? clean : styleText(style, clean, { stream: this.#out })}\n`);
  }
}
