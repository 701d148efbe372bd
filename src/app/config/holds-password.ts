import { isPostgresAddress } from '../../base/postgres-address.ts';
import { percentDecoded } from '../../base/text/percent-decoded.ts';

/** Names of parameters of a PostgreSQL address whose values are secret (libpq documentation, "Parameter Key Words"). */
const secretParameter = /password|secret|^scram_.*_key$/i;

/** Whether the address of a store holds a password: before its host, or as one of its parameters. */
export const holdsPassword = (state: string): boolean => passwordsIn(state).length > 0;

/** All passwords in the address of a store. */
export function passwordsIn(state: string): string[] {
  if (!isPostgresAddress(state) || !URL.canParse(state)) return [];
  const parameterValues = [...new URL(state).searchParams]
    .filter(([name]) => secretParameter.test(name))
    .map(([, value]) => value);
  return [...passwordsInUrl(state), ...parameterValues].filter((one) => one !== '');
}

/** The password before the host of an address, as it is written there and decoded. */
export function passwordsInUrl(url: string): string[] {
  const { password } = new URL(url);
  return password === '' ? [] : [password, percentDecoded(password) ?? password];
}
