import { redactor } from '../client/redact-secrets.ts';
import type { Config } from './config/config.ts';
import { passwordsIn, passwordsInUrl } from './config/holds-password.ts';
import { callersDiffer } from '../server/http/auth-mode.ts';
import type { Exit } from '../tools/index.ts';

/** Every text of a configuration that must not appear in a log. */
export const secretsOf = ({
  platform,
  otherTokens,
  httpToken,
  eventsSecrets,
  secrets,
  state,
  proxies,
}: Config): string[] => [
  ...(platform.kind === 'remote' && platform.token ? [platform.token()] : []),
  ...(otherTokens?.() ?? []),
  ...(httpToken ? [httpToken()] : []),
  ...(secrets?.() ?? []),
  ...(eventsSecrets?.() ?? []),
  ...passwordsIn(state),
  ...[proxies?.().https, proxies?.().http].flatMap((proxy) => (proxy === undefined ? [] : passwordsInUrl(proxy))),
];

/** Applied to every result before it leaves: removes secrets of the configuration, and marks results of the sandbox. */
export const exitOf = (config: Config): Exit => ({
  // Callers with their own accounts do not need the location of the store, which reveals something about the machine.
  redact: redactor([...secretsOf(config), ...(callersDiffer(config.auth) ? [config.state] : [])], '[secret]'),
  sandbox: config.platform.kind === 'sandbox',
});
