import stringWidth from 'fast-string-width';
import { bar } from './bar.ts';
import { writeLaidOut } from './guard-terminal.ts';
import { wrapText } from './lay-out-table.ts';
import { terminalOf, type Terminal } from './terminal.ts';
import { toAscii } from './to-ascii.ts';
import { cleanText } from '../../text/clean-text.ts';
import { oneLine } from '../../text/one-line.ts';

/** Lines at the end of a terminal that show progress while a person waits. Elsewhere nothing is shown, but `keep` writes its lines. */
export interface LiveProgress {
  /** Shows how far something has come, and below it further lines. */
  readonly show: (step: LiveStep) => void;
  /** Writes a line that stays, above the live ones. */
  readonly keep: (line: string) => void;
  /** Removes the live lines. */
  readonly end: () => void;
}

export interface LiveStep {
  /** Percent. Absent: no bar is drawn. */
  readonly progress?: number | undefined;
  readonly message: string;
  readonly below?: readonly string[] | undefined;
}

const maxBar = 24;
const maxMessage = 500;

/** Live lines on a terminal that can move its cursor. What draws them is loaded only for such a terminal. */
export async function liveProgress(out: NodeJS.WriteStream): Promise<LiveProgress> {
  const terminal = terminalOf(out, process.env);
  if (!terminal.interactive || process.env['TERM'] === 'dumb' || !out.columns)
    return {
      show: () => undefined,
      keep: (line) => void out.write(`${cleanText(line)}\n`),
      end: () => undefined,
    };
  const { createLogUpdate } = await import('log-update');
  // A hidden cursor would stay hidden where the process is killed.
  const update = createLogUpdate(laidOut(out), { showCursor: true });
  let last = '';
  const current = (): Terminal => terminalOf(out, process.env);
  const lineOf = (text: string): string => clean(text, terminal);
  return {
    show: ({ progress, message, below = [] }) => {
      const { columns } = current();
      last = [
        headline(progress, lineOf(message), { ...terminal, columns }),
        ...below.map((line) => cut(`  ${lineOf(line)}`, columns - 1)),
      ].join('\n');
      update(last);
    },
    keep: (line) => {
      update.clear();
      out.write(`${lineOf(line)}\n`);
      if (last !== '') update(last);
    },
    end: () => {
      last = '';
      update.clear();
    },
  };
}

/** The same stream, but one whose guard lets movements of the cursor pass. */
const laidOut = (out: NodeJS.WriteStream): NodeJS.WriteStream =>
  Object.create(out, { write: { value: (text: string) => writeLaidOut(out, text) } }) as NodeJS.WriteStream;

const clean = (text: string, { unicode }: Terminal): string => {
  const line = oneLine(text, maxMessage);
  return unicode ? line : toAscii(line);
};

/** A bar, the percentage, and the message: cut where the terminal is too narrow for all of it, the bar first. */
function headline(progress: number | undefined, message: string, terminal: Terminal): string {
  const room = terminal.columns - 1;
  if (progress === undefined) return cut(message, room);
  const percent = Math.max(0, Math.min(100, Math.floor(progress)));
  const text = `${percent} %  ${message}`;
  const width = Math.min(maxBar, room - stringWidth(text) - 1);
  if (width < 6) return cut(text, room);
  return `${bar({ value: percent, max: 100 }, width, terminal)} ${text}`;
}

/** The beginning of a text that fits into one line. */
const cut = (text: string, width: number): string => wrapText(text, width)[0] ?? '';
