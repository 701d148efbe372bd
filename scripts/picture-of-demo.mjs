import { text } from 'node:stream/consumers';

/**
 * Draws what the demo prints (on stdin), as it looks on a terminal. `npm run pictures` runs it.
 * A picture of text only: no fonts are embedded, no scripts, nothing is loaded.
 */
const columns = 104;
const [letter, line, margin, bar] = [8.43, 20, 24, 40];

/** A line broken between words, what follows set in as far as its beginning. */
function wrapped(row) {
  const indent = /^\s*/.exec(row)[0];
  const rows = [];
  let rest = row;
  while (rest.length > columns) {
    const space = rest.lastIndexOf(' ', columns);
    const cut = space > indent.length ? space : columns;
    rows.push(rest.slice(0, cut));
    rest = indent + rest.slice(cut).trimStart();
  }
  return [...rows, rest];
}

const styleOf = (row) => {
  if (/^\d+\. /.test(row)) return 'title';
  if (/^ +✓/.test(row)) return 'held';
  if (/^ +✗/.test(row)) return 'broken';
  return /claims held/.test(row) ? 'held' : 'plain';
};

const escaped = (row) => row.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const printed = (await text(process.stdin)).trim();
if (!/^\d+ claims held, 0 did not/m.test(printed)) throw new Error('the demo did not hold; no picture of that');
const rows = [
  '$ npm run demo',
  '',
  ...printed.split('\n').flatMap((row) => wrapped(row).map((part) => ({ part, style: styleOf(row) }))),
].map((row) => (typeof row === 'string' ? { part: row, style: 'plain' } : row));
const [width, height] = [Math.ceil(columns * letter + 2 * margin), bar + rows.length * line + 2 * margin];
const drawn = rows
  .map(({ part, style }, at) =>
    part === ''
      ? ''
      : `<text class="${style}" x="${margin}" y="${bar + margin + at * line + 14}" xml:space="preserve">${escaped(part)}</text>\n`,
  )
  .join('');
process.stdout
  .write(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">
<title>npm run demo</title>
<style>
text { font: 14px "DejaVu Sans Mono", Menlo, Consolas, monospace; fill: #c6d0db }
.title { font-weight: bold; fill: #ffffff }
.held { fill: #5fd38d }
.broken { fill: #ff6b6b }
</style>
<rect width="${width}" height="${height}" rx="12" fill="#0b1b2e"/>
<rect width="${width}" height="${bar}" rx="12" fill="#16324f"/>
<rect y="${bar / 2}" width="${width}" height="${bar / 2}" fill="#16324f"/>
<circle cx="24" cy="20" r="6" fill="#ff5f57"/><circle cx="44" cy="20" r="6" fill="#febc2e"/><circle cx="64" cy="20" r="6" fill="#28c840"/>
${drawn}</svg>
`);
