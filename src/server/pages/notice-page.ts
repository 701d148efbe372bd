import { alert, page, type Look } from './page.ts';
import { words, type Problem } from './words.ts';

/** What people see of a request that is not one of a sign-in; `code` is that of OAuth. */
export const refusalPage = (look: Look, code: string): string =>
  notice(look, words[look.language].refused, words[look.language].startAgain(code));

/** What people see of a request that could not be taken now; `status` is that of the answer. */
export const busyPage = ({ language, service }: Look, status: number): string =>
  notice({ language, service }, words[language].busy, words[language].notTaken[status] ?? words[language].tryAgain);

/** What people see where a sign-in cannot go on. */
export const problemPage = (look: Look, problem: Problem): string =>
  notice(look, words[look.language].signIn, words[look.language].problems[problem]);

const notice = (look: Look, title: string, text: string): string =>
  page(look, title, `<div class="card">${alert(text)}</div>`);
