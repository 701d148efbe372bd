import { alert, page, type Look } from './page.ts';
import { words, type Problem } from './words.ts';

/** What people see of a request that is not one of a sign-in; `code` is that of OAuth. */
export const refusalPage = (look: Look, code: string): string =>
  notice(look, words[look.language].refused, words[look.language].startAgain(code));

/** What people see of a request that could not be taken now; `status` is that of the answer. */
export const busyPage = ({ language, service }: Look, status: number): string =>
  notice({ language, service }, words[language].busy, words[language].notTaken[status] ?? words[language].tryAgain);

/** What people see of an address that has no page, or of a server that is busy or leaves. Undefined for what happens to programs only. */
export function refusedVisitPage(look: Look, status: number): string | undefined {
  const { nothingHere, toHome } = words[look.language];
  if (status === 404) return page(look, nothingHere, `<div class="card"><p><a href="/">${toHome}</a></p></div>`);
  return status === 429 || status === 503 ? busyPage(look, status) : undefined;
}

/** What people see where a sign-in cannot go on. */
export const problemPage = (look: Look, problem: Problem): string =>
  notice(look, words[look.language].signIn, words[look.language].problems[problem]);

const notice = (look: Look, title: string, text: string): string =>
  page(look, title, `<div class="card">${alert(text)}</div>`);
