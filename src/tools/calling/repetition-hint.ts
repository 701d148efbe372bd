import { findOperation } from '../../catalog/index.ts';
import type { OperationName } from '../../catalog/operation-types.ts';
import type { Operation } from '../../catalog/operation.ts';
import type { Client } from '../../client/client.ts';
import type { ToolContext } from '../tool.ts';
import { bulkOperations } from './bulk-operations.ts';
import { dispatcherOf } from './format-call.ts';

/**
 * From the second call of an operation in a session on: the operation that does the same to many things at once.
 * Undefined where there is none. Counts the call.
 */
export function repetitionHint(
  client: Client,
  { name }: Operation,
  { caller = '' }: Pick<ToolContext, 'caller'>,
): string | undefined {
  const bulk = findOperation(bulkOperations[name as OperationName] ?? '');
  if (!bulk) return undefined;
  const session = made.get(client) ?? new Set<string>();
  made.set(client, session);
  const key = `${caller}\n${name}`;
  if (session.has(key)) return `For several at once: ${dispatcherOf(bulk.effect)} ${bulk.name}: ${bulk.does}.`;
  if (session.size >= maxKept) session.clear();
  session.add(key);
  return undefined;
}

/** Callers and operations that are remembered. */
const maxKept = 10_000;

/** A client lives as long as its session. */
const made = new WeakMap<Client, Set<string>>();
