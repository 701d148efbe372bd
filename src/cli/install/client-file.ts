import { existsSync, readFileSync } from 'node:fs';
import { agents, listInstalledServers, type AgentType } from 'add-mcp';
import { parse, type ParseError } from 'jsonc-parser';
import { isFields } from '../../base/json/is-fields.ts';

/** The file in which a client lists its servers. */
export const fileOf = (client: AgentType, local: boolean, cwd: string): string => {
  const agent = agents[client];
  return agent.resolveConfigPath?.(agent, { local, cwd }) ?? agent.configPath;
};

/**
 * Why add-mcp cannot change a file without losing something of it; undefined if it can. It rewrites TOML and YAML from their
 * values, without comments and anchors, and treats invalid JSON as an empty file.
 */
export function whyUnsafe(client: AgentType, file: string): string | undefined {
  if (!existsSync(file)) return undefined;
  const text = readFileSync(file, 'utf8').replace(/^\uFEFF/, '');
  if (text.trim() === '') return undefined;
  if (agents[client].format !== 'json') return /[#&]/.test(text) ? 'its comments would be lost' : undefined;
  const errors: ParseError[] = [];
  const value: unknown = parse(text, errors, { allowTrailingComma: true });
  return errors.length > 0 || !isFields(value) ? 'it is not a JSON object' : undefined;
}

/** The environment in the client's existing entry, such as the limits of an earlier `install`. */
export async function settingsIn(client: AgentType, name: string): Promise<Record<string, string>> {
  const [listed] = await listInstalledServers({ agents: [client], global: true });
  const entry = listed?.servers.find(({ serverName }) => serverName === name)?.config;
  const env = [entry?.['env'], entry?.['envs'], entry?.['environment']].find(isFields) ?? {};
  return Object.fromEntries(
    Object.entries(env).filter((setting): setting is [string, string] => typeof setting[1] === 'string'),
  );
}
