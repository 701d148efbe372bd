import { wrapText } from '../charts/text-width.ts';
import { h, isElement, textIn, type Attributes, type Child, type Node } from '../charts/node.ts';
import { pictureTheme } from '../charts/theme.ts';
import { toMarkup } from '../charts/to-markup.ts';

const width = 760;
const margin = 28;

/** Pixels that the charts of a picture may be wide. */
export const chartWidth = width - 2 * margin;

/**
 * Headings, sentences, key figures and charts of a document as one picture, without its tables.
 *
 * @param nodes drawn with `pictureTheme`, `chartWidth` wide
 * @param maxCharts maximum number of charts drawn; a picture for a glance has few
 */
export function toSvg(nodes: readonly Node[], maxCharts: number): string {
  const placedNodes: Node[] = [];
  let y = margin;
  for (const part of withMaxCharts(nodes.flatMap(drawable), maxCharts)) {
    if (part.attributes['class'] === 'score') {
      placedNodes.push(...score(part, y));
      y += 92;
    } else if (part.tag === 'svg') {
      placedNodes.push({ ...part, attributes: { ...part.attributes, x: margin, y } });
      y += Number(part.attributes['height']) + 14;
    } else {
      const lines = textLines(part, y);
      placedNodes.push(...lines.nodes);
      y = lines.end + 12;
    }
  }
  return toMarkup(
    h(
      'svg',
      {
        xmlns: 'http://www.w3.org/2000/svg',
        viewBox: `0 0 ${width} ${y + margin}`,
        width,
        height: y + margin,
        'font-family': pictureTheme.font,
      },
      h('rect', { width: '100%', height: '100%', fill: '#ffffff' }),
      placedNodes,
    ),
  );
}

/** The parts with at most `maxCharts` charts. A section whose charts are left out is left out as a whole. */
function withMaxCharts(parts: readonly Node[], maxCharts: number): Node[] {
  const sections: Node[][] = [[]];
  for (const part of parts) {
    if (part.tag === 'h2') sections.push([]);
    sections.at(-1)?.push(part);
  }
  let charts = 0;
  return sections.flatMap((section) => {
    const has = section.filter(({ tag }) => tag === 'svg').length;
    if (section.length === 1 && section[0]?.tag === 'h2') return [];
    if (has > 0 && charts + has > maxCharts) return [];
    charts += has;
    return section;
  });
}

/** A text in as many lines as it takes; `end` is the base line of the last one. */
function textLines(part: Node, top: number): { readonly nodes: readonly Node[]; readonly end: number } {
  const size = sizes[part.tag] ?? 14;
  const lines = wrapText(textIn(part), (chartWidth * 13) / size);
  const style = {
    'font-size': size,
    'font-weight': part.tag.startsWith('h') ? 'bold' : 'normal',
    fill: part.tag === 'p' ? pictureTheme.muted : pictureTheme.text,
  };
  return {
    nodes: lines.map((line, at) => h('text', { x: margin, y: top + (at + 1) * (size + 4), ...style }, line)),
    end: top + lines.length * (size + 4),
  };
}

const sizes: Readonly<Record<string, number>> = { h1: 24, h2: 16, p: 14, li: 14 };

/** The score beside its ring, as in a view. */
function score(part: Node, top: number): Node[] {
  const [ring, wording] = part.children.filter(isElement);
  if (!ring || !wording) return [];
  const [number = '', of = '', verdict = '', ...more] = wording.children.map((child) => textIn(child).trim());
  const left = margin + Number(ring.attributes['width']) + 16;
  const line = (y: number, size: number, text: string, style: Attributes = {}): Node =>
    h('text', { x: left, y: top + y, 'font-size': size, fill: pictureTheme.text, ...style }, text);
  const [name = '', ...rest] = more.filter(Boolean);
  return [
    { ...ring, attributes: { ...ring.attributes, x: margin, y: top + 4 } },
    h(
      'text',
      { x: left, y: top + 34, fill: pictureTheme.text },
      h('tspan', { 'font-size': 34, 'font-weight': 'bold' }, number),
      h('tspan', { 'font-size': 14 }, ` ${[of, verdict].filter(Boolean).join(' · ')}`),
    ),
    line(56, 14, name, { 'font-weight': 'bold' }),
    line(76, 13, rest.join(' '), { fill: pictureTheme.muted }),
  ];
}

/** The parts of a document that a picture shows, in their order: headings, paragraphs, lists, charts, and key figures as one text. */
function drawable(child: Child): Node[] {
  if (!isElement(child)) return [];
  if (child.attributes['class'] === 'score') return [child];
  if (child.tag === 'svg' || child.tag === 'h1' || child.tag === 'h2' || child.tag === 'p') return [child];
  if (child.tag === 'dl')
    return [h('p', {}, child.children.map((fact) => (isElement(fact) ? facts(fact) : '')).join('   ·   '))];
  if (child.tag === 'ul') return child.children.map((item) => h('li', {}, `• ${textIn(item)}`));
  if (['table', 'details', 'button'].includes(child.tag)) return [];
  return child.children.flatMap(drawable);
}

const facts = ({ children }: Node): string => children.map((part) => textIn(part)).join(' ');
