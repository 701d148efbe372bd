import { oneLine } from '../../base/text/one-line.ts';
import { writeOverLine } from './guard-terminal.ts';

export interface LiveStep {
  readonly percent?: number | undefined;
  readonly message: string;
}

/** One line at the end of a terminal that shows progress while a person waits. Elsewhere nothing is shown. */
export function liveProgress(out: NodeJS.WriteStream) {
  const isShown = out.isTTY && process.env['TERM'] !== 'dumb';
  return {
    show: ({ percent, message }: LiveStep): void => {
      if (!isShown) return;
      const text = percent === undefined ? message : `${Math.floor(Math.max(0, Math.min(100, percent)))}% ${message}`;
      // A line that fills the terminal would continue in the next one, which is not erased.
      writeOverLine(out, oneLine(text, Math.max(20, (out.columns || 80) - 1)));
    },
    /** Removes the live line. */
    end: (): void => {
      if (isShown) writeOverLine(out, '');
    },
  };
}
