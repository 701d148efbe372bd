import { isElement, textIn, type Child, type Node } from '../../charts/node.ts';
import { pictureTheme } from '../../charts/theme.ts';
import { drawChart } from './draw-chart.ts';
import type { LineStyle, Pdf } from './pdf.ts';

/** A part of the document that is not cut by the end of a page. Lengths are in points. */
export interface Box {
  readonly height: number;
  /** Set for a heading, which must not be the last box of its page. */
  readonly heads?: boolean | undefined;
  draw(x: number, y: number): void;
}

const { text: dark, muted } = pictureTheme;
const styles = {
  h1: { size: 22, colour: dark, bold: true },
  h2: { size: 13, colour: dark, bold: true },
  p: { size: 9.5, colour: dark },
  note: { size: 8.5, colour: muted },
} as const satisfies Record<string, LineStyle>;

/** The document as boxes of `width`, in their order, without parts that are of no use on paper. */
export const boxesOf = (pdf: Pdf, nodes: readonly Child[], width: number): Box[] =>
  nodes.flatMap((node) => (isElement(node) ? boxes(pdf, node, width) : []));

function boxes(pdf: Pdf, node: Node, width: number): Box[] {
  const { tag, attributes, children } = node;
  switch (tag) {
    case 'h1':
      return [{ ...words(pdf, textIn(node), width, styles.h1, 0, 2), heads: true }];
    case 'h2':
      return [{ ...words(pdf, textIn(node), width, styles.h2, 12, 5), heads: true }];
    case 'p':
      return [words(pdf, textIn(node), width, attributes['class'] ? styles.note : styles.p, 2, 4)];
    case 'ul':
      return children.map((item) => listItem(pdf, textIn(item), width));
    case 'dl':
      return [facts(pdf, children.filter(isElement), width)];
    case 'svg':
      return [chart(pdf, node, width)];
    case 'table':
      return rows(pdf, node, width);
    case 'details':
    case 'button':
      return [];
    case 'div':
      if (attributes['class'] === 'score') return [score(pdf, children.filter(isElement), width)];
      break;
  }
  return boxesOf(pdf, children, width);
}

function words(pdf: Pdf, text: string, width: number, style: LineStyle, above: number, below: number): Box {
  const height = pdf.height(text, width, style);
  return { height: above + height + below, draw: (x, y) => pdf.block(text, x, y + above, width, style) };
}

function listItem(pdf: Pdf, text: string, width: number): Box {
  const { height, draw } = words(pdf, text, width - 12, styles.p, 1, 3);
  return {
    height,
    draw: (x, y) => {
      pdf.doc.circle(x + 3, y + 6.8, 1.4).fill(muted);
      draw(x + 12, y);
    },
  };
}

/** Key figures in panels side by side. */
function facts(pdf: Pdf, all: readonly Node[], width: number): Box {
  const gap = 10;
  const each = (width - gap * (all.length - 1)) / Math.max(1, all.length);
  const parts = all.map(({ children: [name, value] }) => {
    const [label, number] = [textIn(name), textIn(value)];
    const top = pdf.height(label, each - 20, styles.note);
    return { label, number, top, height: top + pdf.height(number, each - 20, styles.h2) + 18 };
  });
  const height = Math.max(0, ...parts.map((part) => part.height));
  return {
    height: height + 12,
    draw: (x, y) =>
      parts.forEach(({ label, number, top }, at) => {
        const left = x + at * (each + gap);
        pdf.doc.roundedRect(left, y + 6, each, height, 5).fill('#f6f8fa');
        pdf.block(label, left + 10, y + 14, each - 20, styles.note);
        pdf.block(number, left + 10, y + 15 + top, each - 20, styles.h2);
      }),
  };
}

/** The score beside its ring: the number large, its name and further facts below. */
function score(pdf: Pdf, [ring, wording]: readonly Node[], width: number): Box {
  const size = 58;
  const [number, of, verdict, ...more] = (wording?.children ?? []).map(textIn).map((text) => text.trim());
  return {
    height: size + 14,
    draw: (x, y) => {
      if (ring) drawChart(pdf, ring, x, y + 6, size);
      const left = x + size + 14;
      const large = { size: 26, colour: dark, bold: true };
      pdf.line(number ?? '', left, y + 30, large);
      const after = left + pdf.width(number ?? '', large) + 6;
      pdf.line([of, verdict].filter(Boolean).join(' · '), after, y + 30, styles.p);
      const [name, ...rest] = more.filter(Boolean);
      pdf.line(name ?? '', left, y + 46, { ...styles.p, bold: true });
      pdf.block(rest.join(' '), left, y + 51, width - size - 14, styles.note);
    },
  };
}

function chart(pdf: Pdf, node: Node, width: number): Box {
  const scale = width / Number(node.attributes['width']);
  return {
    height: Number(node.attributes['height']) * scale + 4,
    draw: (x, y) => drawChart(pdf, node, x, y + 2, width),
  };
}

/** A table as one box for each row. The first box, with the names of the columns, stays with the next one. */
function rows(pdf: Pdf, node: Node, width: number): Box[] {
  const lines = node.children
    .filter(isElement)
    .flatMap((part) => part.children.filter(isElement))
    .map((row) => row.children.filter(isElement));
  const numeric = (lines[0] ?? []).map(({ attributes }) => attributes['class'] === 'number');
  const narrow = 126;
  const wide = (width - narrow * numeric.filter(Boolean).length) / Math.max(1, numeric.filter((is) => !is).length);
  const widths = numeric.map((is) => (is ? narrow : wide));
  return lines.map((cells, at): Box => {
    const style = at === 0 ? { ...styles.note, bold: true } : styles.p;
    const texts = cells.map(textIn);
    const height = Math.max(...texts.map((text, column) => pdf.height(text, (widths[column] ?? wide) - 8, style))) + 6;
    return {
      height,
      heads: at === 0,
      draw: (x, y) => {
        let left = x;
        texts.forEach((text, column) => {
          const room = widths[column] ?? wide;
          const link = linkOf(cells[column]);
          pdf.block(text, left, y + 3, numeric[column] ? room : room - 8, {
            ...style,
            anchor: numeric[column] ? 'end' : 'start',
            link,
            colour: link === undefined ? style.colour : '#0550ae',
          });
          left += room;
        });
        pdf.doc
          .lineWidth(0.5)
          .moveTo(x, y + height)
          .lineTo(x + width, y + height)
          .stroke(pictureTheme.grid);
      },
    };
  });
}

function linkOf(cell: Child): string | undefined {
  if (!isElement(cell)) return undefined;
  if (cell.tag === 'a') return String(cell.attributes['href']);
  return cell.children.map(linkOf).find((link) => link !== undefined);
}
