import type { Config } from './config.ts';
import { isLoopback } from '../../base/parse-api-url.ts';
import { callersDiffer, type AuthMode } from '../../server/http/auth-mode.ts';
import { SettingError } from '../../base/setting-error.ts';

/**
 * The active authentication mode, after checking that it is safe.
 * @param host the host name that the server listens on
 * @throws SettingError for a mode that lacks a required setting, or that would admit strangers
 */
export function authModeOf(config: Config, host: string): AuthMode {
  const { httpToken, publicUrl, secrets, account } = config;
  const mode = config.auth ?? (httpToken ? 'token' : 'none');
  if (mode === 'none' && !isLoopback(host))
    throw new SettingError(
      `listen: other machines can reach ${host}; set VISIBILITY_HTTP_TOKEN (at least 32 characters), choose --auth platform or oauth, or listen on 127.0.0.1`,
    );
  if (mode === 'none' && publicUrl && !isLoopback(new URL(publicUrl).hostname))
    throw new SettingError(
      `auth: with --auth none, anyone who reaches ${publicUrl} could spend credits; choose another mode`,
    );
  if (mode === 'none' && httpToken)
    throw new SettingError('auth: VISIBILITY_HTTP_TOKEN is set, and --auth none would not ask for it; keep one');
  if (mode === 'token' && !httpToken) throw new SettingError('auth: --auth token needs VISIBILITY_HTTP_TOKEN');
  if (callersDiffer(mode) && account !== undefined)
    throw new SettingError(`auth: --account names one account, and with --auth ${mode} every caller has their own`);
  if (mode === 'oauth' && !publicUrl)
    throw new SettingError(
      'auth: --auth oauth needs --public-url (VISIBILITY_PUBLIC_URL), the address that clients know',
    );
  if (mode === 'oauth' && !secrets)
    throw new SettingError('auth: --auth oauth needs VISIBILITY_SECRET (at least 32 characters)');
  return mode;
}
