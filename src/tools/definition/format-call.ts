import type { Effect } from '../../catalog/index.ts';

/** The tool that calls operations with that effect. */
export const callToolFor = (effect: Effect): string => `call_${effect}`;

/** A call as a model would make it: `call_read {"operation":"projects.list"}`. */
export const formatCall = (
  operation: { name: string; effect: Effect },
  args: Readonly<Record<string, unknown>> = {},
): string => `${callToolFor(operation.effect)} ${JSON.stringify({ operation: operation.name, arguments: args })}`;

/** The call with placeholders for arguments that are too long to repeat. */
export function formatShortCall(
  operation: { name: string; effect: Effect },
  args: Readonly<Record<string, unknown>>,
): string {
  const spelled = formatCall(operation, args);
  return spelled.length <= 220
    ? spelled
    : `${callToolFor(operation.effect)} {"operation":"${operation.name}","arguments":{the same}}`;
}
