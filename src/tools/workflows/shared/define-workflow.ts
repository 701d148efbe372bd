import * as z from 'zod';
import type { Effect, OperationName, ProjectKind } from '../../../catalog/index.ts';
import type { Fields } from '../../../base/index.ts';
import type { Platform } from '../../../client/index.ts';
import { annotationsOf, readAnnotations } from '../../definition/annotations.ts';
import { defineTool, type ToolDefinition } from '../../definition/define-tool.ts';
import { fields, type ArgumentShape, type ToolArgumentsOf } from '../../definition/tool-arguments.ts';
import { waitSeconds, waitSecondsOf, type Waiting } from '../../definition/waiting.ts';
import type { Tool, ToolContext, ToolResult } from '../../definition/tool.ts';
import type { ToolOptions } from '../../definition/tool-options.ts';
import { createNotSentError } from '../../results/error-result.ts';
import type { Reader, Task } from './task.ts';
import { changedError, isVisibilityError, type VisibilityError } from '../../../client/errors.ts';

/** A tool for a whole task, with what other tools need to know about it. */
export interface Workflow extends Tool {
  /** Its purpose, for the instructions of a server. Absent: its name says it. */
  readonly hint: string | undefined;
  /** Maximum credits of one call; null if no bound is stated. Absent: it is free, or the price depends on a number. */
  readonly maxCredits: number | null | undefined;
  /** The tool is left out if one of these projects is pinned, since its operations could affect other projects. */
  readonly unlessPinned: readonly ProjectKind[];
  /**
   * The one paid call that these arguments lead to, for an estimate; undefined if there is none. Its price is an upper
   * bound, since an existing result is not paid for.
   * @throws VisibilityError if these arguments would be refused before anything is paid
   */
  paidCall(args: Fields, reader: Reader): Promise<PaidStep | undefined>;
}

export type PaidStep = readonly [operation: OperationName, args: Fields];

/** A paid workflow may also create free records that it needs. */
const paidEffects: readonly Effect[] = ['read', 'write', 'paid'];

interface Definition<S extends ArgumentShape> extends Omit<
  ToolDefinition<S>,
  'annotations' | 'effects' | 'complete' | 'run'
> {
  readonly hint?: string | undefined;
  readonly maxCredits?: number | null | undefined;
  readonly unlessPinned?: readonly ProjectKind[] | undefined;
  /** Text about a requirement that the arguments do not meet together; undefined if they do. */
  readonly lacks?: ((args: ToolArgumentsOf<S>) => string | undefined) | undefined;
  /** Absent: it only reads. */
  readonly paidCall?: ((args: ToolArgumentsOf<S>, reader: Reader) => PaidStep | Promise<PaidStep>) | undefined;
  /** The tool is a dialogue with short results, so it takes no `fields`. */
  readonly isDialogue?: true | undefined;
  readonly run: (task: Task, order: ToolArgumentsOf<S>) => Promise<ToolResult>;
}

/**
 * A tool for a whole task: errors in its arguments name the tool, not the operations behind it. Paid ones also take
 * `wait_s` and `again`, and all but dialogues take `fields`, the parts of their data to show.
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
          // In a refusal of the platform, a fact of that name is its own.
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

/** The error, extended by the paid calls before it. */
function withPaid(error: VisibilityError, records: readonly string[]): VisibilityError {
  const results = records.slice(-3).map((job_id) => `job_wait ${JSON.stringify({ job_id })}`);
  const next = [error.next, `Paid calls before it have their results: ${results.join(', ')}, free.`];
  return changedError(error, { next: next.filter(Boolean).join(' ') });
}

/** An operation that refuses an argument of the workflow's own names the workflow: it must be corrected there. */
function nameTool(
  { name, input }: Pick<Definition<ArgumentShape>, 'name' | 'input'>,
  error: VisibilityError,
): VisibilityError {
  const ownFields = Object.entries(error.fields ?? {}).filter(([field]) => Object.hasOwn(input(), field));
  if (error.code !== 'invalid_arguments' || ownFields.length === 0) return error;
  const wrong = ownFields.map(([field, rules]) => `${field} ${rules.join('; ')}`).join('; ');
  return changedError(error, {
    origin: error.origin,
    message: error.status === undefined ? `${name}: ${wrong}` : error.message,
    next: `Correct ${ownFields.map(([field]) => field).join(', ')}, then call ${name} again.`,
  });
}
