/**
 * Reads lists of more than one page. Everything that needs a whole list uses it, so that there is one set of rules about sizes, repeats
 * and missing rows. It decides neither what an answer means nor how long a caller has.
 */
export { pages, type ListPage } from './pages.ts';
export { PageReader, type PageAnswer, type PageRead } from './page-reader.ts';
export { recordsOf } from './rows-in.ts';
