// Brings the brands of a CSV file into tracking, and reports what became of each. The analysis costs 5 credits a brand.
// visibility-mcp run examples/track-brands.ts --input '{"csv": "name,domain,country\nAcme,acme.example,DE"}' --may read,write --max-credits 40
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
for (const { name, domain, country } of brands) {
  if (known.has(domain)) {
    report.push({ name, domain, outcome: 'already tracked' });
    continue;
  }
  try {
    const { data } = await platform.workflows.trackBrand({
      domain,
      brand: name,
      country: country || undefined,
      auto_confirm: true,
    });
    // Only an active brand is tracked; otherwise the platform has a question, and nothing was paid.
    const missing = data.question?.fields?.map((field) => field.name);
    report.push({ name, domain, outcome: data.status === 'active' ? 'tracked' : data.status, missing });
  } catch (error) {
    report.push({ name, domain, outcome: error.code ?? 'failed', why: error.message });
    if (error.code === 'budget_exceeded') break;
  }
  log(`${report.length} of ${brands.length}`);
}
return report;
