import { pino, type Logger } from 'pino';
import type { LogLevel } from './config/config.ts';

/**
 * The program's log: JSON lines on stderr. Stdout belongs to the protocol and to results.
 *
 * @param secrets texts that must never get into a log; they are replaced in the finished line
 */
export const createLog = (level: LogLevel, secrets: readonly string[]): Logger =>
  pino(
    {
      level,
      base: { pid: process.pid },
      redact: ['token', 'authorization', '*.token', '*.authorization', '*.headers'],
    },
    {
      write: (line) =>
        void process.stderr.write(secrets.reduce((text, secret) => text.replaceAll(secret, '[secret]'), line)),
    },
  );
