import type { ServerEntry } from './server-entry.ts';

type Started = Pick<ServerEntry, 'command' | 'args' | 'env'>;

/**
 * A link that adds the server to VS Code. The `vscode:` address takes the server as one URL-encoded JSON object; it is
 * encoded once more within a web address, since pages such as a README may not link to other schemes.
 */
export const vscodeLink = (name: string, { command, args, env }: Started): string =>
  `https://vscode.dev/redirect?url=${encodeURIComponent(`vscode:mcp/install?${encodeURIComponent(JSON.stringify({ name, command, args, env }))}`)}`;

/** A link that adds the server to Cursor. */
export const cursorLink = (name: string, server: Started): string =>
  `https://cursor.com/en/install-mcp?${nameAndConfig(name, server)}`;

/** A link that adds the server to LM Studio. */
export const lmstudioLink = (name: string, server: Started): string =>
  `https://lmstudio.ai/install-mcp?${nameAndConfig(name, server)}`;

/** The entry as JSON in base64, whose `+`, `/` and `=` have to be URL-encoded. */
const nameAndConfig = (name: string, { command, args, env }: Started): string =>
  `name=${encodeURIComponent(name)}&config=${encodeURIComponent(Buffer.from(JSON.stringify({ command, args, env })).toString('base64'))}`;
