// Brings the brands of a CSV file into tracking, and reports what became of each.
// visibility-mcp run examples/track-brands.ts --input '{"csv": "name,domain\nAcme,acme.example"}' --may read,write --max-credits 40
interface Input {
  csv: string;
}
const [head = '', ...lines] = (input as Input).csv.trim().split('\n');
const columns = head.split(',').map((name) => name.trim());
const brands = lines.map((line) =>
  Object.fromEntries(line.split(',').map((cell, at) => [columns[at] ?? at, cell.trim()])),
);

const { data: tracked } = await platform.tracking.list();
const known = new Set(tracked.map((one) => one.domain));

const report = [];
for (const { name, domain } of brands) {
  if (known.has(domain)) {
    report.push({ name, domain, outcome: 'already tracked' });
    continue;
  }
  try {
    const { data } = await platform.workflows.trackBrand({ domain, brand: name, auto_confirm: true });
    report.push({ name, domain, outcome: data.state ?? 'tracked' });
  } catch (error) {
    report.push({ name, domain, outcome: error.code ?? 'failed', why: error.message });
    if (error.code === 'budget_exceeded') break;
  }
  log(`${report.length} of ${brands.length}`);
}
return report;
