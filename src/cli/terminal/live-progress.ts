import { oneLine } from '../../base/text/one-line.ts';
import { writeOverLine } from './guard-terminal.ts';

/** One line at the end of a terminal that shows progress while a person waits. Elsewhere nothing is shown. */
export interface LiveProgress {
  readonly show: (step: LiveStep) => void;
  /** Removes the live line. */
  readonly end: () => void;
}

export interface LiveStep {
  readonly percent?: number | undefined;
  readonly message: string;
}

export function liveProgress(out: NodeJS.WriteStream): LiveProgress {
  if (!out.isTTY || process.env['TERM'] === 'dumb') return { show: () => undefined, end: () => undefined };
  return {
    show: ({ percent, message }) => {
      const text = percent === undefined ? message : `${Math.floor(Math.max(0, Math.min(100, percent)))}% ${message}`;
      // A line that fills the terminal would continue in the next one, which is not erased.
      writeOverLine(out, oneLine(text, Math.max(20, (out.columns || 80) - 1)));
    },
    end: () => writeOverLine(out, ''),
  };
}
