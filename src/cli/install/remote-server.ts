import { isLoopback } from '../../config/parse-api-url.ts';
import { SettingError } from '../../config/setting-error.ts';
import { settings, type Setting } from '../../config/settings.ts';
import { textOption, type Invocation } from '../command.ts';
import type { Client, RemoteEntry } from './client.ts';

/**
 * The server at the address that `--http` gives; undefined without it.
 *
 * @throws SettingError for an address that a token must not be sent to, or a client whose file takes no address
 */
export function remoteServer(
  invocation: Invocation,
  { title, remote, addressElsewhere, noTokenVariable }: Client,
): RemoteEntry | undefined {
  const address = textOption(invocation, 'http');
  const tokenVariable = textOption(invocation, 'token-variable');
  if (address === undefined) {
    if (tokenVariable !== undefined) throw new SettingError('token-variable: goes with --http');
    return undefined;
  }
  if (!remote)
    throw new SettingError(
      [`install: the file of ${title} takes no addresses such as ${address}`, addressElsewhere]
        .filter(Boolean)
        .join('; '),
    );
  const serverSetting = Object.values<Setting>(settings).find(
    ({ flag }) => flag !== undefined && invocation.flags[flag] !== undefined,
  );
  if (serverSetting)
    throw new SettingError(`--${serverSetting.flag}: is a setting of the server at that address; set it there`);
  if (tokenVariable !== undefined && !/^[A-Za-z_]\w*$/.test(tokenVariable))
    throw new SettingError(`token-variable: "${tokenVariable}" is not the name of an environment variable`);
  if (tokenVariable !== undefined && noTokenVariable)
    throw new SettingError(
      `token-variable: the file of ${title} cannot refer to a variable; add the token in its settings`,
    );
  return { url: readAddress(address), tokenVariable };
}

function readAddress(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol))
    throw new SettingError(`http: "${text}" is no http(s) address, such as https://visibility.example/mcp`);
  if (url.username || url.password)
    throw new SettingError('http: the address must not hold credentials; use --token-variable');
  if (url.protocol === 'http:' && !isLoopback(url.hostname))
    throw new SettingError('http: must be https, since tokens travel with every request (http only for this machine)');
  return url.href;
}
