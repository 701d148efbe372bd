import type { JobState } from '../../../base/index.ts';
import type { Connection } from '../auth/oauth/documents.ts';
import { wordsFor } from '../../../reports/views/parts/words.ts';
import { escapeHtml, page, type Language } from './page.ts';
import { words } from './words.ts';

/** The account data that a person sees. Everything is text. */
export interface AccountView {
  /** Proves that a form was sent by this page. */
  readonly csrf: string;
  readonly connections: readonly Omit<Connection, 'caller' | 'access' | 'token' | 'client'>[];
  readonly limits: readonly { readonly limit: string; readonly spent: number; readonly left: number }[];
  readonly jobs: readonly { readonly job_id: string; readonly operation: string; readonly state: JobState }[];
}

/** A page with connections and their permissions, limits and spending, and jobs. Each connection can be revoked. */
export function accountPage(language: Language, { csrf, connections, limits, jobs }: AccountView): string {
  const say = words[language];
  const button = (name: string, value: string, text: string, label = text): string =>
    `<form method="post"><input type="hidden" name="csrf" value="${escapeHtml(csrf)}"><button type="submit" name="${name}" value="${escapeHtml(value)}" aria-label="${escapeHtml(label)}">${text}</button></form>`;
  const facts = (rows: readonly (readonly [string, string])[]): string =>
    `<dl>${rows.map(([name, value]) => `<dt>${name}</dt><dd>${escapeHtml(value)}</dd>`).join('')}</dl>`;
  const date = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' });
  const section = (title: string, none: string, rows: readonly string[]): string =>
    `<h2>${title}</h2>${rows.length === 0 ? `<p>${none}</p>` : rows.join('')}`;
  return page(
    language,
    say.account,
    `${section(
      say.connections,
      say.noConnections,
      connections.map(
        (one) =>
          `<article><h3>${escapeHtml(one.clientName)}</h3>${facts([
            [say.returnsTo, one.redirectHost],
            [say.may, one.scopes.map((scope) => say.scopes[scope] ?? scope).join('; ')],
            [
              say.limits,
              [one.budget, one.readOnly ? say.onlyReads : ''].filter((limit) => limit !== '').join('; ') ||
                say.noLimits,
            ],
            [say.since, date.format(one.since)],
          ])}${button('revoke', one.grant, say.revoke, `${say.revoke}: ${one.clientName}`)}</article>`,
      ),
    )}
${section(
  say.spending,
  say.noLimits,
  limits.map(({ limit, spent, left }) =>
    facts([[escapeHtml(limit), limit.endsWith('/call') ? say.perCall(left) : say.spent(spent, left)]]),
  ),
)}
${section(
  say.jobs,
  say.noJobs,
  jobs.map(({ job_id, operation, state }) =>
    facts([[escapeHtml(operation), `${wordsFor(language).jobStates[state]}, ${job_id}`]]),
  ),
)}
<div class="choices">${button('sign_out', '1', say.signOut)}</div>`,
  );
}
