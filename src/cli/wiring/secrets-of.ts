import type { Config } from '../../config/config.ts';
import { passwordsIn, passwordsInUrl } from '../../config/holds-password.ts';

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
