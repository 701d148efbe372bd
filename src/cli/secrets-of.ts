import type { Config } from '../config.ts';

/** Every text of a configuration that nobody may read in a log. */
export const secretsOf = ({ platform, httpToken, state }: Config): string[] => [
  ...(platform.kind === 'remote' ? [platform.token()] : []),
  ...(httpToken ? [httpToken()] : []),
  ...passwordOf(state),
];

const passwordOf = (state: string): string[] => {
  const password = URL.canParse(state) ? new URL(state).password : '';
  return password ? [password] : [];
};
