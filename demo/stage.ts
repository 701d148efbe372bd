import type { WriteStream } from 'node:tty';

/** Shows a person what happens: a bar on a terminal, plain lines elsewhere. Counts what held and what did not. */
export class Stage {
  readonly #out: WriteStream;
  readonly #began = performance.now();
  #steps = 0;
  #held = 0;
  #broken = 0;

  constructor(out: WriteStream) {
    this.#out = out;
  }

  step(title: string): void {
    this.#line(`\n${this.#bold(`${++this.#steps}. ${title}`)}`);
  }

  says(text: string): void {
    this.#line(`   ${text}`);
  }

  /** A claim, and whether it was seen to hold. */
  holds(claim: string, held: boolean): void {
    if (held) this.#held++;
    else this.#broken++;
    this.#line(`   ${held ? '✓' : '✗'} ${claim}`);
  }

  progress({ progress, message = '' }: { progress: number; message?: string | undefined }): void {
    const percent = Math.max(0, Math.min(100, Math.round(progress)));
    if (!this.#out.isTTY) return this.says(`… ${message || `${percent} %`}`);
    const full = Math.round(percent / 4);
    this.#out.write(
      `\r\u001b[K   [${'█'.repeat(full)}${'·'.repeat(25 - full)}] ${percent} % ${message}`.slice(0, this.#out.columns),
    );
    if (percent === 100) this.#out.write('\n');
  }

  broke(error: unknown): void {
    this.#broken++;
    this.#line(`   ✗ ${error instanceof Error ? error.message : String(error)}`);
  }

  /** Says how it went; the exit code. */
  finish(): number {
    const seconds = ((performance.now() - this.#began) / 1000).toFixed(1);
    this.#line(`\n${this.#held} claims held, ${this.#broken} did not; ${seconds} s.`);
    return this.#broken === 0 && this.#held > 0 ? 0 : 1;
  }

  #line(text: string): void {
    this.#out.write(this.#out.isTTY ? `\r\u001b[K${text}\n` : `${text}\n`);
  }

  #bold(text: string): string {
    return this.#out.isTTY ? `\u001b[1m${text}\u001b[0m` : text;
  }
}
