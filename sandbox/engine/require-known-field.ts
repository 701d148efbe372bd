import type { Operation } from '../../src/catalog/vocabulary/index.ts';
import type { OperationName } from '../../src/catalog/index.ts';
import type { ValidatedArguments } from './arguments.ts';
import { invalid } from './http/refusal.ts';

/** Operations whose handlers validate the body themselves: they accept a text, a decision or ids under any name. */
const validatedByFamily: ReadonlySet<string> = new Set<OperationName>([
  'prompts.bulk_monitor',
  'internal_links.decide',
  'ai_scanner.detect',
  'ai_scanner.humanize',
  'prompt_check.start',
  'humanizer.humanize',
  'content_optimizer.analyze',
  'action_center.create_todo',
  'action_center.move_todo',
  'action_center.add_note',
]);

/** Preferences may have any name. */
const anyField: ReadonlySet<string> = new Set<OperationName>(['os.save_preferences']);

/**
 * Refuses a body without any field that the platform knows, with 422 and the list of known fields: it must not succeed or be
 * charged. The known fields are the likely fields of the catalog, under all their names.
 */
export function requireKnownField(operation: Operation, { input, openBody }: ValidatedArguments): void {
  if (!operation.open || operation.optionalBody) return;
  const name = nameOf(operation);
  const sent = Object.entries({ ...openBody, ...input }).filter(
    ([field, value]) => !operation.params.includes(field) && hasContent(value),
  );
  if (validatedByFamily.has(name) || (sent.length > 0 && anyField.has(name))) return;
  const fields = anyField.has(name) ? [] : understoodFields(operation);
  if (sent.some(([field]) => fields.includes(field))) return;
  const [first = 'body'] = fields;
  throw invalid({
    [first]: [
      fields.length ? `One of these fields is required: ${fields.join(', ')}.` : 'At least one field is required.',
    ],
  });
}

const nameOf = ({ name, aliasOf }: Operation): string => aliasOf ?? name;

/** What the catalog declares, then the likely fields, then their other names. */
function understoodFields({ input, params, query, likely }: Operation): string[] {
  const declared = Object.keys(input.shape).filter(
    (field) => field !== 'body' && !params.includes(field) && !query.has(field),
  );
  return [...new Set([...Object.keys(likely), ...declared, ...Object.values(likely).flatMap(({ also }) => also)])];
}

/** A null counts as content: it empties a field. */
const hasContent = (value: unknown): boolean =>
  value !== undefined &&
  (typeof value !== 'string' || value.trim() !== '') &&
  (!Array.isArray(value) || value.length > 0);
