/// <reference types="visibility-mcp/run" />
// Improves the articles that have aged most, a few each night, and none twice within half a year.
// visibility-mcp run examples/nightly-refresh.ts --key refresh-2026-11-25 --input '{"days": 180, "credits": 20}' --may read --max-credits 20
interface Input {
  days: number;
  credits: number;
}
const { days, credits } = input as Input;

const { data: articles } = await platform.content_insights.freshness();
const refreshed = (await platform.state.get<Record<string, string>>('refreshed')) ?? {};
const { from, to: today } = await platform.period({ days: 180 });

const due = articles
  .filter(({ article_id, age_days }) => article_id != null && (age_days ?? 0) >= days)
  .filter(({ article_id }) => (refreshed[String(article_id)] ?? '') < from)
  .sort((one, other) => (other.age_days ?? 0) - (one.age_days ?? 0))
  .map(({ article_id }) => ({ id: article_id ?? 0 }));

const done = await platform.jobs.all('articles.optimize', due, { maxCredits: credits });
for (const one of done) {
  if (one.ok) refreshed[String(one.input.id)] = today;
  else log(`${one.input.id}: ${one.message}`);
}
await platform.state.set('refreshed', refreshed);
export default { due: due.length, refreshed: done.filter(({ ok }) => ok).map(({ input: { id } }) => id) };
