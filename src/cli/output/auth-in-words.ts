import type { AuthMode } from '../../config/remote-service.ts';

/** Authentication modes in words, for people who run the server. */
export const authInWords: Readonly<Record<AuthMode, string>> = {
  none: 'nobody is asked; only this machine may connect',
  token: 'every client presents VISIBILITY_HTTP_TOKEN',
  platform: 'every caller presents a platform token of their own, and sees only their own jobs and results',
  oauth: 'callers sign in once with their platform token, at the authorization server of this program',
};
