import type { RunNote } from '../client/runs/run-records.ts';
import { systemClock } from '../clock.ts';

export interface RunJournalParts {
  /** Puts notes on record in one commit. Rejects where the run belongs to another process by now. */
  readonly record: (notes: readonly RunNote[]) => Promise<void>;
  readonly signal: AbortSignal;
  /** Called when lines were added to `log` after they had waited for the record. */
  readonly onLog: () => void;
  readonly onError: (error: unknown) => void;
}

/** Milliseconds of the machine's time, whatever the clock of the calls shows, after which what reads returned is recorded at the latest. */
const groupMs = 100;

/** A group is recorded at once beyond so many outcomes, or characters of JSON. */
const maxOutcomes = 64;
const maxChars = 256 * 1024;

/**
 * What a run has done, as its process records it: in the order in which the program gets it. Outcomes of reads are recorded in
 * groups, before anything that may depend on them leaves this process.
 */
export class RunJournal {
  /** Lines of the program that depend on nothing but what is on record. */
  readonly log: string[] = [];
  readonly #parts: RunJournalParts;
  #pending: RunNote[] = [];
  #chars = 0;
  #lines: string[] = [];
  /** Ends with the last commit that was asked for. */
  #writing: Promise<void> = Promise.resolve();
  #commits = 0;
  #isDue = false;

  constructor(parts: RunJournalParts) {
    this.#parts = parts;
  }

  /** Adds outcomes that can be asked for again. Resolves at once, or when they are on record where too many are not. */
  async add(notes: readonly RunNote[]): Promise<void> {
    for (const note of notes) {
      this.#pending.push(note);
      this.#chars += note.outcome?.json.length ?? 0;
    }
    if (this.#pending.length >= maxOutcomes || this.#chars >= maxChars) await this.flush();
    else this.#schedule();
  }

  /** Resolves when these notes are on record, and all before them. */
  async write(notes: readonly RunNote[]): Promise<void> {
    for (const note of notes) this.#pending.push(note);
    await this.flush();
  }

  /** Adds lines of the program: to the log at once, or when the outcomes before them are on record. */
  addLines(lines: readonly string[]): void {
    if (lines.length === 0) return;
    if (this.#isClean) return this.#show(lines);
    // Not spread: a call takes only so many arguments.
    for (const line of lines) this.#lines.push(line);
    this.#schedule();
  }

  /** Resolves when everything so far is on record. */
  async flush(): Promise<void> {
    if (this.#isClean) return;
    this.#commits++;
    this.#writing = this.#writing.then(() => this.#commit()).finally(() => this.#commits--);
    await this.#writing;
  }

  get #isClean(): boolean {
    return this.#commits === 0 && this.#pending.length === 0 && this.#lines.length === 0;
  }

  async #commit(): Promise<void> {
    const [notes, lines] = [this.#pending, this.#lines];
    [this.#pending, this.#lines, this.#chars] = [[], [], 0];
    if (notes.length > 0) await this.#parts.record(notes);
    if (lines.length === 0) return;
    this.#show(lines);
    this.#parts.onLog();
  }

  #show(lines: readonly string[]): void {
    for (const line of lines) this.log.push(line);
  }

  #schedule(): void {
    if (this.#isDue) return;
    this.#isDue = true;
    const { signal, onError } = this.#parts;
    systemClock.sleep(groupMs, signal).then(
      () => {
        this.#isDue = false;
        this.flush().catch(onError);
      },
      // The run ends: what ends it flushes.
      () => undefined,
    );
  }
}

/** Rejection of what cannot be put on record any more. */
export const leaseLost = new Error('the run belongs to another process now, or was cancelled');
