import { isElement, textIn, type Child, type Node } from '../charts/node.ts';
import { isSetApart, joinParts } from '../charts/set-apart.ts';

/** The document as Markdown: charts by their numbers, everything from the data escaped. */
export const toMarkdown = (body: readonly Node[]): string =>
  `${body
    .map(block)
    .join('\n\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()}\n`;

function block(child: Child): string {
  if (!isElement(child)) return escapeMarkdown(textIn(child));
  const { tag, children } = child;
  switch (tag) {
    case 'h1':
    case 'h2':
    case 'h3':
      return `${'#'.repeat(Number(tag[1]))} ${line(children)}`;
    case 'p':
      return line(children);
    case 'ul':
    case 'ol':
      return children.map((item) => `- ${isElement(item) ? line(item.children) : ''}`).join('\n');
    case 'dl':
      return children.map((fact) => `- ${isElement(fact) ? facts(fact) : ''}`).join('\n');
    case 'table':
      return table(child);
    // A chart is left out: the table behind it has its numbers.
    case 'svg':
    case 'summary':
    case 'button':
      return '';
    default:
      return children.map(block).filter(Boolean).join('\n\n');
  }
}

const facts = ({ children }: Node): string =>
  children.map((part) => (isElement(part) ? line(part.children) : '')).join(': ');

/** The texts of children on one line. */
function line(children: readonly Child[]): string {
  const parts = children.map((child) => {
    if (!isElement(child)) return { text: escapeMarkdown(textIn(child)), setApart: false };
    const text = line(child.children);
    if (child.tag === 'strong') return { text: `**${text}**`, setApart: false };
    if (child.tag === 'li') return { text: `${text}; `, setApart: false };
    return { text, setApart: isSetApart(child) };
  });
  return joinParts(parts).replaceAll(/\s+/g, ' ').trim();
}

function table({ children }: Node): string {
  const rows = children
    .filter(isElement)
    .flatMap((part) => part.children)
    .filter(isElement)
    .map((row) => `| ${row.children.map((cell) => (isElement(cell) ? line(cell.children) : '')).join(' | ')} |`);
  const [head = '', ...rest] = rows;
  return [head, head.replaceAll(/[^|]+/g, ' --- '), ...rest].join('\n');
}

/** Characters that Markdown or HTML would take for more than text. */
const escapeMarkdown = (text: string): string =>
  text.replaceAll(/[\\`*_[\]#|<>~]/g, (character) => (character === '<' ? '&lt;' : `\\${character}`));
