import stringWidth from 'fast-string-width';
import { isElement, textIn, type Child, type Node } from '../../charts/node.ts';
import { isSetApart, joinParts } from '../../charts/set-apart.ts';
import { cleanText } from '../../text/clean-text.ts';
import { bar, plainBar } from './bar.ts';
import { layOutTable, wrapText, type Cell } from './lay-out-table.ts';
import { styled, type Style } from './styled.ts';
import type { Terminal } from './terminal.ts';
import { toAscii } from './to-ascii.ts';

/**
 * A document as text: headings, wrapped paragraphs, aligned tables, and a bar beside the numbers of a chart. It is the
 * same document that views and reports consist of. In addition, `meter` draws a bar in a table (`value`, `max`, `data-held`; without a
 * scale where its class is `compare`), `br` breaks a line on a terminal, and `data-tone` colours a text. Control sequences are removed
 * from every text.
 */
export const toTerminal = (body: readonly Node[], terminal: Terminal): string =>
  body
    .map((node) => block(node, terminal))
    .filter(Boolean)
    .join('\n\n');

function block(child: Child, terminal: Terminal): string {
  if (!isElement(child)) return words(child, terminal);
  const { tag, children } = child;
  const inner = (): string =>
    children
      .map((part) => block(part, terminal))
      .filter(Boolean)
      .join('\n');
  switch (tag) {
    case 'h1':
      return styled('bold', paragraph(child, terminal), terminal);
    case 'h2':
    case 'h3':
      return styled(['bold', 'cyan'], paragraph(child, terminal), terminal);
    case 'p':
      return paragraph(child, terminal);
    case 'ul':
    case 'ol':
      return children.map((item) => listItem(item, terminal)).join('\n');
    case 'dl':
      return facts(child, terminal);
    case 'figure': {
      const firstTable = tableIn(child);
      const scale = Number(children.filter(isElement).find(({ tag: name }) => name === 'svg')?.attributes['data-max']);
      return firstTable ? withBars(firstTable, terminal, Number.isFinite(scale) ? scale : undefined) : inner();
    }
    case 'table':
      return table(child, terminal);
    case 'svg':
    case 'summary':
    case 'button':
      return '';
    default:
      return inner();
  }
}

/** A text of the document on one line, clean, in the characters that the terminal has. */
function words(child: Exclude<Child, Node>, { unicode }: Terminal): string {
  const clean = cleanText(textIn(child)).replaceAll(/\s+/g, ' ');
  return unicode ? clean : toAscii(clean);
}

/** Characters of a bar among words. */
const inlineBar = 8;

const tones: Readonly<Record<string, Style>> = { good: 'green', warn: 'yellow', bad: 'red', quiet: 'dim' };

/** The text of an element within a line, with its styles. */
function inline(child: Child, terminal: Terminal): string {
  if (!isElement(child)) return words(child, terminal);
  const { tag, attributes, children } = child;
  if (tag === 'br') return terminal.interactive ? '\n' : ' ';
  if (tag === 'progress' || tag === 'meter') {
    const part = { value: Number(attributes['value']), max: Number(attributes['max']) };
    return terminal.interactive ? ` ${bar(part, inlineBar, terminal)} ` : '';
  }
  if (tag === 'button') return '';
  const text = together(children, terminal);
  const tone = tones[String(attributes['data-tone'])] ?? (tag === 'strong' ? 'bold' : undefined);
  return tone === undefined ? text : styled(tone, text, terminal);
}

const together = (children: readonly Child[], terminal: Terminal): string =>
  joinParts(children.map((part) => ({ text: inline(part, terminal), setApart: isElement(part) && isSetApart(part) })));

const paragraph = (node: Node, terminal: Terminal): string =>
  wrapText(inline(node, terminal).trim(), terminal.columns).join('\n');

/** An item of a list; its paragraphs stand below it. */
function listItem(item: Child, terminal: Terminal): string {
  const parts = isElement(item) ? item.children : [item];
  const below = parts.filter((part): part is Node => isElement(part) && part.tag === 'p');
  const line = parts.filter((part) => !below.some((one) => one === part));
  const room = terminal.columns - 2;
  return [together(line, terminal), ...below.map((part) => inline(part, terminal))]
    .flatMap((text) => wrapText(text.trim(), room))
    .filter((text) => text !== '')
    .map((text, at) => (at === 0 ? `- ${text}` : `  ${text}`))
    .join('\n');
}

/** Names and values side by side, as many as a line holds. */
function facts({ children }: Node, terminal: Terminal): string {
  const lines: string[] = [];
  for (const fact of children.filter(isElement)) {
    const [name, ...value] = fact.children.map((part) => inline(part, terminal));
    const text = `${styled('dim', name ?? '', terminal)} ${styled('bold', value.join(' '), terminal)}`;
    const last = lines.at(-1);
    if (last === undefined || stringWidth(last) + 3 + stringWidth(text) > terminal.columns)
      lines.push(...wrapText(text, terminal.columns));
    else lines[lines.length - 1] = `${last}   ${text}`;
  }
  return lines.join('\n');
}

function tableIn(node: Node): Node | undefined {
  if (node.tag === 'table') return node;
  for (const child of node.children) {
    const table = isElement(child) ? tableIn(child) : undefined;
    if (table) return table;
  }
  return undefined;
}

interface Grid {
  readonly header: readonly string[];
  readonly rows: readonly (readonly Node[])[];
}

function gridOf(node: Node, terminal: Terminal): Grid {
  const rows = node.children
    .filter(isElement)
    .flatMap((part) => (part.tag === 'tr' ? [part] : part.children.filter(isElement)))
    .map((row) => row.children.filter(isElement));
  const [first = []] = rows;
  const isHeader = first.every(({ tag, attributes }) => tag === 'th' && attributes['scope'] === 'col');
  return {
    // Programs that read a pipe line by line get no header.
    header:
      isHeader && terminal.interactive ? first.map((cell) => styled('dim', inline(cell, terminal), terminal)) : [],
    rows: isHeader ? rows.slice(1) : rows,
  };
}

function cellOf(cell: Node, terminal: Terminal): Cell {
  const [only] = cell.children;
  if (cell.children.length === 1 && isElement(only) && only.tag === 'meter') return meter(only, terminal);
  return {
    text: cell.children
      .map((part) => inline(part, terminal))
      .join('')
      .trim(),
    isNumber: cell.attributes['class'] === 'number',
  };
}

function meter({ attributes }: Node, terminal: Terminal): Cell {
  if (!terminal.interactive) return { text: '', isNumber: false };
  const amount = {
    value: Number(attributes['value']),
    max: Number(attributes['max']),
    held: Number(attributes['data-held'] ?? 0),
  };
  if (attributes['class'] === 'compare') return { draw: (width) => plainBar(amount, width, terminal) };
  const isNearlyUsedUp = (amount.value + amount.held) / amount.max >= nearlyAll;
  return { draw: (width) => bar(amount, width, terminal, isNearlyUsedUp ? 'red' : 'blue') };
}

/** The share from which a meter warns. */
const nearlyAll = 0.9;

function table(node: Node, terminal: Terminal): string {
  const { header, rows } = gridOf(node, terminal);
  return layOutTable({ header, rows: rows.map((row) => row.map((cell) => cellOf(cell, terminal))) }, terminal.columns);
}

/** A table with a bar behind each row, as long as its first number. `scale`: the end of the bars, else the largest. */
function withBars(node: Node, terminal: Terminal, scale: number | undefined): string {
  if (!terminal.interactive) return table(node, terminal);
  const { header, rows } = gridOf(node, terminal);
  const values = rows.map((row) => valueIn(row, terminal));
  const max = scale ?? Math.max(0, ...values);
  return layOutTable(
    {
      header: [...header, ''],
      rows: rows.map((row, at) => [
        ...row.map((cell) => cellOf(cell, terminal)),
        { draw: (width) => plainBar({ value: values[at] ?? 0, max }, width, terminal) },
      ]),
    },
    terminal.columns,
  );
}

/** The number that a bar shows, from the row's first numeric cell: `1,858`, `72 %`, or the percentage that `5 of 200` makes. */
function valueIn(row: readonly Node[], terminal: Terminal): number {
  const cell = row.find(({ attributes }) => attributes['class'] === 'number');
  const text = cell ? inline(cell, { ...terminal, colour: false }) : '';
  const [part = 0, whole] = Array.from(text.replaceAll(',', '').matchAll(/-?\d+(?:\.\d+)?/g), ([one]) => Number(one));
  return whole !== undefined && whole > 0 && / of /.test(text) ? (100 * part) / whole : part;
}
