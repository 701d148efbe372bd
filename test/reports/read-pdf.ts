import { readFile } from 'node:fs/promises';
import { inflateSync } from 'node:zlib';

export interface ReadPdf {
  readonly pages: number;
  /** Each line of text as a reader would copy it. */
  readonly texts: readonly string[];
  readonly fonts: readonly string[];
  readonly links: readonly string[];
}

/** What a PDF file says, read as far as the files of this program need it. */
export async function readPdf(file: string): Promise<ReadPdf> {
  const source = await readFile(file, 'latin1');
  const matchesOf = (pattern: RegExp): string[] => Array.from(source.matchAll(pattern), ([, part = '']) => part);
  // A stream may end with a carriage return of its own: only the line feed belongs to the frame.
  const streams = matchesOf(/stream\n([^]*?)\nendstream/g).flatMap((stream) => {
    try {
      return [inflateSync(Buffer.from(stream, 'latin1')).toString('latin1')];
    } catch {
      return [];
    }
  });
  // The same glyph number means another character in each font: a text is read by every map.
  const maps = streams.filter((stream) => stream.includes('beginbfrange')).map(charactersIn);
  const lines = streams.flatMap((stream) =>
    Array.from(stream.matchAll(/\[([^\]]*)\] TJ/g), ([, parts = '']) =>
      Array.from(parts.matchAll(/<([\da-f]*)>/g), ([, glyphs = '']) => glyphs).join(''),
    ),
  );
  return {
    pages: matchesOf(/(\/Type \/Page)\n/g).length,
    texts: lines.flatMap((line) =>
      maps.map((map) => (line.match(/.{4}/g) ?? []).map((glyph) => map[Number.parseInt(glyph, 16)] ?? '').join('')),
    ),
    fonts: [...new Set(matchesOf(/\/FontName \/(\S+)/g))],
    links: matchesOf(/\/URI \((.*?)\)/g),
  };
}

/** The characters of a font by the number of their glyphs. */
const charactersIn = (map: string): string[] =>
  Array.from(map.matchAll(/\[([^\]]*)\]/g), ([, all = '']) => all)
    .join(' ')
    .split(/\s+/)
    .filter(Boolean)
    .map((code) => Buffer.from(code.replaceAll(/[<>]/g, ''), 'hex').swap16().toString('utf16le'));
