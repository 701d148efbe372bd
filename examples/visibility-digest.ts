// A digest of all tracked brands as Markdown: how visible each one is, and where it could win most easily.
// visibility-mcp run examples/visibility-digest.ts
const { data: brands } = await platform.tracking.list();

const lines = ['# AI visibility', ''];
for (const brand of brands) {
  const { data } = await platform.workflows.visibilityReport({ brand: String(brand.id) });
  const { avi, platforms = [], share_of_voice: voice, low_hanging_fruit: sources = [] } = data;
  lines.push(`## ${brand.name ?? brand.domain}`, '');
  lines.push(avi ? `- Visibility index: ${avi.score} of 100` : '- No results yet');
  for (const { platform: name, visibility } of platforms) lines.push(`- ${name}: in ${visibility} % of answers`);
  if (voice) lines.push(`- Share of voice: ${voice.own} %`);
  for (const { url, citations } of sources) lines.push(`- Could be won: ${url} (cited ${citations} times)`);
  lines.push('');
}
return lines.join('\n');
