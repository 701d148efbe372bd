/** A line on stderr that follows the progress of a call while a person waits at a terminal; nothing elsewhere. */
export function liveProgress(out: NodeJS.WriteStream): {
  readonly progress: (step: { progress: number; message: string }) => void;
  /** Removes the line. */
  readonly end: () => void;
} {
  if (!out.isTTY) return { progress: () => undefined, end: () => undefined };
  let shown = false;
  return {
    progress: ({ progress, message }) => {
      const percent = Math.max(0, Math.min(100, Math.round(progress)));
      shown = true;
      out.write(`\r\u001b[K${`${String(percent).padStart(3)} %  ${message}`.slice(0, (out.columns ?? 80) - 1)}`);
    },
    end: () => {
      if (shown) out.write('\r\u001b[K');
    },
  };
}
