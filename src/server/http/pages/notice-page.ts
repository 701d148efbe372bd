import { alert, page, type Language } from './page.ts';
import { words, type Problem } from './words.ts';

/** Page for a request that is no valid sign-in. `code`: the error code of OAuth. */
export const refusalPage = (language: Language, code: string): string =>
  notice(language, words[language].refused, words[language].startAgain(code));

/** Page for a sign-in that cannot go on. */
export const problemPage = (language: Language, problem: Problem): string =>
  notice(language, words[language].signIn, words[language].problems[problem]);

const notice = (language: Language, title: string, text: string): string =>
  page(language, title, `<div class="card">${alert(text)}</div>`);
