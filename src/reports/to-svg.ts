import { fitted } from '../charts/text-width.ts';
import { h, type Attributes, type Child, type Node } from '../charts/node.ts';
import { pictureTheme } from '../charts/theme.ts';
import { toMarkup } from '../charts/to-markup.ts';
import { views } from '../views/views.ts';
import type { ViewName } from '../views/view-name.ts';
import { wordsFor } from '../views/parts/words.ts';

export interface PictureOptions {
  readonly locale: string;
  /** Charts drawn at the most. A picture for a glance has few. */
  readonly maxCharts: number;
}

const width = 760;
const margin = 28;

/** Headings, key figures and charts of a view as one picture; the tables stay with the text. */
export function toSvg(name: ViewName, data: unknown, { locale, maxCharts }: PictureOptions): string {
  const words = wordsFor(locale);
  const nodes = views[name](data, { width: width - 2 * margin, locale, theme: pictureTheme, words });
  const placed: Node[] = [];
  let y = margin;
  let charts = 0;
  for (const part of nodes.flatMap(drawable)) {
    if (part.attributes['class'] === 'score') {
      placed.push(...score(part, y));
      y += 92;
    } else if (part.tag === 'svg') {
      if (charts++ >= maxCharts) break;
      placed.push({ ...part, attributes: { ...part.attributes, x: margin, y } });
      y += Number(part.attributes['height']) + 14;
    } else {
      const size = sizes[part.tag] ?? 14;
      y += size + 4;
      placed.push(
        h(
          'text',
          {
            x: margin,
            y,
            'font-size': size,
            'font-weight': part.tag.startsWith('h') ? 'bold' : 'normal',
            fill: part.tag === 'p' ? pictureTheme.muted : pictureTheme.text,
          },
          fitted(textIn(part), ((width - 2 * margin) * 13) / size),
        ),
      );
      y += 12;
    }
  }
  // A heading whose chart was left out says nothing.
  while (placed.at(-1)?.tag === 'text' && charts > 0 && placed.length > 1) {
    placed.pop();
    y -= 36;
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
      placed,
    ),
  );
}

const sizes: Readonly<Record<string, number>> = { h1: 24, h2: 16, p: 14 };

/** The score beside its ring, as in a view. */
function score(part: Node, top: number): Node[] {
  const [ring, said] = part.children.filter((child) => typeof child === 'object' && child !== null);
  if (!ring || !said) return [];
  const [number = '', of = '', verdict = '', ...more] = said.children.map((child) => textIn(child).trim());
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

/** Headings, paragraphs and charts in their order; key figures as one line. */
function drawable(child: Child): Node[] {
  if (typeof child !== 'object' || child === null) return [];
  if (child.attributes['class'] === 'score') return [child];
  if (child.tag === 'svg' || child.tag === 'h1' || child.tag === 'h2' || child.tag === 'p') return [child];
  if (child.tag === 'dl')
    return [
      h('p', {}, child.children.map((fact) => (typeof fact === 'object' && fact ? facts(fact) : '')).join('   ·   ')),
    ];
  if (['table', 'details', 'button', 'ul'].includes(child.tag)) return [];
  return child.children.flatMap(drawable);
}

const facts = ({ children }: Node): string => children.map((part) => textIn(part)).join(' ');

const textIn = (child: Child): string =>
  child === null || child === undefined || child === false
    ? ''
    : typeof child === 'object'
      ? child.children.map(textIn).join('')
      : String(child);
