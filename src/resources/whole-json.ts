import { project } from '../tools/projection/project.ts';
import { resultNotes, unreadOf, untrustedIn } from '../tools/results/result.ts';
import type { ResourceContent } from './resource.ts';

/** Characters of an answer that are kept: more than the client accepts, so that nothing is cut. */
const everything = 50_000_000;

/**
 * A whole answer, cleaned and fenced as in the results of tools: `{note?, untrusted?, data}`. As there, the platform's data comes last.
 */
export function wholeJson(answer: unknown, unreadRows?: number): ResourceContent {
  const projection = project(answer, { format: 'detailed', budget: everything });
  const { data } = projection;
  return {
    mimeType: 'application/json',
    text: JSON.stringify({
      ...unreadOf(unreadRows),
      ...resultNotes(projection),
      untrusted: untrustedIn({ data }),
      data,
    }),
  };
}
