import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { ViewBrowser } from '../test/reports/views/browser.ts';
import { screenshotOf, storedScreenshot } from '../test/reports/views/screenshots.ts';
import { viewNames } from '../src/tools/definition/view-name.ts';
import { pictureSources } from './picture-sources.ts';

/**
 * `npm run pictures`: makes the pictures of README from the embedded platform: what the demo prints, a view as a host
 * shows it, and a report; with `--screenshots` also those that the tests of the views compare with. Needs Chromium. `test/docs/pictures.test.ts` fails when what they show has changed since.
 */
const root = resolve(import.meta.dirname, '..');
const folder = mkdtempSync(join(tmpdir(), 'visibility-pictures-'));
const asset = (name: string): string => join(root, 'assets', name);
const program = (...args: string[]): string =>
  execFileSync(process.execPath, [join(root, 'bin/visibility-mcp.js'), ...args], {
    env: { ...process.env, VISIBILITY_SANDBOX: '1', VISIBILITY_STATE: join(folder, 'state.db') },
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });

/** The question above the view, as in a host: a page of this program's, not the look of any product. */
const conversation = `{
  const style = document.createElement('style');
  style.textContent = \`
    body { padding: 20px; background: #eceff3; font: 15px/1.5 system-ui, sans-serif; }
    body[data-theme=dark] { background: #0d1014; color: #f0f3f6; }
    iframe { border-radius: 12px !important; }
    .question { width: fit-content; margin: 0 0 14px auto; padding: 8px 16px; border-radius: 18px; background: #d5e3f5; }
    [data-theme=dark] .question { background: #1d3a5c; }
    .tool { margin: 0 0 8px 4px; color: #59636e; font-size: 13px; }
    [data-theme=dark] .tool { color: #b1bac4; }\`;
  document.head.append(style);
  const said = (name, text) => Object.assign(document.createElement('p'), { className: name, textContent: text });
  document.querySelector('iframe').before(
    said('question', 'How do AI assistants see our brand?'),
    said('tool', 'visibility_report'),
  );
}`;

if (process.argv.includes('--screenshots')) {
  const browser = await ViewBrowser.start();
  for (const name of viewNames)
    for (const theme of ['light', 'dark'] as const)
      writeFileSync(storedScreenshot(name, theme), await screenshotOf(browser, name, theme));
  await browser.close();
}

try {
  const printed = execFileSync(process.execPath, [join(root, 'demo/demo.ts')], { cwd: root, encoding: 'utf8' });
  const drawn = execFileSync(process.execPath, [join(root, 'scripts/picture-of-demo.mjs')], { input: printed });
  writeFileSync(asset('demo.svg'), drawn);

  const structuredContent: unknown = JSON.parse(program('call', 'visibility_report'));
  const browser = await ViewBrowser.start({ scale: 2 });
  try {
    const { page, view } = await browser.show({ name: 'report', result: { structuredContent }, width: 760 });
    await page.setViewportSize({ width: 760, height: 980 });
    await page.evaluate(conversation);
    for (const theme of ['light', 'dark'] as const) {
      await browser.change({ width: 760, height: 980, theme });
      await page.evaluate(`document.body.dataset.theme = '${theme}'`);
      // Until the browser has drawn the frame again with all the pixels of the display.
      await view.waitForTimeout(1_000);
      await page.screenshot({ path: asset(theme === 'light' ? 'view.png' : 'view-dark.png') });
    }

    program('report', '--out', join(folder, 'report.html'));
    await page.goto(`file://${join(folder, 'report.html')}`);
    await page.screenshot({ path: asset('report.png') });
  } finally {
    await browser.close();
  }
  writeFileSync(asset('pictures.json'), `${JSON.stringify({ sources: pictureSources(root) })}\n`);
  for (const name of ['demo.svg', 'view.png', 'view-dark.png', 'report.png'])
    console.log(`assets/${name}: ${readFileSync(asset(name)).byteLength} bytes`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
