import { cleanText } from '../base/text/clean-text.ts';
import { oneLine } from '../base/text/one-line.ts';
import { createFence } from '../base/text/fence.ts';
import type { Fields } from '../base/index.ts';

/** An article as Markdown: its title, a line of facts, and its text, fenced as foreign text. */
export function articleMarkdown(article: Fields): string {
  const content = cleanText(textOf(article['content']));
  const fence = createFence();
  const body = content.trim() === '' ? '(no text yet)' : fence.wrap(content);
  return [
    `# ${oneLine(textOf(article['title']), maxLineLength) || 'Untitled'}`,
    metaOf(article, content),
    fence.note,
    body,
  ]
    .filter(Boolean)
    .join('\n\n');
}

function metaOf({ id, project_id, slug, status, processing_status }: Fields, content: string): string {
  const words = content.match(/[\p{L}\p{N}]+(?:['’-][\p{L}\p{N}]+)*/gu)?.length ?? 0;
  const facts = [
    `article ${String(id)}`,
    project_id && `project ${String(project_id)}`,
    status,
    processing_status,
    slug && `/${textOf(slug)}`,
    `${words} words`,
  ];
  return facts
    .filter(Boolean)
    .map((fact) => oneLine(String(fact), maxLineLength))
    .join(' · ');
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Characters. */
const maxLineLength = 200;
