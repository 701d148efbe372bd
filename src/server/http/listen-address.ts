import type { AddressInfo, Server } from 'node:net';
import { SettingError } from '../../base/setting-error.ts';

export interface ListenAddress {
  readonly host: string;
  /** 0 lets the system choose. */
  readonly port: number;
}

/**
 * Reads `127.0.0.1:3917`, `[::1]:0`, `localhost:80`, or a port alone for this machine only.
 * @throws SettingError
 */
export function parseListen(text: string): ListenAddress {
  const [, host = '127.0.0.1', digits] = /^(?:(\[[0-9a-fA-F:.]+\]|[A-Za-z0-9.-]+):)?(\d{1,5})$/.exec(text.trim()) ?? [];
  const port = Number(digits);
  if (digits === undefined || port > 65_535) throw new SettingError(`listen: "${text}" is not like 127.0.0.1:3917`);
  return { host: host.replace(/^\[|\]$/g, ''), port };
}

/** `http://host:port`. */
export const originOf = (address: ListenAddress): string => `http://${spelledAddress(address)}`;

/** `host:port` with IPv6 addresses in brackets, as `parseListen` reads it. */
export const spelledAddress = ({ host, port }: ListenAddress): string =>
  `${host.includes(':') ? `[${host}]` : host}:${port}`;

/** The settings that say where to listen, by the names of their flags. */
export type ListenSetting = 'listen' | 'metrics-listen';

/** Listens, and resolves with the port. Rejects with a SettingError. */
export async function listenOn(server: Server, { host, port }: ListenAddress, setting: ListenSetting): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(cannotListen({ host, port }, setting, error)));
    server.listen(port, host, 511, resolve);
  });
  return (server.address() as AddressInfo).port;
}

/** The error for an address that cannot be listened on; it says how to continue. */
export const cannotListen = ({ host, port }: ListenAddress, setting: ListenSetting, error: Error): SettingError =>
  new SettingError(
    `${setting}: cannot listen on ${spelledAddress({ host, port })} (${'code' in error ? String(error.code) : error.message}); another program may be using it, and --${setting} ${spelledAddress({ host, port: 0 })} takes a free port`,
  );
