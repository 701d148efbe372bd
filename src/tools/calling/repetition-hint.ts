import { operationNamed } from '../../catalog/index.ts';
import type { Operation } from '../../catalog/operation.ts';
import type { Platform } from '../../platform/platform.ts';
import type { ToolContext } from '../tool.ts';
import { priceInWords } from '../schema/price-in-words.ts';
import { dispatcherOf } from './format-call.ts';

/**
 * With the first call of an operation in a session, before a second one is made: the operation that does the same to many
 * things at once, and its price. Undefined where there is none, and with later calls.
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
  if (session.has(key)) return undefined;
  if (session.size >= maxKept) session.clear();
  session.add(key);
  const { effect, price, does } = operationNamed(bulk);
  const costs =
    price.kind === 'formula' || price.kind === 'unlisted' ? 'estimate tells the price' : priceInWords(price);
  return `For several at once: ${dispatcherOf(effect)} ${bulk} (${costs}): ${does}.`;
}

/** Callers and operations that are remembered. */
const maxKept = 10_000;

/** A client lives as long as its session. */
const made = new WeakMap<Platform, Set<string>>();
