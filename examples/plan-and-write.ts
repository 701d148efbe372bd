/// <reference types="visibility-mcp/run" />
// Keeps so many keywords without an article planned for the next free weekdays, and writes the pieces that are due.
// visibility-mcp run examples/plan-and-write.ts --key plan-2026-11-25 --input '{"project": 1, "plan": 3, "credits": 10}' --may read,write --max-credits 10
interface Input {
  project: number | string;
  plan: number;
  credits: number;
}
const { project, plan, credits } = input as Input;

const { to: today } = await platform.period({ days: 1 });
const { data: entries } = await platform.calendar.list({ project });
const planned = new Set(entries.map(({ keyword }) => keyword));
// Counted with what is planned already: an attempt that failed half-way is followed by another.
const ahead = entries.filter(({ scheduled_for }) => scheduled_for && scheduled_for > today).length;
const keywords = [];
for await (const { keyword } of platform.keywords.list.all({ project }))
  if (!planned.has(keyword) && keywords.length < plan - ahead) keywords.push(keyword);

if (keywords.length > 0) {
  const taken = new Set(entries.map(({ scheduled_for }) => scheduled_for?.slice(0, 10)));
  const day = new Date(today);
  for (const keyword of keywords) {
    do day.setUTCDate(day.getUTCDate() + 1);
    while ([0, 6].includes(day.getUTCDay()) || taken.has(day.toISOString().slice(0, 10)));
    await schedule(keyword, day.toISOString().slice(0, 10));
  }
}

const due = entries.filter(({ scheduled_for, article_id }) => scheduled_for && scheduled_for <= today && !article_id);
const done = await platform.jobs.all(
  'calendar.generate_article',
  due.map(({ id }) => ({ entry: id })),
  { maxCredits: credits },
);
for (const one of done) log(`entry ${one.input.entry}: ${one.ok ? `article ${one.data.id}` : one.message}`);

async function schedule(keyword: string, day: string): Promise<void> {
  const create = () =>
    platform.calendar.create({ project, title: `All about ${keyword}`, keyword, scheduled_for: day });
  await create().catch(async (error: { code?: string }) => {
    if (error.code !== 'outcome_unknown') throw error;
    // An attempt that died had sent it: look whether it arrived before making another.
    const { data } = await platform.calendar.list({ project });
    if (!data.some((entry) => entry.keyword === keyword)) await create();
  });
}
export default {
  planned: keywords,
  written: done.filter(({ ok }) => ok).length,
  left: done.filter(({ ok }) => !ok).length,
};
