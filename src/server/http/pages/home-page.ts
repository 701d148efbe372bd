import type { AuthMode } from '../auth-mode.ts';
import { escapeHtml, page, type PageLook } from './page.ts';
import { words } from './words.ts';

export interface Home {
  /** Address of the MCP endpoint, as the reader reaches it. */
  readonly endpoint: string;
  readonly mode: AuthMode;
}

/** What this server is, and how clients connect to it. */
export function homePage(look: PageLook, { endpoint, mode }: Home): string {
  const say = words[look.language];
  const hasToken = mode === 'token' || mode === 'platform';
  const header = hasToken ? ' --header "Authorization: Bearer TOKEN"' : '';
  const entry = { url: endpoint, headers: hasToken ? { Authorization: 'Bearer TOKEN' } : undefined };
  const ways: readonly (readonly [string, string])[] = [
    ['Claude Code', `claude mcp add --transport http visibility ${endpoint}${header}`],
    [say.otherClients, JSON.stringify({ mcpServers: { visibility: entry } }, undefined, 2)],
  ];
  return page(
    look,
    say.home,
    `<div class="card"><p>${say.whatThisIs}</p>
<dl><dt>${say.address}</dt><dd><code>${escapeHtml(endpoint)}</code></dd></dl><p>${say.whatItAsks[mode]}</p>
${mode === 'oauth' ? `<p><a href="/account">${say.yourAccount}</a></p>` : ''}</div>
<h2>${say.howToConnect}</h2>
${ways.map(([client, text]) => `<h3>${escapeHtml(client)}</h3><pre>${unbroken(text)}</pre>`).join('')}`,
  );
}

/** Text whose words are broken at its spaces only, and within only where one is wider than the screen. */
const unbroken = (text: string): string =>
  text.replace(/[^ \n]+/g, (word) => `<span class="word">${escapeHtml(word)}</span>`);
