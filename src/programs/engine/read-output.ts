import { isFields } from '../../base/json/is-fields.ts';
import { codeBounds, type CodeLimits } from '../../base/code-limits.ts';
import {
  type EngineCall,
  type EngineOutput,
  logLineChars,
  maxExit,
  maxMessageChars,
  maxNameChars,
  type ProgramEnd,
} from './messages.ts';

/**
 * A message of an engine's thread as output; undefined where the prelude never sends such a one. The thread runs what a stranger
 * wrote, so nothing about its messages is believed. Looks at types and lengths only, and at no more than a program may send.
 */
export function readOutput(
  message: unknown,
  { calls: maxCalls, log: logKb }: Pick<CodeLimits, 'calls' | 'log'>,
): EngineOutput | undefined {
  if (!isFields(message) || message['kind'] !== 'output') return undefined;
  const { calls, log, end } = message;
  // The last line may be the one that goes beyond the bound.
  const maxLines = (logKb * 1024) / logLineChars + 1;
  const isOutput =
    isListOf(calls, maxCalls, isCall) && isListOf(log, maxLines, isText) && (end === undefined || isEnd(end));
  return isOutput ? (message as unknown as EngineOutput) : undefined;
}

const isText = (value: unknown): value is string => typeof value === 'string';

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;

function isListOf(value: unknown, max: number, isOne: (one: unknown) => boolean): boolean {
  if (!Array.isArray(value) || value.length > max) return false;
  // `every` would pass over holes.
  for (let at = 0; at < value.length; at++) if (!isOne(value[at])) return false;
  return true;
}

const isCall = (value: unknown): value is EngineCall =>
  isFields(value) && isCount(value['n']) && isText(value['name']) && isText(value['args']);

function isEnd(value: unknown): value is ProgramEnd {
  if (!isFields(value)) return false;
  const { kind, json, limit, error, exit } = value;
  if (kind === 'returned') return isText(json) && (exit === undefined || (isCount(exit) && exit <= maxExit));
  if (kind === 'limit') return isText(limit) && Object.hasOwn(codeBounds, limit);
  return kind === 'threw' && isFields(error) && isError(error);
}

const isError = ({ name, message, line, column, code }: Readonly<Record<string, unknown>>): boolean =>
  isText(name) &&
  isText(message) &&
  name.length <= maxNameChars &&
  message.length <= maxMessageChars + 1 &&
  [line, column].every((one) => one === undefined || isCount(one)) &&
  (code === undefined || (isText(code) && code.length <= maxNameChars));
