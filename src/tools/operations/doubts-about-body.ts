import type { Arguments, Operation } from '../../catalog/vocabulary/index.ts';
import { shortType } from '../../catalog/schema/short-type.ts';
import { inputSchemaOf } from '../../catalog/schema/json-schema.ts';

/**
 * Doubts about the body of these arguments: it has none of the likely fields, or one of another type. The
 * platform may well take it; before paying, a caller should know.
 */
export function doubtsAboutBody(operation: Operation, args: Arguments): string | undefined {
  const likely = Object.entries(operation.likely);
  if (likely.length === 0 || operation.optionalBody) return undefined;
  const { body, ...flat } = args;
  const sent: Arguments = { ...flat, ...(typeof body === 'object' && body !== null ? (body as Arguments) : {}) };
  const has = (name: string): boolean => sent[name] !== undefined;
  if (!likely.some(([name, { also }]) => [name, ...also].some(has)))
    return `The body has none of the likely fields (${likely.map(([name]) => name).join(', ')}); what it has to hold is not documented.`;
  const odd = likely.filter(([name, { type }]) => has(name) && !type.safeParse(sent[name]).success);
  const { properties = {} } = inputSchemaOf(operation);
  return odd.length === 0
    ? undefined
    : `Likely types differ: ${odd.map(([name]) => `${name} is ${shortType(properties[name] ?? { type: 'string' })}`).join(', ')}.`;
}
