import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { chromium } from 'playwright-core';
import { executablePath } from '../views/browser.ts';
import { folder } from '../support/processes/folder.ts';
import { readPdf } from './read-pdf.ts';
import { runProgram } from '../cli/program.ts';

test('writes one file by its ending, in English and German', async () => {
  await using it = await folder();
  const write = async (name: string, ...more: string[]): Promise<Buffer> => {
    const done = await runProgram(['report', '--out', join(it.path, name), ...more], {
      env: { VISIBILITY_STATE: join(it.path, 's.db') },
    });
    expect(done).toMatchObject({ code: 0 });
    return readFile(join(it.path, name));
  };
  const html = String(await write('r.html'));
  expect(html).toContain('Fjordkiste scores');
  expect(html).not.toMatch(/<script|https?:\/\/[^"<\s]*\.(?:js|css|woff)/);
  const markdown = String(await write('r.md', '--language', 'de'));
  expect(markdown).toContain('## Zusammenfassung');
  expect(markdown).toMatch(/^\| --- \| --- \|$/m);
  expect(String(await write('r.svg'))).toMatch(/^<svg .*Presence/s);
  const png = await write('r.png');
  expect(png.subarray(1, 4).toString()).toBe('PNG');
});

test('writes a PDF with texts that can be selected, embedded fonts, page numbers and links', async () => {
  await using it = await folder();
  const file = join(it.path, 'r.pdf');
  const done = await runProgram(['report', '--out', file, '--language', 'de'], {
    env: { VISIBILITY_STATE: join(it.path, 's.db') },
  });
  expect(done).toMatchObject({ code: 0 });
  const pdf = await readPdf(file);
  expect(pdf.pages).toBe(2);
  for (const text of ['Fjordkiste', 'Zusammenfassung', 'Präsenz', 'Plattformen im Vergleich', 'Seite 2 von 2'])
    expect(pdf.texts).toContain(text);
  expect(pdf.fonts).toEqual([expect.stringMatching(/DejaVuSans$/), expect.stringMatching(/DejaVuSans-Bold$/)]);
  expect(pdf.links).toContainEqual(expect.stringContaining('https://testlabor.example/'));
});

test('says what is wrong with its arguments before anything is read', async () => {
  for (const [args, says] of [
    [['report'], '--out FILE'],
    [['report', '--out', 'x.docx'], '.html, .pdf, .md, .svg, .png'],
    [['report', '--out', 'x.md', '--language', 'fr'], 'en or de'],
    [['report', '--out', 'x.md', '--days', 'ten'], '1 to 365'],
  ] as const) {
    const { code, stderr } = await runProgram(args);
    expect(code).toBe(2);
    expect(stderr).toContain(says);
  }
});

test.skipIf(executablePath === undefined)('the HTML file loads nothing, runs nothing and prints on A4', async () => {
  await using it = await folder();
  const file = join(it.path, 'r.html');
  const env = { VISIBILITY_STATE: join(it.path, 's.db') };
  expect(await runProgram(['report', '--out', file], { env })).toMatchObject({ code: 0 });

  const browser = await chromium.launch({ executablePath: executablePath ?? '', args: ['--no-sandbox'] });
  try {
    const page = await browser.newPage({ javaScriptEnabled: false });
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    await page.goto(`file://${file}`);
    expect(requests).toHaveLength(1);
    expect(await page.locator('h1').innerText()).toBe('Fjordkiste');
    expect((await page.pdf({ format: 'A4' })).subarray(0, 5).toString()).toBe('%PDF-');
  } finally {
    await browser.close();
  }
});
