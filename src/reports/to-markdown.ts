import type { Child, Node } from '../charts/node.ts';
import { isSetApart, joinParts } from '../charts/set-apart.ts';

/** The document as Markdown: charts by their numbers, everything from the data escaped. */
export const toMarkdown = (body: readonly Node[]): string =>
  `${body
    .map(block)
    .join('\n\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()}\n`;

function block(child: Child): string {
  if (child === null || child === undefined || child === false) return '';
  if (typeof child !== 'object') return escaped(String(child));
  const { tag, children, attributes } = child;
  switch (tag) {
    case 'h1':
    case 'h2':
    case 'h3':
      return `${'#'.repeat(Number(tag[1]))} ${line(children)}`;
    case 'p':
      return line(children);
    case 'ul':
    case 'ol':
      return children.map((item) => `- ${typeof item === 'object' && item ? line(item.children) : ''}`).join('\n');
    case 'dl':
      return children.map((fact) => `- ${typeof fact === 'object' && fact ? facts(fact) : ''}`).join('\n');
    case 'table':
      return table(child);
    // The table behind a chart says the same.
    case 'svg':
    case 'summary':
    case 'button':
      return '';
    default:
      return attributes['hidden'] === true ? '' : children.map(block).filter(Boolean).join('\n\n');
  }
}

const facts = ({ children }: Node): string =>
  children.map((part) => (typeof part === 'object' && part ? line(part.children) : '')).join(': ');

/** The texts of children on one line. */
function line(children: readonly Child[]): string {
  const parts = children.map((child) => {
    if (child === null || child === undefined || child === false) return { text: '', setApart: false };
    if (typeof child !== 'object') return { text: escaped(String(child)), setApart: false };
    const text = line(child.children);
    if (child.tag === 'strong') return { text: `**${text}**`, setApart: false };
    if (child.tag === 'li') return { text: `${text}; `, setApart: false };
    return { text, setApart: isSetApart(child) };
  });
  return joinParts(parts).replaceAll(/\s+/g, ' ').trim();
}

function table({ children }: Node): string {
  const rows = children
    .filter((part): part is Node => typeof part === 'object' && part !== null)
    .flatMap((part) => part.children)
    .filter((row): row is Node => typeof row === 'object' && row !== null)
    .map(
      (row) =>
        `| ${row.children.map((cell) => (typeof cell === 'object' && cell ? line(cell.children) : '')).join(' | ')} |`,
    );
  const [head = '', ...rest] = rows;
  return [head, head.replaceAll(/[^|]+/g, ' --- '), ...rest].join('\n');
}

/** Characters that Markdown or HTML would take for more than text. */
const escaped = (text: string): string =>
  text.replaceAll(/[\\`*_[\]#|<>~]/g, (character) => (character === '<' ? '&lt;' : `\\${character}`));
