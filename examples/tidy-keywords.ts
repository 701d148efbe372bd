// Tidies the keywords of a project: lists near-duplicates, and deletes them where `apply` says so.
// visibility-mcp run examples/tidy-keywords.ts --input '{"project": 1, "apply": true}' --may read,delete
interface Input {
  project: number;
  apply?: boolean;
}
const { project, apply = false } = input as Input;
const plain = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .split(' ')
    .sort()
    .join(' ');

const first = new Map<string, { id: number; keyword: string }>();
const duplicates = [];
for await (const { id, keyword, search_volume } of platform.keywords.list.all({ project })) {
  const key = plain(keyword);
  const kept = first.get(key);
  if (kept) duplicates.push({ id, keyword, search_volume, same_as: kept.keyword });
  else first.set(key, { id, keyword });
}
if (apply) await Promise.all(duplicates.map(({ id }) => platform.keywords.delete({ id })));
return { keywords: first.size + duplicates.length, duplicates, deleted: apply ? duplicates.length : 0 };
