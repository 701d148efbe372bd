import type { Operation } from '../../catalog/operation.ts';
import type { OperationName } from '../../catalog/operation-types.ts';
import type { ValidatedArguments } from './arguments.ts';
import { invalid } from './http/refusal.ts';

/** Their families judge the body by themselves: they take a text, a verdict or ids under any name. */
const judgedByFamily: ReadonlySet<string> = new Set<OperationName>([
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

/** Preferences are whatever the caller calls them. */
const anyField: ReadonlySet<string> = new Set<OperationName>(['os.save_preferences']);

/**
 * Refuses a body that says nothing the platform understands, with 422 and the fields it takes: such a body must not
 * come back as a success, and must draw nothing. It understands the likely fields of the catalog under all their names.
 */
export function demandUnderstood(operation: Operation, { input, openBody }: ValidatedArguments): void {
  if (!operation.open || operation.optionalBody) return;
  const name = nameOf(operation);
  const said = Object.entries({ ...openBody, ...input }).filter(
    ([field, value]) => !operation.params.includes(field) && saysSomething(value),
  );
  if (judgedByFamily.has(name) || (said.length > 0 && anyField.has(name))) return;
  const fields = anyField.has(name) ? [] : understoodFields(operation);
  if (said.some(([field]) => fields.includes(field))) return;
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

/** A null says that something is to be emptied. */
const saysSomething = (value: unknown): boolean =>
  value !== undefined &&
  (typeof value !== 'string' || value.trim() !== '') &&
  (!Array.isArray(value) || value.length > 0);
