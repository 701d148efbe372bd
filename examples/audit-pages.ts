// Audits pages for whether AI assistants can cite them, and opens a to-do for each weak one.
// visibility-mcp run examples/audit-pages.ts --input '{"urls": ["https://acme.example/"], "below": 60}' --may read,write --max-credits 10
interface Input {
  urls: string[];
  below?: number;
}
const { urls, below = 60 } = input as Input;
// One by one: each costs 1 credit, while the price of a batch is not stated.
const reports = await Promise.all(urls.map((url) => platform.workflows.groundUrls({ urls: [url] })));
const pages = reports.flatMap(({ data }) => data.audits ?? []);
const weak = pages.filter((page) => (page.score ?? 100) < below);
log(`${weak.length} of ${pages.length} pages score below ${below}`);

const todos = await Promise.all(
  weak.map(({ url, score }) =>
    platform.action_center.create_todo({
      title: `Make ${url} citable (score ${score})`,
      description: `Score ${score}`,
    }),
  ),
);
return {
  pages: pages.length,
  weak: weak.map(({ url, score }) => ({ url, score })),
  todos: todos.map(({ data }) => data.id),
};
