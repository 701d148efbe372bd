/// <reference types="visibility-mcp/run" />
// Brings a list of topics into a project and has the texts written, as many as the credits allow; the next night goes on.
// visibility-mcp run examples/ingest-csv.ts --key ingest-2026-11-25 --input '{"project": 1, "csv": "title;keyword\nMoss care;moss", "credits": 15}' --may read,write --max-credits 15 --raw --out report.csv
interface Input {
  project: number | string;
  csv: string;
  credits: number;
}
const { project, csv, credits } = input as Input;

const articles = new Map<string, { id: number; written: boolean }>();
for await (const { id, title, content } of platform.articles.list.all({ project }))
  articles.set(title, { id, written: Boolean(content) });

const orders = [];
for (const { title = '', keyword } of await platform.csv.parse(csv)) {
  // Looked up before it is made: an attempt that failed half-way is followed by another.
  const article = articles.get(title) ?? { id: await make(title), written: false };
  articles.set(title, article);
  if (!article.written)
    orders.push({ id: article.id, keyword: keyword || title, article_type: 'blog', target_length: 900 } as const);
}

const done = await platform.jobs.all('articles.generate', orders, { maxCredits: credits });
log(`${done.filter(({ ok }) => ok).length} of ${orders.length} written`);
async function make(title: string): Promise<number> {
  const create = async () => (await platform.articles.create({ project, title })).data.id;
  try {
    return await create();
  } catch (error) {
    if ((error as { code?: string }).code !== 'outcome_unknown') throw error;
    // An attempt that died had sent it: look whether it arrived before making another.
    for await (const one of platform.articles.list.all({ project })) if (one.title === title) return one.id;
    return create();
  }
}
export default await platform.csv.format(
  done.map((one) =>
    one.ok
      ? { article: one.input.id, keyword: one.input.keyword, outcome: 'written', credits: one.credits.charged }
      : { article: one.input.id, keyword: one.input.keyword, outcome: one.code, credits: 0 },
  ),
  { columns: ['article', 'keyword', 'outcome', 'credits'] },
);
