import { encodePng } from './encode-png.ts';
import { bundledFonts, drawable, fontFor, readAsset } from './fonts.ts';
import { initWasm, Resvg } from '@resvg/resvg-wasm';

let ready: Promise<readonly Uint8Array[]> | undefined;

/** Renders an SVG of this program as PNG, twice as large for sharp displays. Loads nothing from the network. */
export async function toPng(svg: string): Promise<Uint8Array> {
  const [fonts, more] = await Promise.all([(ready ??= load()), fontFor(svg)]);
  const drawing = new Resvg(more ? svg : drawable(svg), {
    fitTo: { mode: 'zoom', value: 2 },
    font: {
      fontBuffers: more ? [...fonts, more] : [...fonts],
      defaultFontFamily: 'DejaVu Sans',
      sansSerifFamily: 'DejaVu Sans',
    },
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
  const [engine, fonts] = await Promise.all([readAsset('@resvg/resvg-wasm/index_bg.wasm'), bundledFonts()]);
  await initWasm(engine as Uint8Array<ArrayBuffer>);
  return fonts;
}
