import { styleText } from 'node:util';
import type { Child, Node } from '../charts/node.ts';

export interface Terminal {
  /** Characters a line has room for. */
  readonly columns: number;
  readonly colour: boolean;
  /** Whether more than ASCII can be shown. */
  readonly unicode: boolean;
}

/** The terminal behind a stream. `NO_COLOR` is heard (no-color.org), and a locale that is no UTF-8. */
export function terminalOf(
  { columns = 80, isTTY }: { readonly columns?: number; readonly isTTY?: boolean },
  env: Readonly<Record<string, string | undefined>>,
): Terminal {
  const locale = env['LC_ALL'] || env['LC_CTYPE'] || env['LANG'] || '';
  return {
    columns: Math.max(40, columns),
    colour: isTTY === true && !env['NO_COLOR'] && env['TERM'] !== 'dumb',
    unicode: /utf-?8/i.test(locale),
  };
}

/** A document for a person at a terminal: headings, aligned tables, and a bar beside the numbers of a chart. */
export function toTerminal(body: readonly Node[], terminal: Terminal): string {
  const lines = body.map((node) => block(node, terminal)).filter(Boolean);
  const text = lines.join('\n\n');
  return terminal.unicode ? text : text.replaceAll('…', '...').replaceAll(/[–·]/g, '-').replaceAll('█', '#');
}

function block(child: Child, terminal: Terminal): string {
  if (child === null || child === undefined || child === false) return '';
  if (typeof child !== 'object') return String(child);
  const { tag, children } = child;
  const inner = (): string =>
    children
      .map((part) => block(part, terminal))
      .filter(Boolean)
      .join('\n');
  switch (tag) {
    case 'h1':
      return styled(['bold'], textIn(child), terminal);
    case 'h2':
    case 'h3':
      return styled(['bold', 'cyan'], textIn(child), terminal);
    case 'p':
      return wrapped(textIn(child), terminal.columns);
    case 'ul':
    case 'ol':
      return children.map((item) => wrapped(`- ${textIn(item)}`, terminal.columns, '  ')).join('\n');
    case 'dl':
      return children.map((fact) => (isNode(fact) ? fact.children.map(textIn).join(' ') : '')).join('   ');
    case 'figure': {
      const found = tableIn(child);
      const scale = Number(children.filter(isNode).find(({ tag: name }) => name === 'svg')?.attributes['data-max']);
      return found ? table(found, terminal, Number.isFinite(scale) ? scale : 'data') : inner();
    }
    case 'table':
      return table(child, terminal);
    case 'svg':
    case 'summary':
    case 'button':
    case 'progress':
      return '';
    default:
      return inner();
  }
}

const isNode = (child: Child): child is Node => typeof child === 'object' && child !== null;

const textIn = (child: Child): string =>
  (isNode(child) ? child.children.map(textIn).join('') : String(child ?? '')).replaceAll(/\s+/g, ' ');

function tableIn(node: Node): Node | undefined {
  if (node.tag === 'table') return node;
  for (const child of node.children) {
    const found = isNode(child) ? tableIn(child) : undefined;
    if (found) return found;
  }
  return undefined;
}

/** Characters of the longest bar, and of the widest cell. */
const barWidth = 24;
const maxCell = 48;

/** `scale`: the end of the bars beside the first column of numbers; none without it. */
function table(node: Node, terminal: Terminal, scale?: number | 'data'): string {
  const rows = node.children
    .filter(isNode)
    .flatMap((part) => part.children.filter(isNode))
    .map((row) => row.children.filter(isNode));
  const texts = rows.map((row) => row.map((cell) => cut(textIn(cell), maxCell)));
  const numeric = (rows[0] ?? []).map(({ attributes }) => attributes['class'] === 'number');
  const values = texts.slice(1).map((row) => amount(row[numeric.indexOf(true)] ?? ''));
  const max = typeof scale === 'number' ? scale : Math.max(1, ...values.map((value) => value ?? 0));
  const widths = numeric.map((_, column) => Math.max(...texts.map((row) => (row[column] ?? '').length)));
  return texts
    .map((row, at) => {
      const cells = row.map((cell, column) =>
        numeric[column] ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0),
      );
      const value = values[at - 1];
      const bar =
        scale !== undefined && at > 0 && value !== undefined
          ? styled(['blue'], '█'.repeat(Math.round((barWidth * Math.min(max, Math.max(0, value))) / max)), terminal)
          : '';
      const line = cut(cells.join('  '), terminal.columns);
      const fits = line.length + 2 + barWidth <= terminal.columns;
      return at === 0 ? styled(['dim'], line.trimEnd(), terminal) : `${line}${bar && fits ? `  ${bar}` : ''}`.trimEnd();
    })
    .filter((line, at) => at > 0 || line.trim() !== '')
    .join('\n');
}

/** The number in a cell such as `1,858` or `72 %`. */
function amount(cell: string): number | undefined {
  const number = Number(cell.replaceAll(/[^\d.-]/g, ''));
  return /\d/.test(cell) && Number.isFinite(number) ? number : undefined;
}

const cut = (text: string, width: number): string =>
  text.length <= width ? text : `${text.slice(0, width - 1).toWellFormed()}…`;

function wrapped(text: string, columns: number, indent = ''): string {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last === undefined || last.length + 1 + word.length > columns)
      lines.push(last === undefined ? word : `${indent}${word}`);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines.join('\n');
}

const styled = (styles: Parameters<typeof styleText>[0], text: string, { colour }: Terminal): string =>
  colour && text !== '' ? styleText(styles, text, { validateStream: false }) : text;
