import { resultsOf } from './results.ts';
import type { ViewBrowser } from './browser.ts';

const size = { width: 720, height: 1_000 };

/** The top of a view with real data, as PNG. */
export async function screenshotOf(browser: ViewBrowser, name: string, theme: 'light' | 'dark'): Promise<Buffer> {
  const { page } = await browser.show({ name, theme, width: size.width, result: resultsOf(name)['real'] ?? {} });
  await browser.change({ ...size, theme });
  return page.screenshot();
}

/** Where the stored one is. `npm run pictures -- --screenshots` draws it again. */
export const storedScreenshot = (name: string, theme: string): URL =>
  new URL(`screenshots/${name}-${theme}.png`, import.meta.url);

/**
 * How far two pictures are from each other: the share of their area that has another colour, from 0 to 1. They are made
 * small first, so that the letters of another machine's fonts make no difference.
 */
export async function differenceOf(browser: ViewBrowser, one: Buffer, other: Buffer): Promise<number> {
  const [a, b] = [one, other].map((png) => png.toString('base64'));
  return browser.evaluate<number>(`(async () => {
    const [width, height] = [${size.width / 12}, ${Math.round(size.height / 12)}];
    const pixels = async (base64) => {
      const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
      const image = await createImageBitmap(new Blob([bytes]), { resizeWidth: width, resizeHeight: height, resizeQuality: 'high' });
      const canvas = new OffscreenCanvas(width, height).getContext('2d');
      canvas.drawImage(image, 0, 0);
      return canvas.getImageData(0, 0, width, height).data;
    };
    const [one, other] = [await pixels('${a}'), await pixels('${b}')];
    let far = 0;
    for (let at = 0; at < one.length; at += 4)
      if ([0, 1, 2].some((part) => Math.abs(one[at + part] - other[at + part]) > 48)) far++;
    return far / (one.length / 4);
  })()`);
}
