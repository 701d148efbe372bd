import { workflowLine } from '../../catalog/schema/call-line.ts';
import type { Tool } from '../definition/tool.ts';
import { plainQuery } from './plain-query.ts';
import { wordsOf } from './words.ts';

/** Whole tasks that are shown beside operations. */
const maxWorkflows = 2;

/** The whole tasks whose name or description has most words of a query, the best first, as a program calls them. */
export function workflowsFor(query: string, tools: readonly Tool[]): readonly string[] {
  const asked = new Set(wordsOf(plainQuery(query)));
  return tools
    .map((tool) => ({ tool, score: scoreOf(tool, asked) }))
    .filter(({ score }) => score > asked.size / 2)
    .toSorted((one, other) => other.score - one.score)
    .slice(0, maxWorkflows)
    .map(({ tool }) => workflowLine(tool.name, tool.inputSchema));
}

/** A word of the name counts as much as two of the description. */
function scoreOf({ name, description }: Tool, asked: ReadonlySet<string>): number {
  const [nameWords, descriptionWords] = [new Set(wordsOf(name)), new Set(wordsOf(description))];
  return [...asked].reduce((sum, word) => sum + (nameWords.has(word) ? 1 : descriptionWords.has(word) ? 0.5 : 0), 0);
}
