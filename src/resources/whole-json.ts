import { project } from '../tools/projection/project.ts';
import type { LeftUnread } from '../client/decoding/prune-json.ts';
import { notesOf, unreadOf, untrustedIn } from '../tools/results/result.ts';
import type { Content } from './resource.ts';

/** Characters; what the client takes of an answer is far less. */
const everything = 50_000_000;

/**
 * An answer in full, cleaned and fenced as in the results of tools: `{note?, untrusted?, data}`. What the platform said
 * comes last, as it does there.
 */
export function wholeJson(answer: unknown, leftUnread?: LeftUnread): Content {
  const projection = project(answer, { format: 'detailed', budget: everything });
  const { data } = projection;
  return {
    mimeType: 'application/json',
    text: JSON.stringify({ ...unreadOf(leftUnread), ...notesOf(projection), untrusted: untrustedIn({ data }), data }),
  };
}
