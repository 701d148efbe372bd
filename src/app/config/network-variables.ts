import type { Environment } from './settings.ts';

/** Variables of the network that this program reads like others do, in the order in which help shows them. */
export const networkVariables: Readonly<
  Record<string, { readonly says: string; readonly holds?: 'path' | undefined }>
> = {
  HTTPS_PROXY: { says: 'proxy that requests leave through, http://[user:password@]host:port; also in lower case' },
  HTTP_PROXY: { says: 'the same for http, and for https where HTTPS_PROXY is unset' },
  NO_PROXY: { says: 'hosts that are reached without a proxy: internal.example,127.0.0.1, or *' },
  NODE_EXTRA_CA_CERTS: { says: 'file of certificates (PEM) that are trusted beside those of Node', holds: 'path' },
  NODE_USE_SYSTEM_CA: { says: '1: what this machine trusts is trusted too' },
};

/** The value of a network variable. The lower-case name of a proxy variable goes before the upper-case one. Undefined where it is unset or empty. */
export function networkVariable(name: string, env: Environment): string | undefined {
  const lowerCase = name.endsWith('_PROXY') ? env[name.toLowerCase()] : undefined;
  return (lowerCase ?? env[name])?.trim() || undefined;
}
