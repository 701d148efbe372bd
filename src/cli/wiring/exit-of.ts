import { redactor } from '../../client/account/redact-secrets.ts';
import type { Config } from '../../config/config.ts';
import type { Exit } from '../../tools/run-tool.ts';
import { secretsOf } from './secrets-of.ts';

/** What is done to every result before it leaves: secrets of the configuration are removed, and results of the sandbox are marked. */
export const exitOf = (config: Config): Exit => ({
  redact: redactor(secretsOf(config), '[secret]'),
  sandbox: config.platform.kind === 'sandbox',
});
