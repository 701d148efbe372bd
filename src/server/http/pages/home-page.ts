import type { AuthMode } from '../auth-mode.ts';
import { escapeHtml, page, type Language } from './page.ts';
import { words } from './words.ts';

export interface Home {
  /** Address of the MCP endpoint, as the reader reaches it. */
  readonly endpoint: string;
  readonly mode: AuthMode;
}

/** The page that says what this server is, and at which address clients connect to it. */
export function homePage(language: Language, { endpoint, mode }: Home): string {
  const say = words[language];
  return page(
    language,
    say.home,
    `<div class="card"><p>${say.address}</p><p><code>${escapeHtml(endpoint)}</code></p><p>${say.whatItAsks[mode]}</p>
${mode === 'oauth' ? `<p><a href="/account">${say.yourAccount}</a></p>` : ''}</div>`,
  );
}
