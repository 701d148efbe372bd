import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

/** Reads a file of a package. The build copies it beside the bundle. */
export function readAsset(file: string): Promise<Uint8Array> {
  const copied = new URL(`pictures/${file.split('/').at(-1)}`, import.meta.url);
  return readFile(existsSync(copied) ? copied : createRequire(import.meta.url).resolve(file));
}

/** The fonts of pictures and PDF files. They have Latin, Greek, Cyrillic, Armenian, Georgian, Hebrew and Arabic letters. */
export const bundledFonts = (): Promise<readonly [regular: Uint8Array, bold: Uint8Array]> =>
  Promise.all([
    readAsset('dejavu-fonts-ttf/ttf/DejaVuSans.ttf'),
    readAsset('dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf'),
  ]);

/** Characters that the bundled fonts cannot draw. */
const foreign =
  /[[[\p{L}\p{M}]--[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Armenian}\p{Script=Georgian}\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Common}\p{Script=Inherited}]]\u3000-\u303F\u30FB\u30FC\uFF00-\uFFEF]/v;

/** Paths at which operating systems keep a font with Chinese, Japanese and Korean characters. One of them is enough. */
const places = [
  '/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc',
  '/usr/share/fonts/noto-cjk/NotoSansCJK-Regular.ttc',
  '/usr/share/fonts/google-noto-sans-cjk-fonts/NotoSansCJK-Regular.ttc',
  '/usr/share/fonts/truetype/droid/DroidSansFallbackFull.ttf',
  '/usr/share/fonts/truetype/wqy/wqy-zenhei.ttc',
  '/usr/share/fonts/opentype/ipafont-gothic/ipag.ttf',
  '/System/Library/Fonts/PingFang.ttc',
  '/System/Library/Fonts/Hiragino Sans GB.ttc',
  '/Library/Fonts/Arial Unicode.ttf',
  'C:\\Windows\\Fonts\\msyh.ttc',
  'C:\\Windows\\Fonts\\YuGothM.ttc',
];

/** A font of this computer for the characters of a text that the bundled fonts cannot draw. Undefined if they can draw all, or there is no such font. */
export async function fontFor(text: string): Promise<Uint8Array | undefined> {
  const fontFile = foreign.test(text) ? places.find((place) => existsSync(place)) : undefined;
  return fontFile === undefined ? undefined : readFile(fontFile);
}

/** A text, cut where it needs another font. The pieces with an odd index are those that the bundled fonts cannot draw. */
export const piecesByFont = (text: string): string[] => text.split(new RegExp(`((?:${foreign.source})+)`, 'v'));

/** A text in which characters that no font can draw are replaced by the name of their script, such as `[Chinese]`, so that a reader sees what is missing. */
export const drawable = (text: string): string =>
  text.replaceAll(foreignRun, (run) => `[${scripts.find(([of]) => of.test(run))?.[1] ?? 'other script'}]`);

const foreignRun = new RegExp(`(?:${foreign.source})+`, 'gv');

const scripts: readonly (readonly [RegExp, string])[] = [
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/u, 'Japanese'],
  [/\p{Script=Hangul}/u, 'Korean'],
  [/\p{Script=Han}/u, 'Chinese'],
  [/\p{Script=Thai}/u, 'Thai'],
  [/\p{Script=Devanagari}/u, 'Devanagari'],
];
