/** Text as HTML shows it. */
export const escaped = (text: string): string => text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`);

const style = `:root{color-scheme:light dark}body{overflow-wrap:anywhere;font:1rem/1.5 system-ui,sans-serif;max-width:38rem;margin:2rem auto;padding:0 1rem;color:#1b1b1b;background:#fff}
label{display:block;margin-top:1rem;font-weight:600}input[type=text],input[type=password]{font:inherit;width:100%;box-sizing:border-box;padding:.5rem}
button{font:inherit;margin:1.5rem .5rem 0 0;padding:.5rem 1.25rem}table{border-collapse:collapse;width:100%}th,td{text-align:left;padding:.35rem .5rem;border-bottom:1px solid #ccc}
.error{border-left:.3rem solid #b00020;padding:.25rem .75rem}@media(prefers-color-scheme:dark){body{color:#eee;background:#161616}}`;

/** A whole page. `title` is text, `body` is HTML. */
export const page = (title: string, body: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escaped(title)}</title><style>${style}</style></head><body><main><h1>${escaped(title)}</h1>${body}</main></body></html>`;

export const htmlType = 'text/html; charset=utf-8';

/**
 * Headers of every page: no script, no framing, nothing from elsewhere, not kept. A form may lead on to `redirectTo`, since
 * browsers hold redirects after a form to the same rule.
 */
export const pageHeaders = (redirectTo?: string): Record<string, string> => ({
  'content-type': htmlType,
  'cache-control': 'no-store',
  'content-security-policy': `default-src 'none'; style-src 'unsafe-inline'; form-action 'self'${redirectTo ? ` ${redirectTo}` : ''}; frame-ancestors 'none'; base-uri 'none'`,
  'x-frame-options': 'DENY',
  'x-content-type-options': 'nosniff',
  // Not no-referrer: with that, browsers send forms with the origin null.
  'referrer-policy': 'same-origin',
});

const meaning: Readonly<Record<string, string>> = {
  read: 'look at projects, articles, results and balances',
  write: 'create and change things at no cost',
  delete: 'delete things',
  paid: 'spend credits of your team',
};

export interface SignInForm {
  readonly clientName: string;
  /** Who takes the answer. */
  readonly answersTo: string;
  readonly scopes: readonly string[];
  readonly csrf: string;
  /** Whether the browser is signed in already, so that no token is asked for. */
  readonly known: boolean;
  readonly error?: string | undefined;
}

/** The page on which a person signs in and agrees. */
export const signInPage = ({ clientName, answersTo, scopes, csrf, known, error }: SignInForm): string =>
  page(
    `Connect ${clientName}`,
    `${error ? `<p class="error" role="alert">${escaped(error)}</p>` : ''}
<p><strong>${escaped(clientName)}</strong> asks to do the following. The answer goes to <strong>${escaped(answersTo)}</strong>.</p>
<ul>${scopes.map((scope) => `<li>${escaped(scope)}: ${escaped(meaning[scope] ?? '')}</li>`).join('')}</ul>
<form method="post" autocomplete="off"><input type="hidden" name="csrf" value="${escaped(csrf)}">
${known ? '<p>You are signed in.</p>' : '<label for="token">Your platform token</label><input id="token" name="token" type="password" required maxlength="4096" autocomplete="off">'}
<label for="budget">Most credits it may spend (optional, like 50/day,10/call)</label><input id="budget" name="budget" type="text" maxlength="200">
<label><input name="read_only" type="checkbox" value="true"> It may only read</label>
<button type="submit" name="decision" value="allow">Allow</button><button type="submit" name="decision" value="deny" formnovalidate>Deny</button></form>`,
  );

export const accountSignInPage = (csrf: string, error?: string): string =>
  page(
    'Your account',
    `${error ? `<p class="error" role="alert">${escaped(error)}</p>` : ''}<form method="post" autocomplete="off"><input type="hidden" name="csrf" value="${escaped(csrf)}">
<label for="token">Your platform token</label><input id="token" name="token" type="password" required maxlength="4096"><button type="submit">Sign in</button></form>`,
  );

/** What people see of a request that is not one of a sign-in; `error` is the code of OAuth. */
export const refusalPage = (error: string): string =>
  page(
    'This request cannot be served',
    `<p role="alert">Start again from your application. It was refused as: ${escaped(error)}</p>`,
  );

/** What people see of a request that could not be taken now. */
export const busyPage = (message: string): string =>
  page('This page cannot be shown now', `<p role="alert">${escaped(message)}. Try again in a moment.</p>`);

/** Rows as a table with a caption. */
export const table = (caption: string, head: readonly string[], rows: readonly (readonly string[])[]): string =>
  rows.length === 0
    ? `<h2>${escaped(caption)}</h2><p>None.</p>`
    : `<h2>${escaped(caption)}</h2><table><thead><tr>${head.map((name) => `<th scope="col">${escaped(name)}</th>`).join('')}</tr></thead><tbody>${rows.map((row) => `<tr>${row.map((cell) => `<td>${cell}</td>`).join('')}</tr>`).join('')}</tbody></table>`;
