import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { ViewBrowser } from '../test/views/browser.ts';
import { pictureSources } from './picture-sources.ts';

/**
 * `npm run pictures`: makes the pictures of README from the embedded platform: what the demo prints, a view as a host
 * shows it, and a report. Needs Chromium. `test/docs/pictures.test.ts` fails when what they show has changed since.
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

try {
  const printed = execFileSync(process.execPath, [join(root, 'demo/demo.ts')], { cwd: root, encoding: 'utf8' });
  const drawn = execFileSync(process.execPath, [join(root, 'scripts/picture-of-demo.mjs')], { input: printed });
  writeFileSync(asset('demo.svg'), drawn);

  const structuredContent: unknown = JSON.parse(program('call', 'visibility_report'));
  const browser = await ViewBrowser.start(2);
  try {
    const { page } = await browser.show({ name: 'report', result: { structuredContent }, width: 760 });
    await page.setViewportSize({ width: 760, height: 820 });
    await page.screenshot({ path: asset('view.png') });

    program('report', '--out', join(folder, 'report.html'));
    await page.setViewportSize({ width: 760, height: 980 });
    await page.goto(`file://${join(folder, 'report.html')}`);
    await page.screenshot({ path: asset('report.png') });
  } finally {
    await browser.close();
  }
  writeFileSync(asset('pictures.json'), `${JSON.stringify({ sources: pictureSources(root) })}\n`);
  for (const name of ['demo.svg', 'view.png', 'report.png'])
    console.log(`assets/${name}: ${readFileSync(asset(name)).byteLength} bytes`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
