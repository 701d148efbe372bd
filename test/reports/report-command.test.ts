import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { chromium } from 'playwright-core';
import { executablePath } from './views/browser.ts';
import { folder } from '../support/processes/folder.ts';
import { runHere } from '../cli/program.ts';

test('writes one file by its ending, in English and German', async () => {
  await using rig = await folder();
  const write = async (name: string, ...more: string[]): Promise<Buffer> => {
    const done = await runHere(['report', '--out', join(rig.path, name), ...more], {
      env: { VISIBILITY_STATE: join(rig.path, 's.db') },
    });
    expect(done).toMatchObject({ code: 0 });
    return readFile(join(rig.path, name));
  };
  const html = String(await write('r.html'));
  expect(html).toContain('Fjordkiste scores');
  expect(html).not.toMatch(/<script|https?:\/\/[^"<\s]*\.(?:js|css|woff)/);
  const markdown = String(await write('r.md', '--language', 'de'));
  expect(markdown).toContain('im KI-Sichtbarkeitsindex');
  expect(markdown).toMatch(/^\| -+ \| -+:? \|$/m);
  // What a reader needs to judge the figures is in each format; sentences are broken, not cut.
  for (const document of [html, markdown]) {
    expect(document).toMatch(/Invented data of the embedded platform|Erfundene Daten/);
    expect(document).toMatch(/What to do next|Nächste Schritte/);
    expect(document).toMatch(/\b20\d\d\b/);
  }
});

test('a list for a German spreadsheet has semicolons and decimal commas', async () => {
  await using rig = await folder();
  const file = join(rig.path, 'keywords.csv');
  const input = JSON.stringify({
    operation: 'keywords.list',
    arguments: { project: 1 },
    fields: ['id', 'keyword', 'cpc'],
  });
  const done = await runHere(['call', 'call_read', input, '--save', file, '--csv-separator', ';'], {
    env: { VISIBILITY_STATE: join(rig.path, 's.db') },
  });
  expect(done).toMatchObject({ code: 0 });
  const lines = String(await readFile(file)).split('\r\n');
  expect(lines[0]).toBe('\uFEFFid;keyword;cpc');
  expect(lines.slice(1, -1).join('\n')).toMatch(/^\d+;[^;]+;\d+,\d+$/m);
});

test('says what is wrong with its arguments before anything is read', async () => {
  for (const [args, says] of [
    [['report'], '--out FILE'],
    [['report', '--out', 'x.docx'], '.html, .md'],
    [['report', '--out', 'x.pdf'], '.html, .md'],
    [['report', '--out', 'x.png'], '.html, .md'],
    [['report', '--out', 'x.md', '--language', 'fr'], 'en or de'],
    [['report', '--out', 'x.md', '--days', 'ten'], '1 to 365'],
    [['report', '--out', join(tmpdir(), 'x.md'), '--days', '400'], 'days'],
    ...['from', 'to', 'period', 'compare'].map(
      (option) => [['report', '--out', join(tmpdir(), 'x.md'), `--${option}`, 'never'], option] as const,
    ),
    [['report', '--out', '/nowhere/x.md'], 'no folder /nowhere'],
    [['report', '--out', '/dev/null/x.md'], 'no folder /dev/null'],
    [['call', 'call_read', '{}', '--save', '/nowhere/x.csv'], 'no folder /nowhere'],
    [['call', 'call_read', '{}', '--save', tmpdir()], 'is a folder; name a file'],
    [['call', 'call_read', '{}', '--save', 'x.csv', '--csv-separator', '|'], '--csv-separator is , or ;'],
  ] as const) {
    const { code, stderr } = await runHere(args);
    expect(code).toBe(2);
    expect(stderr).toContain(says);
  }
});

test.skipIf(executablePath === undefined)('the HTML file loads nothing, runs nothing and prints on A4', async () => {
  await using rig = await folder();
  const file = join(rig.path, 'r.html');
  const env = { VISIBILITY_STATE: join(rig.path, 's.db') };
  expect(await runHere(['report', '--out', file], { env })).toMatchObject({ code: 0 });

  const browser = await chromium.launch({ executablePath: executablePath ?? '', args: ['--no-sandbox'] });
  try {
    const page = await browser.newPage({ javaScriptEnabled: false });
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    await page.goto(`file://${file}`);
    expect(requests).toHaveLength(1);
    expect(await page.locator('h1').innerText()).toBe('Fjordkiste');
    for (const width of [360, 1_200]) {
      await page.setViewportSize({ width, height: 800 });
      const labels = await page.locator('svg.chart text:visible').all();
      expect(labels.length).toBeGreaterThan(5);
      // 11 pixels are what people read on a phone.
      for (const label of labels.slice(0, 6))
        expect((await label.boundingBox())?.height ?? 0).toBeGreaterThanOrEqual(11);
    }
    expect((await page.pdf({ format: 'A4' })).subarray(0, 5).toString()).toBe('%PDF-');
  } finally {
    await browser.close();
  }
});

test('lists the brands where none or several match', async () => {
  await using rig = await folder();
  const done = await runHere(['report', 'nobody', '--out', join(rig.path, 'r.md')], {
    env: { VISIBILITY_STATE: join(rig.path, 's.db') },
  });
  expect(done.code).not.toBe(0);
  expect(done.stderr).toContain('Fjordkiste (fjordkiste.example, id 2001)');
});
