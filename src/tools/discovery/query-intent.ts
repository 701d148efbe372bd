import type { Operation } from '../../catalog/operation.ts';

/** The intent of a query, by its first words and its form. */
export type Intent = 'list' | 'question' | 'look' | 'status' | 'delete' | 'change' | 'create' | 'run' | 'other';

/** The kind of an operation, as far as its declaration states it. */
export type Kind = 'rows' | 'record' | 'table' | 'create' | 'change' | 'delete' | 'run';

const patterns: readonly (readonly [Intent, RegExp])[] = [
  [
    'delete',
    /^(?:please )?(?:delete|remove|erase|purge|wipe|get rid|throw|drop|clear|discard|forget|revoke|withdraw|cancel|kick|uninvite|disconnect|unlink|unshare)\b/,
  ],
  [
    'list',
    /^(?:list|enumerate|all|existing|overview|browse|show (?:me )?(?:all|my|our|the list)|what .*\b(?:have|are there)\b|which .*\b(?:have|are there|exist)\b)\b/,
  ],
  ['status', /\b(?:status|progress|done yet|ready yet|finished|how far|still|is .* (?:done|ready|finished))\b/],
  ['question', /^(?:what|which|who|where|when|why|how|is|are|did|does|do|has|have|was|were|can|could|would)\b|\?$/],
  [
    'look',
    /^(?:show|get|see|view|fetch|read|poll|open|look|find|search|download|tell|give me|retrieve|inspect|display)\b/,
  ],
  [
    'create',
    /^(?:create|add|make|write|generate|draft|produce|compose|new|set up|insert|store|save|invite|register|open|plan|schedule|book|import|upload|put|send|post|push|report)\b/,
  ],
  [
    'change',
    /^(?:set|update|change|edit|rename|mark|move|correct|switch|turn|adjust|modify|patch|approve|accept|confirm|reject|decline|deny|assign|link|attach|share|restore|resume|pause|stop|start again|pin|keep|tag|exclude|dismiss|snooze|complete|promote|merge)\b/,
  ],
  [
    'run',
    /^(?:run|start|launch|begin|check|scan|analy[sz]e|audit|crawl|re-?crawl|recheck|refresh|rebuild|humani[sz]e|rehumanize|optimi[sz]e|expand|research|discover|measure|verify|reverify|sync|classify|diagnose|ask|test|improve|rewrite|repurpose|turn .* into)\b/,
  ],
];

/** The intent of a query; the first pattern that fits tells. */
export const intentOf = (query: string): Intent => {
  const text = query.toLowerCase().trim();
  return patterns.find(([, pattern]) => pattern.test(text))?.[0] ?? 'other';
};

/** The kind of an operation. */
export function kindOf({ effect, method, answer, job, name }: Operation): Kind {
  if (effect === 'read' || method === 'GET')
    return answer.kind === 'list' || answer.kind === 'rows'
      ? 'rows'
      : answer.kind === 'flat' || answer.kind === 'one'
        ? 'record'
        : 'table';
  if (effect === 'delete' || method === 'DELETE') return 'delete';
  if (effect === 'paid' || job) return 'run';
  if (method === 'PUT' || method === 'PATCH') return 'change';
  return /\.(?:create|add|register|invite|report|send|import)/.test(name) ? 'create' : 'change';
}

/** Whether a query is about many things at once. */
export const asksForMany = (query: string): boolean =>
  /\b(?:bulk|batch|several|many|lots|multiple|these|those|mass|both|every|\d{2,})\b/i.test(query);

/** Whether an operation works on many things at once. */
export const takesMany = ({ name }: Operation): boolean =>
  /bulk|batch|_many|audit_pages|mark_pages|sitemap_audit|extract/.test(name);
