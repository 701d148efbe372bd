import { Buffer } from 'node:buffer';
import Document from 'pdfkit';
import { bundledFonts, drawable, fontFor, piecesByFont } from '../fonts.ts';

export interface LineStyle {
  readonly size: number;
  readonly colour: string;
  readonly bold?: boolean | undefined;
  readonly anchor?: 'start' | 'middle' | 'end' | undefined;
}

/** A document of A4 pages. Of its embedded fonts it has only the characters that are used. Lengths are in points. */
export class Pdf {
  readonly doc: PDFKit.PDFDocument;
  readonly #clean: (text: string) => string;
  readonly #bytes: Promise<Uint8Array>;

  private constructor(doc: PDFKit.PDFDocument, clean: (text: string) => string) {
    this.doc = doc;
    this.#clean = clean;
    const parts: Buffer[] = [];
    doc.on('data', (part: Buffer) => parts.push(part));
    this.#bytes = new Promise((resolve, reject) => {
      doc.on('end', () => resolve(Buffer.concat(parts)));
      doc.on('error', reject);
    });
  }

  /** `sample`: all texts of the document, to find a font for their characters. */
  static async create(
    about: { readonly title: string; readonly language: string; readonly at: number },
    sample: string,
  ) {
    const [[regular, bold], more] = await Promise.all([bundledFonts(), fontFor(sample)]);
    const doc = new Document({
      size: 'A4',
      margin: 0,
      bufferPages: true,
      autoFirstPage: false,
      lang: about.language,
      displayTitle: true,
      info: { Title: about.title, Creator: 'visibility-mcp', CreationDate: new Date(about.at) },
      font: Buffer.from(regular) as unknown as string,
    });
    doc.registerFont('regular', Buffer.from(regular));
    doc.registerFont('bold', Buffer.from(bold));
    if (more) registerFirst(doc, 'more', Buffer.from(more));
    return new Pdf(doc, more ? (text) => text : drawable);
  }

  /** Points that a text takes on one line. */
  width(text: string, style: LineStyle): number {
    return this.#runs(text, style).reduce((sum, run) => sum + this.#select(run, style).widthOfString(run.text), 0);
  }

  /** Writes one line of text, its baseline at `y`. */
  line(text: string, x: number, y: number, style: LineStyle): void {
    const width = this.width(text, style);
    let textX = style.anchor === 'end' ? x - width : style.anchor === 'middle' ? x - width / 2 : x;
    for (const run of this.#runs(text, style)) {
      const doc = this.#select(run, style);
      doc.fillColor(style.colour).text(run.text, textX, y, { lineBreak: false, baseline: 'alphabetic' });
      textX += doc.widthOfString(run.text);
    }
  }

  /** Height in points of a text that is broken into lines of `width`. */
  height(text: string, width: number, style: LineStyle): number {
    // Characters of another font are measured as a letter of about their width.
    const measuredTexts = this.#runs(text, style).map((run) =>
      run.font === 'more' ? 'W'.repeat(run.text.length) : run.text,
    );
    const doc = this.#select({ font: style.bold ? 'bold' : 'regular' }, style);
    return doc.heightOfString(measuredTexts.join('') || ' ', { width, lineGap });
  }

  /** Writes a text, broken into lines of `width`, its top at `y`. */
  block(
    text: string,
    x: number,
    y: number,
    width: number,
    style: LineStyle & { readonly link?: string | undefined },
  ): void {
    const runs = this.#runs(text, style);
    runs.forEach((run, at) => {
      const options = {
        width,
        lineGap,
        align: style.anchor === 'end' ? ('right' as const) : ('left' as const),
        continued: at < runs.length - 1,
        link: style.link,
      };
      const doc = this.#select(run, style).fillColor(style.colour);
      if (at === 0) doc.text(run.text, x, y, options);
      else doc.text(run.text, options);
    });
  }

  /** The text in pieces of one font each, without invisible characters. */
  #runs(text: string, { bold }: LineStyle): Run[] {
    const clean = this.#clean(text.replaceAll(invisible, ' '));
    return piecesByFont(clean).flatMap((piece, at) =>
      piece === '' ? [] : [{ text: piece, font: at % 2 === 1 ? 'more' : bold ? 'bold' : 'regular' }],
    );
  }

  #select({ font }: Pick<Run, 'font'>, { size }: LineStyle): PDFKit.PDFDocument {
    return this.doc.font(font).fontSize(size);
  }

  end(): Promise<Uint8Array> {
    this.doc.end();
    return this.#bytes;
  }
}

interface Run {
  readonly text: string;
  readonly font: 'regular' | 'bold' | 'more';
}

/** Control characters, direction marks and other invisible characters. */
const invisible = /[\u0000-\u001F\u007F-\u009F\u200B-\u200F\u202A-\u202E\u2066-\u2069]+/g;

const lineGap = 2;

/** Registers a font. A file with several fonts has no default one: the first of these families that it has is taken. */
function registerFirst(doc: PDFKit.PDFDocument, name: string, font: Buffer): void {
  const families = [
    'NotoSansCJKjp-Regular',
    'NotoSansCJKsc-Regular',
    'WenQuanYiZenHei',
    'PingFangSC-Regular',
    'MicrosoftYaHei',
    'YuGothic-Medium',
  ];
  const isCollection = font.subarray(0, 4).toString('latin1') === 'ttcf';
  for (const family of isCollection ? families : [undefined])
    try {
      doc.registerFont(name, font, family as string);
      doc.font(name);
      return;
    } catch {
      // The file has no font of this family.
    }
  throw new Error('the font of this computer cannot be read');
}
