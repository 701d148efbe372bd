import { isDeepStrictEqual } from 'node:util';
import { operationNamed } from '../../catalog/index.ts';
import type { Arguments, Operation } from '../../catalog/operation.ts';
import type { Platform } from '../../platform/platform.ts';
import type { ToolContext } from '../tool.ts';
import { priceInWords } from '../schema/price-in-words.ts';
import { dispatcherOf } from './format-call.ts';
import { programLine } from './program-line.ts';

/**
 * How many things are done at once. With the first call of an operation in a session, before a second one is made: the operation
 * that does the same to many things, and its price. With the sixth call of one in a row, and where there is no such operation: a
 * program to start from, where the server runs `programs`.
 */
export function repetitionHint(
  client: Platform,
  operation: Operation,
  args: Arguments,
  { caller = '', programs }: Pick<ToolContext, 'caller'> & { readonly programs?: boolean | undefined },
): string | undefined {
  const { name, bulk } = operation;
  const session = sessions.get(client) ?? new Map<string, CallerCalls>();
  sessions.set(client, session);
  if (session.size >= maxKept && !session.has(caller)) session.clear();
  const { calls, row } = session.get(caller) ?? { calls: new Set<string>(), row: undefined };
  const inRow = row?.name === name ? row.count + 1 : 1;
  session.set(caller, { calls, row: { name, count: inRow, args } });
  const isFirst = !calls.has(name);
  calls.add(name);
  if (bulk !== undefined) return isFirst ? inBulk(bulk) : undefined;
  if (!programs || inRow !== worthAProgram) return undefined;
  const before = row?.args ?? {};
  const alike = Object.entries(args).filter(([field, value]) => isDeepStrictEqual(before[field], value));
  return `${inRow} calls alike. One program makes the others at once: ${programLine(operation, Object.fromEntries(alike))}`;
}

function inBulk(bulk: string): string {
  const { effect, price, does } = operationNamed(bulk);
  const costs =
    price.kind === 'formula' || price.kind === 'unlisted' ? 'estimate tells the price' : priceInWords(price);
  return `For several at once: ${dispatcherOf(effect)} ${bulk} (${costs}): ${does}.`;
}

/** Number of similar calls from which a program is less work. */
const worthAProgram = 6;

/** Maximum number of callers whose calls are remembered. */
const maxKept = 10_000;

/** The calls of one caller. */
interface CallerCalls {
  readonly calls: Set<string>;
  /** The last operation, the number of consecutive calls, and the last arguments. */
  readonly row: { readonly name: string; readonly count: number; readonly args: Arguments } | undefined;
}

/** Keyed weakly by client, which lives as long as its session. */
const sessions = new WeakMap<Platform, Map<string, CallerCalls>>();
