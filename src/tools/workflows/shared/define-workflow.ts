import * as z from 'zod';
import type { Effect, ProjectKind } from '../../../catalog/vocabulary/index.ts';
import type { OperationName } from '../../../catalog/operation-types.ts';
import type { Fields } from '../../../base/json/is-fields.ts';
import type { Platform } from '../../../client/platform.ts';
import { annotationsOf, readAnnotations } from '../../definition/annotations.ts';
import { defineTool, type ToolDefinition } from '../../definition/define-tool.ts';
import { fields, type ArgumentShape, type ToolArgumentsOf } from '../../definition/tool-arguments.ts';
import { waitSeconds, waitSecondsOf, type Waiting } from '../../definition/waiting.ts';
import type { Tool, ToolContext, ToolResult } from '../../definition/tool.ts';
import type { ToolOptions } from '../../definition/tool-options.ts';
import { createNotSentError } from '../../results/error-result.ts';
import type { Reader, Task } from './task.ts';
import { changedError, isVisibilityError, type VisibilityError } from '../../../client/errors.ts';

/** A tool for a whole task, with what other tools need to know of it. */
export interface Workflow extends Tool {
  /** Its purpose, in the instructions of a server, where its name does not say it. */
  readonly hint: string | undefined;
  /** The most that one call takes, in credits; null where the platform states no bound. Absent: nothing, or it depends on how many. */
  readonly maxCredits: number | null | undefined;
  /** It is left out where one of these is pinned: its operations could be about other projects. */
  readonly unlessPinned: readonly ProjectKind[];
  /**
   * The one call that costs something when it is called with these arguments, for an estimate; undefined where none does. An
   * existing result is not paid for: the price is an upper bound.
   *
   * @throws VisibilityError where a call with these arguments would be refused before it pays
   */
  paidCall(args: Fields, reader: Reader): Promise<PaidStep | undefined>;
}

export type PaidStep = readonly [operation: OperationName, args: Fields];

/** Workflows create what they need on the way to what they pay for. */
const paidEffects: readonly Effect[] = ['read', 'write', 'paid'];

interface Definition<S extends ArgumentShape> extends Omit<
  ToolDefinition<S>,
  'annotations' | 'effects' | 'complete' | 'run'
> {
  readonly hint?: string | undefined;
  readonly maxCredits?: number | null | undefined;
  readonly unlessPinned?: readonly ProjectKind[] | undefined;
  /** What is required beside other arguments, in words, where it is not there. */
  readonly lacks?: ((args: ToolArgumentsOf<S>) => string | undefined) | undefined;
  /** Absent: it only reads. */
  readonly paidCall?: ((args: ToolArgumentsOf<S>, reader: Reader) => PaidStep | Promise<PaidStep>) | undefined;
  /** It asks back, and what it says is short: it takes no `fields`. */
  readonly isDialogue?: true | undefined;
  readonly run: (task: Task, order: ToolArgumentsOf<S>) => Promise<ToolResult>;
}

/**
 * A tool for a whole task: errors in its arguments name the tool, not the operations behind it. Those that pay take `wait_s` and `again`, all but dialogues `fields`,
 * the parts of their data to show, which have no part in the task itself.
 */
export const defineWorkflow = <const S extends ArgumentShape>({
  hint,
  maxCredits,
  unlessPinned = [],
  lacks,
  paidCall,
  isDialogue,
  ...definition
}: Definition<S>) => {
  const input = () => ({
    ...definition.input(),
    ...(paidCall ? waiting() : undefined),
    ...(isDialogue ? undefined : showing()),
  });
  return (client: Platform, { maxWaitSeconds }: ToolOptions): Workflow => {
    const tool = defineTool({
      ...definition,
      annotations: paidCall ? annotationsOf('paid') : readAnnotations,
      effects: paidCall && (() => paidEffects),
      input,
      complete: (args) => {
        const missing = lacks?.(args as ToolArgumentsOf<S>);
        if (missing === undefined) return args;
        throw createNotSentError(
          'invalid_arguments',
          `${definition.name}: ${missing}.`,
          'Ask for it, then call again.',
        );
      },
      run: async ({ fields, wait_s, again, ...order }: Omit<Waiting, 'waitSeconds'> & Fields, context) => {
        const waiting = { waitSeconds: waitSecondsOf(wait_s, maxWaitSeconds, context), wait_s, again };
        const records: string[] = [];
        const watched: ToolContext = { ...context, onPaidCall: (record) => void records.push(record) };
        try {
          const result = await definition.run({ client, context: watched, waiting }, order as ToolArgumentsOf<S>);
          return Array.isArray(fields) && fields.length > 0 ? (result.withFields?.(fields) ?? result) : result;
        } catch (error) {
          if (!isVisibilityError(error)) throw error;
          // A fact of that name is the platform's own in its refusals.
          const job = error.origin === 'platform' ? undefined : error.facts?.['job_id'];
          const others = records.filter((record) => record !== job);
          throw others.length > 0 ? withPaid(error, others) : nameTool(definition, error);
        }
      },
    });
    return Object.assign(tool, {
      hint,
      maxCredits,
      unlessPinned,
      paidCall: async (args: Fields, reader: Reader) => paidCall?.(args as ToolArgumentsOf<S>, reader),
    });
  };
};

const waiting = (): ArgumentShape => ({ wait_s: waitSeconds.optional(), again: z.boolean().optional() });
const showing = (): ArgumentShape => ({ fields: fields.optional() });

/** The error, with the calls that were paid before it and that it says nothing of. */
function withPaid(error: VisibilityError, records: readonly string[]): VisibilityError {
  const results = records.slice(-3).map((job_id) => `job_wait ${JSON.stringify({ job_id })}`);
  const next = [error.next, `What was called and paid for before has its result: ${results.join(', ')}, free.`];
  return changedError(error, { next: next.filter(Boolean).join(' ') });
}

/** An argument of its own that an operation does not take is to be corrected here, and not in a call of that operation. */
function nameTool(
  { name, input }: Pick<Definition<ArgumentShape>, 'name' | 'input'>,
  error: VisibilityError,
): VisibilityError {
  const own = Object.entries(error.fields ?? {}).filter(([field]) => Object.hasOwn(input(), field));
  if (error.code !== 'invalid_arguments' || own.length === 0) return error;
  const wrong = own.map(([field, rules]) => `${field} ${rules.join('; ')}`).join('; ');
  return changedError(error, {
    origin: error.origin,
    message: error.status === undefined ? `${name}: ${wrong}` : error.message,
    next: `Correct ${own.map(([field]) => field).join(', ')}, then call ${name} again.`,
  });
}
