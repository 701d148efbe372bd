import { h, type Child, type Node } from '../charts/node.ts';
import { button, note, notAvailable, emptyState, numbers, pageTitle, tableElement } from './parts/blocks.ts';
import { fieldsOf, numberIn, textOf } from './parts/read.ts';
import type { View, ViewAction, ViewContext } from './parts/view.ts';
import { inWords } from './parts/words.ts';

/** The text of an article: the data of `write_article`, or of the call that reads the whole text. */
export const articleView: View = (data, context) => {
  const { words } = context;
  const article = fieldsOf(data);
  const text = textOf(article['text']) ?? textOf(article['content']);
  const id = numberIn(article['article_id']);
  const language = textOf(article['language']);
  const status = [textOf(article['status']), textOf(article['published_as'])]
    .flatMap((state) => (state ? [inWords(state, words.articleStates)] : []))
    .join(', ');
  const isPart = article['text_left_out'] !== undefined;
  return [
    pageTitle(textOf(article['title']) ?? words.articleTitle, context),
    ...numbers(
      [
        [words.wordsCount, numberIn(article['words'])],
        [words.status, status || undefined],
        [words.languageName, language === undefined ? undefined : languageName(language, context)],
      ],
      context,
    ),
    ...notAvailable(article, words),
    ...(text === undefined || text === ''
      ? [emptyState(words.noData, words.empty.article)]
      : [h('article', { lang: language?.match(/^[a-z]{2,3}(-\w{2,8})*$/i)?.[0] }, blocksOf(withoutTitle(text)))]),
    ...(isPart ? [note(words.partShown)] : []),
    ...(isPart && id !== undefined ? [button(words.wholeText, wholeArticle(id))] : []),
  ];
};

/** The name of a language in the reader's language. */
function languageName(code: string, { locale }: ViewContext): string {
  try {
    return new Intl.DisplayNames(locale, { type: 'language' }).of(code) ?? code;
  } catch {
    return code;
  }
}

const wholeArticle = (id: number): ViewAction => ({
  tool: 'call_read',
  arguments: { operation: 'articles.get', arguments: { id }, fields: ['title', 'status', 'language', 'content'] },
});

/** The text without its title, which is shown above it already. */
const withoutTitle = (text: string): string => text.replace(/^\s*# .*\n/, '');

/** The Markdown blocks of articles: headings, lists, tables, paragraphs. Everything else, HTML included, is text. */
const blocksOf = (text: string): Node[] =>
  text
    .split(/\n{2,}/)
    .map((block) => block.trim())
    .filter(Boolean)
    .map((block) => {
      const lines = block.split('\n');
      const [, marks, heading] = /^(#{1,5})\s+(.*)$/.exec(block) ?? [];
      if (marks !== undefined && heading !== undefined) return h(`h${marks.length + 1}`, {}, inline(heading));
      if (lines.every((line) => /^[-*]\s/.test(line))) return listOf('ul', lines, /^[-*]\s+(\[[ x]\]\s+)?/);
      if (lines.every((line) => /^\d+[.)]\s/.test(line))) return listOf('ol', lines, /^\d+[.)]\s+/);
      if (lines.length > 1 && lines.every((line) => line.startsWith('|'))) return tableOf(lines);
      return h('p', {}, inline(lines.join(' ')));
    });

function listOf(tag: 'ul' | 'ol', lines: readonly string[], mark: RegExp): Node {
  const items = lines.map((line) => h('li', {}, inline(line.replace(mark, ''))));
  return h(tag, {}, items);
}

function tableOf([head = '', , ...rows]: readonly string[]): Node {
  const cells = (line: string): string[] =>
    line
      .replaceAll(/^\||\|$/g, '')
      .split('|')
      .map((cell) => cell.trim());
  return tableElement(
    cells(head).join(', '),
    undefined,
    cells(head).map((cell) => h('th', { scope: 'col' }, inline(cell))),
    rows.map((row) => cells(row).map((cell) => h('td', {}, inline(cell)))),
  );
}

/** A line with bold and emphasized parts. */
const inline = (text: string): Child[] =>
  text
    .split(/(\*\*[^*]+\*\*|\*[^*\s][^*]*\*)/)
    .map((part) =>
      part.startsWith('**') && part.endsWith('**') && part.length > 4
        ? h('strong', {}, part.slice(2, -2))
        : part.startsWith('*') && part.endsWith('*') && part.length > 2
          ? h('em', {}, part.slice(1, -1))
          : part,
    );
