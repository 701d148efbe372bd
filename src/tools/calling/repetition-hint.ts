import { operationNamed } from '../../catalog/index.ts';
import type { Operation } from '../../catalog/operation.ts';
import type { Platform } from '../../platform/platform.ts';
import type { ToolContext } from '../tool.ts';
import { dispatcherOf } from './format-call.ts';

/**
 * From the second call of an operation in a session on: the operation that does the same to many things at once.
 * Undefined where there is none. Counts the call.
 */
export function repetitionHint(
  client: Platform,
  { name, bulk }: Operation,
  { caller = '' }: Pick<ToolContext, 'caller'>,
): string | undefined {
  if (bulk === undefined) return undefined;
  const session = made.get(client) ?? new Set<string>();
  made.set(client, session);
  const key = `${caller}\n${name}`;
  if (session.has(key)) {
    const { effect, does } = operationNamed(bulk);
    return `For several at once: ${dispatcherOf(effect)} ${bulk}: ${does}.`;
  }
  if (session.size >= maxKept) session.clear();
  session.add(key);
  return undefined;
}

/** Callers and operations that are remembered. */
const maxKept = 10_000;

/** A client lives as long as its session. */
const made = new WeakMap<Platform, Set<string>>();
