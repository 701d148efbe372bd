import { redactor } from '../../client/account/redact-secrets.ts';
import type { Config } from '../../config/config.ts';
import type { Exit } from '../../tools/run-tool.ts';
import { secretsOf } from './secrets-of.ts';

/** How results leave with this configuration: without its secrets, and marked where they come from the sandbox. */
export const exitOf = (config: Config): Exit => ({
  redact: redactor(secretsOf(config), '[secret]'),
  sandbox: config.platform.kind === 'sandbox',
});
