import { nearest } from '../../base/text/nearest.ts';
import { formatShortCall, callToolFor } from '../definition/format-call.ts';
import { namedOperation } from './named-operation.ts';

/**
 * What to call instead of a tool that does not exist: for the name of an operation, its call; otherwise the tool that
 * was meant. Hosts put prefixes before names, and models may think that they are part of the name.
 */
export function unknownTool(name: string, args: Readonly<Record<string, unknown>>, offered: readonly string[]): string {
  const shown = name.slice(0, 100).toWellFormed();
  const unprefixed = shown.replace(/^.*(?:__|[/:])/, '');
  const operation = namedOperation(unprefixed);
  if (operation && offered.includes(callToolFor(operation.effect)))
    return `Unknown tool: ${shown}. It is an operation: ${formatShortCall(operation, args)}`;
  const meant = offered.includes(unprefixed) ? unprefixed : nearest(unprefixed, offered, 1)[0];
  return meant === undefined
    ? `Unknown tool: ${shown}. tools/list names all tools.`
    : `Unknown tool: ${shown}. Did you mean ${meant}?`;
}
