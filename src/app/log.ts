import type { Logger } from 'pino';
import { ReadableError } from '../base/readable-error.ts';
import { requestContext } from '../base/request-context.ts';
import { logLevels, type Config } from './config/config.ts';
import { secretsOf } from './secrets-of.ts';

/** Functions that write to the log. */
export interface Reports {
  /** Receives defects of this program, which results do not show. */
  readonly onDefect: (error: unknown) => void;
  /** Called for problems of connections: unreadable input, a broken pipe. */
  readonly onTransportError: (error: unknown) => void;
  /** Called for each HTTP request, once it is over. */
  readonly onRequest: (request: object) => void;
  /** Called for events of the service as a whole: its start and its end. */
  readonly onEvent: (name: string, facts: object) => void;
}

/** Creates the log of a configuration. The logger is loaded by the first line that the level allows. */
export const reportsOf = (config: Config): Reports => ({
  onDefect: (error) => void logError(config, 'error', error),
  onTransportError: (error) => void logError(config, 'info', error),
  onRequest: (request) => void log(config, 'info', request, 'request'),
  onEvent: (name, facts) => void log(config, 'info', facts, name),
});

type Level = 'error' | 'warn' | 'info';

/** Logs an error, with the id of the request that caused it. */
async function logError(config: Config, level: Level, error: unknown): Promise<void> {
  const requestId = requestContext()?.requestId;
  // The message explains a problem outside this program: a newer store, a database that cannot be reached.
  if (error instanceof ReadableError)
    await log(config, 'warn', { reason: error.message, request_id: requestId }, 'unavailable');
  else await log(config, level, { err: error, request_id: requestId }, level === 'error' ? 'defect' : 'transport');
}

async function log(config: Config, level: Level, facts: object, name: string): Promise<void> {
  if (logLevels.indexOf(config.logLevel) > logLevels.indexOf(level)) return;
  (await createLog(config))[level](facts, name);
}

/** JSON lines on stderr, without the secrets of the configuration. Stdout is for the protocol and for results. */
async function createLog(config: Config): Promise<Logger> {
  const { pino } = await import('pino');
  const secrets = secretsOf(config);
  return pino(
    {
      level: config.logLevel,
      base: { pid: process.pid },
      redact: ['token', 'authorization', '*.token', '*.authorization', '*.headers'],
    },
    {
      write: (line) =>
        void process.stderr.write(secrets.reduce((text, secret) => text.replaceAll(secret, '[secret]'), line)),
    },
  );
}
