import { alert, page, type PageLook } from './page.ts';
import { words, type Problem } from './words.ts';

/** Page for a request that is no valid sign-in. `code`: the error code of OAuth. */
export const refusalPage = (look: PageLook, code: string): string =>
  notice(look, words[look.language].refused, words[look.language].startAgain(code));

/** Page for a request that cannot be served now. `status`: the status of the answer. */
export const busyPage = ({ language }: PageLook, status: number): string =>
  notice({ language }, words[language].busy, words[language].notTaken[status] ?? words[language].tryAgain);

/** Page for an address without a page, or a server that is busy or shutting down. Undefined for other statuses, which only programs get. */
export function refusedVisitPage(look: PageLook, status: number): string | undefined {
  const { nothingHere, toHome } = words[look.language];
  if (status === 404) return page(look, nothingHere, `<div class="card"><p><a href="/">${toHome}</a></p></div>`);
  return status === 429 || status === 503 ? busyPage(look, status) : undefined;
}

/** Page for a sign-in that cannot go on. */
export const problemPage = (look: PageLook, problem: Problem): string =>
  notice(look, words[look.language].signIn, words[look.language].problems[problem]);

const notice = (look: PageLook, title: string, text: string): string =>
  page(look, title, `<div class="card">${alert(text)}</div>`);
