import { project } from '../tools/projection/project.ts';
import type { Content } from './resource.ts';

/** Characters; what the client takes of an answer is far less. */
const everything = 50_000_000;

/** An answer in full, cleaned and fenced as in the results of tools: `{data, note?}`. */
export function wholeJson(answer: unknown): Content {
  const { data, note } = project(answer, { format: 'detailed', budget: everything });
  return { mimeType: 'application/json', text: JSON.stringify({ data, ...(note ? { note } : {}) }) };
}
