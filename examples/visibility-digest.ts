// A digest of all tracked brands as Markdown: how visible each one is, and what to look at.
// visibility-mcp run examples/visibility-digest.ts
const { data: brands } = await platform.tracking.list();

const parts = await Promise.all(
  brands.map(async (brand) => {
    const { data } = await platform.workflows.visibilityReport({ brand: String(brand.id) });
    return { brand, data };
  }),
);

const lines = ['# AI visibility this week', ''];
for (const { brand, data } of parts) {
  lines.push(`## ${brand.name ?? brand.domain}`, '');
  for (const [name, value] of Object.entries(data))
    if (typeof value === 'number' || typeof value === 'string') lines.push(`- ${name.replaceAll('_', ' ')}: ${value}`);
  lines.push('');
}
return lines.join('\n');
