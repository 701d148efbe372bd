import type { Operation } from '../../catalog/operation.ts';

/**
 * What kind of operation a query wants, as a factor for each: a question wants to read, "delete" wants
 * something that deletes, "start" does not want a list. A factor and no filter, since words may be used
 * otherwise ("show the deleted files").
 */
export function favours(query: string): (operation: Operation) => number {
  const text = query.toLowerCase().trim();
  const wanted = kinds.find(({ when }) => when.test(text));
  return (operation) => (wanted ? wanted.factor(operation) : 1);
}

const reads = ({ effect, method }: Operation): boolean => effect === 'read' || method === 'GET';
const deletes = ({ effect, method }: Operation): boolean => effect === 'delete' || method === 'DELETE';

interface Kind {
  readonly when: RegExp;
  readonly factor: (operation: Operation) => number;
}

const kinds: readonly Kind[] = [
  {
    when: /^(delete|remove|erase|purge|wipe|get rid of|throw)\b/,
    factor: (operation) => (deletes(operation) ? 1.4 : reads(operation) ? 0.8 : 1),
  },
  {
    when: /^(what|which|who|where|when|why|how|is|are|did|does|do|has|have|was|were|list|show|get|see|view|fetch|read|poll)\b|\b(status|progress)$/,
    factor: (operation) => (reads(operation) ? 1.5 : 1),
  },
  {
    when: /^(create|add|start|make|write|set|update|change|edit|rename|run|generate|mark|move|share|send|stop|pause|turn|put)\b/,
    factor: (operation) => (reads(operation) || deletes(operation) ? 0.85 : 1.1),
  },
];
