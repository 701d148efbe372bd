import { isElement, textIn, type Child, type Node } from '../../charts/node.ts';
import type { Pdf } from './pdf.ts';

/** Draws a chart on the page at `x`, `y`, scaled to `width`. Shapes are vectors, and texts can be selected. */
export function drawChart(pdf: Pdf, chart: Node, x: number, y: number, width: number): void {
  const [left = 0, top = 0, own = 1] = String(chart.attributes['viewBox']).split(' ').map(Number);
  const { doc } = pdf;
  doc.save();
  doc
    .translate(x, y)
    .scale(width / own)
    .translate(-left, -top);
  chart.children.forEach((child) => draw(pdf, child));
  doc.restore();
}

function draw(pdf: Pdf, child: Child): void {
  if (!isElement(child)) return;
  const { doc } = pdf;
  const { tag, attributes, children } = child;
  const number = (name: string): number => Number(attributes[name] ?? 0);
  const fill = colourOf(attributes['fill']);
  switch (tag) {
    case 'rect':
      if (fill && number('width') > 0)
        doc
          .roundedRect(
            number('x'),
            number('y'),
            number('width'),
            number('height'),
            Math.min(number('rx'), number('width') / 2),
          )
          .fill(fill);
      return;
    case 'circle':
      if (fill) doc.circle(number('cx'), number('cy'), number('r')).fill(fill);
      return;
    case 'line':
    case 'path': {
      const stroke = colourOf(attributes['stroke']);
      const path =
        tag === 'path' ? String(attributes['d']) : `M${number('x1')},${number('y1')}L${number('x2')},${number('y2')}`;
      if (fill && tag === 'path')
        doc.path(path).fill(fill, attributes['fill-rule'] === 'evenodd' ? 'even-odd' : 'non-zero');
      if (!stroke) return;
      doc.lineWidth(Number(attributes['stroke-width'] ?? 1));
      if (attributes['stroke-dasharray']) doc.dash(5, { space: 4 });
      doc.path(path).stroke(stroke);
      doc.undash();
      return;
    }
    case 'text':
      pdf.line(textIn(child), number('x'), number('y'), {
        size: Number(attributes['font-size'] ?? 13),
        colour: fill ?? '#000000',
        bold: attributes['font-weight'] === 'bold',
        anchor:
          attributes['text-anchor'] === 'end' ? 'end' : attributes['text-anchor'] === 'middle' ? 'middle' : 'start',
      });
      return;
    default:
      if (tag !== 'title') children.forEach((part) => draw(pdf, part));
  }
}

const colourOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value.startsWith('#') ? value : undefined;
