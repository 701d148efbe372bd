import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { Node } from './charts/node.ts';
import { toMarkup } from './charts/to-markup.ts';

/** The document as one HTML file: without scripts or external content, for screens and for paper in A4. */
export const toHtml = (title: string, language: string, style: string, body: readonly Node[]): string =>
  `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
${toMarkup({ tag: 'title', attributes: {}, children: [title] })}
<style>
@page { size: A4; margin: 15mm 17mm 18mm; @bottom-right { content: counter(page) ' / ' counter(pages); font: 8pt sans-serif; } }
${style}
main { max-width: 760px; }
.chart { width: 100%; }
@media print { .chart { width: 85%; } }
@media screen and (min-width: 1000px) {
  main { max-width: 1320px; columns: 2; column-gap: 40px; }
  main > :not(section, .numbers) { column-span: all; }
  section { break-inside: avoid; }
  main > section:first-of-type > h2 { margin-top: 0; }
}
.on-phones { display: none; }
@media screen and (max-width: 480px) {
  .on-phones { display: block; }
  .on-wide { display: none; }
  .columns { grid-template-columns: minmax(0, 1fr); }
}</style>
</head>
<body>
<main>
${body.map(toMarkup).join('\n')}
</main>
</body>
</html>
`;

/** The style that views and reports share. */
export function reportStyle(): Promise<string> {
  const built = new URL('views/style.css', import.meta.url);
  return readFile(existsSync(built) ? built : new URL('./views/page/style.css', import.meta.url), 'utf8');
}
