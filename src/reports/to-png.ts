import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { encodePng } from './encode-png.ts';
import { initWasm, Resvg } from '@resvg/resvg-wasm';

let ready: Promise<readonly Uint8Array[]> | undefined;

/** An SVG of this program's as PNG, twice as large for sharp displays. Loads nothing from the network. */
export async function toPng(svg: string): Promise<Uint8Array> {
  const fonts = await (ready ??= load());
  const drawing = new Resvg(svg, {
    fitTo: { mode: 'zoom', value: 2 },
    font: { fontBuffers: [...fonts], defaultFontFamily: 'DejaVu Sans', sansSerifFamily: 'DejaVu Sans' },
  });
  const image = drawing.render();
  try {
    return encodePng({ width: image.width, height: image.height, pixels: image.pixels });
  } finally {
    image.free();
    drawing.free();
  }
}

async function load(): Promise<readonly Uint8Array[]> {
  const [engine, ...fonts] = await Promise.all(
    [
      '@resvg/resvg-wasm/index_bg.wasm',
      'dejavu-fonts-ttf/ttf/DejaVuSans.ttf',
      'dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf',
    ].map((file) => readFile(assetOf(file))),
  );
  await initWasm(engine as Uint8Array<ArrayBuffer>);
  return fonts;
}

/** The build copies these files beside the bundle; run from the sources they are in their packages. */
function assetOf(file: string): string | URL {
  const copied = new URL(`pictures/${file.split('/').at(-1)}`, import.meta.url);
  return existsSync(copied) ? copied : createRequire(import.meta.url).resolve(file);
}
