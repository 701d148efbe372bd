/// <reference types="visibility-mcp/run" />
// How each brand did in the last whole week against the week before, as Markdown, and a to-do for each that fell.
// visibility-mcp run examples/weekly-digest.ts --key digest-2026-W47 --input '{"drop": 3}' --may read,write --raw --out digest.md
const { drop } = input as { drop: number };
const week = await platform.period({ last: 'week' });
const { data: brands } = await platform.tracking.list();

const lines = [`# AI visibility, ${week.from} to ${week.to}`, ''];
for (const { id, name, domain } of brands) {
  const { data: scores } = await platform.insights.scores({ id, from: week.previous.from, to: week.to });
  const within = (from: string, to: string): number[] =>
    scores.flatMap(({ date, avi_score }) =>
      date && date.slice(0, 10) >= from && date.slice(0, 10) <= to ? [avi_score ?? 0] : [],
    );
  const now = within(week.from, week.to).at(-1);
  const before = within(week.previous.from, week.previous.to).at(-1);
  const brand = name ?? domain ?? `brand ${id}`;
  lines.push(
    now === undefined
      ? `- ${brand}: no run this week`
      : `- ${brand}: ${now}${before === undefined ? '' : `, ${before} the week before`}`,
  );
  if (now !== undefined && before !== undefined && before - now >= drop)
    await remind(`${brand}: ${now} after ${before}, ${week.to}`);
}

/** Looked up before it is made: an attempt that failed half-way is followed by another. */
async function remind(title: string): Promise<void> {
  const isThere = async () => (await platform.action_center.list_todos()).data.some((todo) => todo.title === title);
  const create = () => platform.action_center.create_todo({ title });
  if (await isThere()) return;
  await create().catch(async (error: { code?: string }) => {
    if (error.code !== 'outcome_unknown') throw error;
    // An attempt that died had sent it: look whether it arrived before making another.
    if (!(await isThere())) await create();
  });
}
export default `${lines.join('\n')}\n`;
