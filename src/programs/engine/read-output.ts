import * as z from 'zod';
import { codeBounds, type CodeLimit, type CodeLimits } from '../../base/code-limits.ts';
import { type EngineOutput, logLineChars, maxExit, maxMessageChars, maxNameChars } from './messages.ts';

const count = z.int().min(0);
const place = count.optional();
const call = z.object({ n: count, name: z.string(), args: z.string() });
const end = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('returned'), json: z.string(), exit: z.int().min(0).max(maxExit).optional() }),
  z.object({ kind: z.literal('limit'), limit: z.enum(Object.keys(codeBounds) as CodeLimit[]) }),
  z.object({
    kind: z.literal('threw'),
    error: z.object({
      name: z.string().max(maxNameChars),
      // One more where it was cut.
      message: z.string().max(maxMessageChars + 1),
      line: place,
      column: place,
      code: z.string().max(maxNameChars).optional(),
    }),
  }),
]);
const output = z.object({
  kind: z.literal('output'),
  calls: z.array(call),
  log: z.array(z.string()),
  end: end.optional(),
});

/**
 * A message of an engine's thread as output; undefined where the prelude never sends such a one. The thread runs what a stranger
 * wrote, so nothing about its messages is believed. Looks at types and lengths only, and at no more than a program may send.
 */
export function readOutput(
  message: unknown,
  { calls, log: logKb }: Pick<CodeLimits, 'calls' | 'log'>,
): EngineOutput | undefined {
  const { calls: asked, log } = (message ?? {}) as { readonly calls?: unknown; readonly log?: unknown };
  // The last line may be the one that goes beyond the bound.
  const isWithin = lengthOf(asked) <= calls && lengthOf(log) <= (logKb * 1024) / logLineChars + 1;
  return isWithin ? output.safeParse(message).data : undefined;
}

const lengthOf = (list: unknown): number => (Array.isArray(list) ? list.length : 0);
