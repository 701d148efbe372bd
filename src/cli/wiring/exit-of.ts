import { redactor } from '../../client/account/redact-secrets.ts';
import type { Config } from '../../config/config.ts';
import type { Exit } from '../../tools/run-tool.ts';
import { secretsOf } from './secrets-of.ts';

/** What holds for everything that a program with this configuration shows. */
export const exitOf = (config: Config): Exit => ({
  redact: redactor(secretsOf(config), '[secret]'),
  sandbox: config.platform.kind === 'sandbox',
});
