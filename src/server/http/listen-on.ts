import type { AddressInfo, Server } from 'node:net';
import { SettingError } from '../../base/setting-error.ts';
import { spelledAddress, type ListenAddress } from './listen-address.ts';

/** The settings that say where to listen, by the names of their flags. */
export type ListenSetting = 'listen' | 'metrics-listen';

/** Listens, and resolves with the port that was taken. Rejects with a SettingError. */
export async function listenOn(server: Server, { host, port }: ListenAddress, setting: ListenSetting): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(cannotListen({ host, port }, setting, error)));
    server.listen(port, host, 511, resolve);
  });
  return (server.address() as AddressInfo).port;
}

/** The error of an address that cannot be listened on, with a way on. */
export const cannotListen = ({ host, port }: ListenAddress, setting: ListenSetting, error: Error): SettingError =>
  new SettingError(
    `${setting}: cannot listen on ${spelledAddress({ host, port })} (${'code' in error ? String(error.code) : error.message}); another program may be using it, and --${setting} ${spelledAddress({ host, port: 0 })} takes a free port`,
  );
