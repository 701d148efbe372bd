import { alert, escapeHtml, page, type Language } from './page.ts';
import { words, type Problem } from './words.ts';

/** State of a form, which may be shown again after a problem. */
interface Filled {
  /** Proves that the form was sent by its page. */
  readonly csrf: string;
  readonly problem?: Problem | undefined;
}

export interface SignInForm extends Filled {
  readonly clientName: string;
  /** The recipient of the answer, in words. */
  readonly answersTo: string;
  readonly scopes: readonly string[];
  /** Whether the browser is already signed in, so that no token is asked for. */
  readonly known: boolean;
  readonly budget: string;
  readonly readOnly: boolean;
}

/** The page on which a person signs in and agrees. The Enter key in a field presses the first button, which agrees. */
export function signInPage(
  language: Language,
  { clientName, answersTo, scopes, csrf, known, problem, budget, readOnly }: SignInForm,
): string {
  const say = words[language];
  return page(
    language,
    say.connect(clientName),
    `<div class="card">${alert(problem && say.problems[problem])}
<p>${escapeHtml(say.asks(clientName))}</p>
<ul>${scopes.map((scope) => `<li>${escapeHtml(say.scopes[scope] ?? scope)}</li>`).join('')}</ul>
<p>${say.returnTo} <strong>${escapeHtml(answersTo)}</strong>.</p>
<form method="post" autocomplete="off"><input type="hidden" name="csrf" value="${escapeHtml(csrf)}">
${known ? `<p>${say.signedIn}</p>` : tokenField(language, `${say.tokenSource} ${say.tokenUse} <a href="/account">${say.account}</a>.`)}
<label for="budget">${say.budget}</label><p class="hint" id="budget-hint">${say.budgetHint}</p><input id="budget" name="budget" type="text" maxlength="200" value="${escapeHtml(budget)}" aria-describedby="budget-hint">
<label class="choice"><input name="read_only" type="checkbox" value="true"${readOnly ? ' checked' : ''}> ${say.readOnly}</label>
<div class="choices"><button class="main" type="submit" name="decision" value="allow">${say.allow}</button><button type="submit" name="decision" value="deny" formnovalidate>${say.deny}</button></div></form></div>`,
  );
}

/** The page on which a person signs in to see their connections. */
export function accountSignInPage(language: Language, { csrf, problem }: Filled): string {
  const say = words[language];
  return page(
    language,
    say.account,
    `<div class="card">${alert(problem && say.problems[problem])}<form method="post" autocomplete="off"><input type="hidden" name="csrf" value="${escapeHtml(csrf)}">
${tokenField(language, say.tokenSource)}<div class="choices"><button class="main" type="submit">${say.signIn}</button></div></form></div>`,
  );
}

/** @param hint as HTML */
const tokenField = (language: Language, hint: string): string =>
  `<label for="token">${words[language].token}</label><p class="hint" id="token-hint">${hint}</p><input id="token" name="token" type="password" required maxlength="4096" autocomplete="off" aria-describedby="token-hint">`;
