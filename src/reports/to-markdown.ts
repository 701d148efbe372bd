import { markdownTable } from 'markdown-table';
import { isElement, textIn, type Child, type Node } from './charts/node.ts';

/** The document as Markdown: charts by their numbers, everything from the data escaped. */
export const toMarkdown = (body: readonly Node[]): string => `${blocks(body, escapeMarkdown)}\n`;

/** The document as Markdown for a terminal: texts are not escaped. */
export const toPlainText = (body: readonly Node[]): string => blocks(body, (text) => text);

type Escape = (text: string) => string;

const blocks = (body: readonly Node[], escape: Escape): string =>
  body
    .map((node) => block(node, escape))
    .join('\n\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();

function block(child: Child, escape: Escape): string {
  if (!isElement(child)) return escape(textIn(child));
  const { tag, children } = child;
  switch (tag) {
    case 'h1':
    case 'h2':
    case 'h3':
      return `${'#'.repeat(Number(tag[1]))} ${line(children, escape)}`;
    case 'p':
      return line(children, escape);
    case 'ul':
    case 'ol':
      return children.map((item) => `- ${isElement(item) ? line(item.children, escape) : ''}`).join('\n');
    case 'dl':
      return children.map((fact) => `- ${isElement(fact) ? facts(fact, escape) : ''}`).join('\n');
    case 'table':
      return table(child, escape);
    // A chart is left out: the table behind it has its numbers.
    case 'svg':
    case 'summary':
    case 'button':
      return '';
    default:
      return children
        .map((part) => block(part, escape))
        .filter(Boolean)
        .join('\n\n');
  }
}

const facts = ({ children }: Node, escape: Escape): string =>
  children.map((part) => (isElement(part) ? line(part.children, escape) : '')).join(': ');

/** The texts of children on one line. */
const line = (children: readonly Child[], escape: Escape): string =>
  inline(children, escape)
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/(?: ?· ?)+/g, ' · ')
    .replaceAll(/^ · | · $/g, '')
    .trim();

function inline(children: readonly Child[], escape: Escape): string {
  const texts = children.map((child) => {
    if (!isElement(child)) return escape(textIn(child));
    if (child.tag === 'button') return '';
    const text = inline(child.children, escape);
    const { href } = child.attributes;
    if (child.tag === 'a' && typeof href === 'string') return linkTo(href, text, escape);
    // The stylesheet puts strong text on its own line, so no space follows it.
    if (child.tag === 'strong') return `**${text.trim()}** `;
    if (child.tag === 'li') return `${text}; `;
    return isSetApart(child) ? ` · ${text} · ` : text;
  });
  return texts.join('');
}

/** Whether the stylesheet separates a text from its neighbours. */
const isSetApart = ({ tag, attributes }: Node): boolean =>
  tag === 'span' && /\b(badge|name|about)\b/.test(String(attributes['class'] ?? ''));

function table({ children }: Node, escape: Escape): string {
  const rows = children
    .filter(isElement)
    .flatMap((part) => part.children)
    .filter(isElement)
    .map((row) => row.children.map((cell) => (isElement(cell) ? line(cell.children, escape) : '')));
  const columns = (rows[0] ?? []).map((_, at) => rows.slice(1).map((row) => row[at] ?? ''));
  // Cells are padded only up to the width of a screen; in wider tables this would only add blanks.
  const alignDelimiters = rows.every((row) => row.join(' | ').length <= maxAligned);
  return markdownTable(rows, { alignDelimiters, align: columns.map((cells) => (cells.every(isNumber) ? 'r' : null)) });
}

const maxAligned = 120;

const isNumber = (cell: string): boolean => /^[-+−±]?[\d,.]+(?: ?%| (?:points|Punkte))?$|^$|^–$/.test(cell);

/** A link with its address, which a printed page needs as well. */
const linkTo = (href: string, text: string, escape: Escape): string =>
  escape === escapeMarkdown ? `[${text}](${href.replaceAll(/[()<>\s]/g, encodeURIComponent)})` : `${text} ${href}`;

/** Escapes characters with a meaning in Markdown or HTML. */
const escapeMarkdown = (text: string): string =>
  text.replaceAll(/[\\`*_[\]#|<>~]/g, (character) => (character === '<' ? '&lt;' : `\\${character}`));
