import { alert, page, type PageLook } from './page.ts';
import { words, type Problem } from './words.ts';

/** Page for a request that is no valid sign-in. `code`: the error code of OAuth. */
export const refusalPage = (look: PageLook, code: string): string =>
  notice(look, words[look.language].refused, words[look.language].startAgain(code));

/** Page for a sign-in that cannot go on. */
export const problemPage = (look: PageLook, problem: Problem): string =>
  notice(look, words[look.language].signIn, words[look.language].problems[problem]);

const notice = (look: PageLook, title: string, text: string): string =>
  page(look, title, `<div class="card">${alert(text)}</div>`);
