import type { Operation } from '../catalog/operation.ts';
import { VisibilityError, type FieldErrors } from '../client/errors/visibility-error.ts';
import { nearest } from './nearest.ts';
import { exampleArguments, exampleOf } from './schema/example.ts';
import { constraintsInWords, typeInWords } from './schema/in-words.ts';
import { inputSchemaOf, type JsonSchema } from './schema/json-schema.ts';
import { spellCall } from './spell-call.ts';

/**
 * An argument error with what a caller needs to get it right the next time: what each argument has to be,
 * which one was probably meant, and the corrected call. Other errors pass as they are.
 */
export function explainArguments(error: VisibilityError, operation: Operation, given: Readonly<Record<string, unknown>>): VisibilityError {
  if (error.code !== 'invalid_arguments' || !error.fields) return error;
  const { properties = {} } = inputSchemaOf(operation);
  const fields = Object.fromEntries(
    Object.entries(error.fields)
      .slice(0, 3)
      .map(([field, reasons]) => [field, [explain(field, reasons, properties, operation)]]),
  );
  const message = `${operation.name}: ${Object.entries(fields).map(([field, [reason]]) => `${field} ${reason}`).join('; ')}`;
  return new VisibilityError(error.code, message.length > 160 ? `${operation.name}: ${Object.keys(fields).join(', ')} not accepted` : message, {
    outcome: error.outcome,
    ...(error.status === undefined ? {} : { status: error.status }),
    fields,
    next: corrected(operation, given, error.fields, properties),
  });
}

type Properties = Readonly<Record<string, JsonSchema>>;

function explain(field: string, reasons: readonly string[], properties: Properties, { retired }: Operation): string {
  const gone = retired[field];
  if (gone !== undefined) return `is retired: ${gone}`;
  const top = field.split(/[.[]/)[0] ?? field;
  const schema = properties[field] ?? properties[top];
  if (!schema) {
    const [meant] = nearest(field, Object.keys(properties), 1);
    return meant ? `is unknown; did you mean ${meant}?` : 'is unknown';
  }
  const reason = (reasons[0] ?? 'not accepted').slice(0, 80);
  return field === top ? `${reason} (${[typeInWords(schema), constraintsInWords(schema)].filter(Boolean).join(', ').slice(0, 80)})` : reason;
}

/** The call as it was probably meant; values that cannot be guessed are plausible ones. */
function corrected(operation: Operation, given: Readonly<Record<string, unknown>>, wrong: FieldErrors, properties: Properties): string {
  const example = exampleArguments(operation);
  const fixed: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(given)) {
    if (name in properties) {
      fixed[name] = name in wrong ? repaired(name, value, properties[name] ?? {}) : shortly(value);
      continue;
    }
    const meant = meantBy(name, operation, Object.keys(properties));
    if (meant && !(meant in given)) fixed[meant] = shortly(value);
  }
  const call = spellCall(operation, { ...example, ...fixed });
  return call.length <= 260 ? call : `describe_operation ${JSON.stringify({ operation: operation.name })}`;
}

const meantBy = (name: string, { retired }: Operation, names: readonly string[]): string | undefined =>
  names.find((candidate) => new RegExp(`\\b${candidate}\\b`).test(retired[name] ?? '')) ?? nearest(name, names, 1)[0];

/** A value moved into its bounds where that is all that is wrong with it, else a plausible one. */
function repaired(name: string, value: unknown, schema: JsonSchema): unknown {
  if (typeof value !== 'number' || (schema.minimum === undefined && schema.maximum === undefined)) return exampleOf(name, schema);
  return Math.round(Math.min(Math.max(value, schema.minimum ?? value), schema.maximum ?? value));
}

const shortly = (value: unknown): unknown => (typeof value === 'string' && value.length > 60 ? `${value.slice(0, 40).toWellFormed()}…` : value);
