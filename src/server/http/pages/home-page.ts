import type { AuthMode } from '../auth-mode.ts';
import { escapeHtml, page, type PageLook } from './page.ts';
import { words } from './words.ts';

export interface Home {
  /** Address of the MCP endpoint, as the reader reaches it. */
  readonly endpoint: string;
  readonly mode: AuthMode;
}

/** What this server is, and how each client connects to it. */
export function homePage(look: PageLook, { endpoint, mode }: Home): string {
  const say = words[look.language];
  const hasToken = mode === 'token' || mode === 'platform';
  const header = hasToken ? ' --header "Authorization: Bearer TOKEN"' : '';
  const entry = { url: endpoint, headers: hasToken ? { Authorization: 'Bearer TOKEN' } : undefined };
  // Claude calls connectors from its own servers, with a token that it got by a sign-in.
  const isConnector = !hasToken && endpoint.startsWith('https:');
  const clients: readonly (readonly [string, string])[] = [
    ['Claude Code', `claude mcp add --transport http visibility ${endpoint}${header}`],
    ['VS Code', `code --add-mcp '${indented({ name: 'visibility', type: 'http', ...entry })}'`],
    ['Cursor, ~/.cursor/mcp.json', indented({ mcpServers: { visibility: entry } })],
    ['Codex', `codex mcp add visibility --url ${endpoint}${hasToken ? ' --bearer-token-env-var VARIABLE' : ''}`],
    ['Gemini CLI', `gemini mcp add --transport http visibility ${endpoint}${header}`],
  ];
  return page(
    look,
    say.home,
    `<div class="card"><p>${say.whatThisIs}</p>
<dl><dt>${say.address}</dt><dd><code>${escapeHtml(endpoint)}</code></dd></dl><p>${say.whatItAsks[mode]}</p>
${mode === 'oauth' ? `<p><a href="/account">${say.yourAccount}</a></p>` : ''}</div>
<h2>${say.howToConnect}</h2>
${isConnector ? `<h3>Claude</h3><p>${say.connectByAddress}</p>` : ''}
${clients.map(([client, command]) => `<h3>${escapeHtml(client)}</h3><pre>${unbroken(command)}</pre>`).join('')}`,
  );
}

/** JSON as a person reads and pastes it, also into a shell. */
const indented = (value: unknown): string => JSON.stringify(value, undefined, 2);

/** Text whose words are broken at its spaces only, and within only where one is wider than the screen. */
const unbroken = (text: string): string =>
  text.replace(/[^ \n]+/g, (word) => `<span class="word">${escapeHtml(word)}</span>`);
