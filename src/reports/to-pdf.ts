import { textIn, type Node } from '../charts/node.ts';
import { pictureTheme } from '../charts/theme.ts';
import { boxesOf, type Box } from './pdf/boxes.ts';
import { Pdf } from './pdf/pdf.ts';

export interface PdfOptions {
  readonly title: string;
  /** BCP 47. */
  readonly language: string;
  /** Epoch milliseconds: when the document was made. */
  readonly at: number;
  /** Text at the foot of each page, before its number. */
  readonly foot: string;
  /** Such as `Page 1 of 2`. */
  readonly pageName: (page: number, of: number) => string;
}

/** A4 in points, and its margins. */
const page = { width: 595.28, height: 841.89 };
const margin = { side: 51, top: 46, bottom: 48 };
const width = page.width - 2 * margin.side;

/** A document as PDF on A4: texts that can be selected, charts as shapes, links, page numbers. Nothing is cut by the end of a page. */
export async function toPdf(body: readonly Node[], { foot, pageName, ...about }: PdfOptions): Promise<Uint8Array> {
  const pdf = await Pdf.create(about, `${about.title} ${body.map(textIn).join(' ')}`);
  const { doc } = pdf;
  doc.addPage();
  let y = margin.top;
  for (const group of groupsOf(boxesOf(pdf, body, width))) {
    const height = group.reduce((sum, box) => sum + box.height, 0);
    if (y > margin.top && y + height > page.height - margin.bottom) {
      doc.addPage();
      y = margin.top;
    }
    for (const box of group) {
      box.draw(margin.side, y);
      y += box.height;
    }
  }
  const { count } = doc.bufferedPageRange();
  for (let at = 0; at < count; at++) {
    doc.switchToPage(at);
    const base = page.height - 34;
    const style = { size: 8, colour: pictureTheme.muted };
    pdf.line(foot, margin.side, base, style);
    pdf.line(pageName(at + 1, count), page.width - margin.side, base, { ...style, anchor: 'end' });
  }
  return pdf.end();
}

/** Boxes in groups that stay on one page: headings with the box that follows. */
function groupsOf(boxes: readonly Box[]): Box[][] {
  const groups: Box[][] = [];
  let headed = false;
  for (const box of boxes) {
    if (headed) groups.at(-1)?.push(box);
    else groups.push([box]);
    headed = box.heads === true;
  }
  return groups;
}
