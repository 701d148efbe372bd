import type { ServerEntry } from './client.ts';

type Link = (name: string, server: Pick<ServerEntry, 'command' | 'args' | 'env'>) => string;

/** Links that add the server to a client, by the client's name on the command line. */
export const links = {
  // The `vscode:` address takes the server as one URL-encoded JSON object; it is encoded once more within a web address, since pages
  // such as a README may not link to other schemes.
  vscode: (name, { command, args, env }) =>
    `https://vscode.dev/redirect?url=${encodeURIComponent(`vscode:mcp/install?${encodeURIComponent(JSON.stringify({ name, command, args, env }))}`)}`,
  cursor: (name, server) => `https://cursor.com/en/install-mcp?${nameAndConfig(name, server)}`,
  lmstudio: (name, server) => `https://lmstudio.ai/install-mcp?${nameAndConfig(name, server)}`,
} as const satisfies Readonly<Record<string, Link>>;

/** The entry as JSON in base64, whose `+`, `/` and `=` have to be URL-encoded. */
const nameAndConfig: Link = (name, { command, args, env }) =>
  `name=${encodeURIComponent(name)}&config=${encodeURIComponent(Buffer.from(JSON.stringify({ command, args, env })).toString('base64'))}`;
