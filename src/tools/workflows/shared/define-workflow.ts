import * as z from 'zod';
import type { Effect, ProjectKind } from '../../../catalog/vocabulary/index.ts';
import type { OperationName } from '../../../catalog/operation-types.ts';
import type { Fields } from '../../../base/json/is-fields.ts';
import type { Platform } from '../../../client/platform.ts';
import { annotationsOf, readAnnotations } from '../../definition/annotations.ts';
import { defineTool, type ToolDefinition } from '../../definition/define-tool.ts';
import { fields, type ArgumentShape, type ToolArgumentsOf } from '../../definition/tool-arguments.ts';
import { waitSeconds, waitSecondsOf, type Waiting } from '../../definition/waiting.ts';
import { isWord } from '../../../base/text/is-prose.ts';
import { quoted } from '../../../base/text/quoted.ts';
import type { Tool, ToolContext, ToolResult } from '../../definition/tool.ts';
import type { ToolOptions } from '../../definition/tool-options.ts';
import type { Task } from './task.ts';
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
   */
  paidCall(args: Fields): PaidStep | undefined;
}

export type PaidStep = readonly [operation: OperationName, args: Fields];

/** Stands for an id that the price does not depend on. */
export const placeholderId = 1;

/** Workflows create what they need on the way to what they pay for. */
const paidEffects: readonly Effect[] = ['read', 'write', 'paid'];

interface Definition<S extends ArgumentShape> extends Omit<ToolDefinition<S>, 'annotations' | 'effects' | 'run'> {
  readonly hint?: string | undefined;
  readonly maxCredits?: number | null | undefined;
  readonly unlessPinned?: readonly ProjectKind[] | undefined;
  /** Absent: it only reads. */
  readonly paidCall?: ((args: ToolArgumentsOf<S>) => PaidStep) | undefined;
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
  paidCall,
  isDialogue,
  ...definition
}: Definition<S>) => {
  const waits = paidCall ? waiting : nothing;
  const shows = isDialogue ? nothing : showing;
  const input = () => ({ ...definition.input(), ...waits(), ...shows() });
  return (client: Platform, { maxWaitSeconds }: ToolOptions): Workflow => {
    const tool = defineTool({
      ...definition,
      annotations: paidCall ? annotationsOf('paid') : readAnnotations,
      effects: paidCall && (() => paidEffects),
      input,
      run: async ({ fields, wait_s, again, ...order }: Omit<Waiting, 'waitSeconds'> & Fields, context) => {
        const waiting = { waitSeconds: waitSecondsOf(wait_s, maxWaitSeconds, context), wait_s, again };
        const records: string[] = [];
        let refused: VisibilityError | undefined;
        const watched: ToolContext = {
          ...context,
          onPaidCall({ record, refusal }) {
            if (record !== undefined) records.push(record);
            refused = refusal ?? refused;
          },
        };
        try {
          const result = await definition.run({ client, context: watched, waiting }, order as ToolArgumentsOf<S>);
          return Array.isArray(fields) && fields.length > 0 ? (result.withFields?.(fields) ?? result) : result;
        } catch (error) {
          if (!isVisibilityError(error)) throw error;
          // A fact of that name is the platform's own in its refusals.
          const job = error.origin === 'platform' ? undefined : error.facts?.['job_id'];
          const others = records.filter((record) => record !== job);
          if (others.length > 0) throw withPaid(error, others);
          if (job !== undefined) throw error;
          // A read may have been refused after the charge of a job that an earlier call started.
          throw nameTool(definition, error, !paidCall || error.status === undefined || error === refused);
        }
      },
    });
    return Object.assign(tool, {
      hint,
      maxCredits,
      unlessPinned,
      paidCall: (args: Fields) => paidCall?.(args as ToolArgumentsOf<S>),
    });
  };
};

const nothing = (): ArgumentShape => ({});
const waiting = (): ArgumentShape => ({ wait_s: waitSeconds.optional(), again: z.boolean().optional() });
const showing = (): ArgumentShape => ({ fields: fields.optional() });

/** The error, with the calls that were paid before it and that it says nothing of. */
function withPaid(error: VisibilityError, records: readonly string[]): VisibilityError {
  const results = records.slice(-3).map((job_id) => `job_wait ${JSON.stringify({ job_id })}`);
  const next = [error.next, `What was called and paid for before has its result: ${results.join(', ')}, free.`];
  return changedError(error, { next: next.filter(Boolean).join(' ') });
}

/** Names the tool's own arguments. Of a field that it does not have, the error says which operation asks for it. */
function nameTool(
  { name: tool, input }: Pick<Definition<ArgumentShape>, 'name' | 'input'>,
  error: VisibilityError,
  isUncharged: boolean,
): VisibilityError {
  const { code, message, fields } = error;
  const names = Object.keys(fields ?? {});
  if (code !== 'invalid_arguments' || names.length === 0 || message.startsWith(tool)) return error;
  // An explained reason has the platform's words in quotation marks already.
  const reasonOf = ([reason = 'is not accepted']: readonly string[]): string =>
    error.origin === 'platform' ? quoted(reason, maxReason) : reason;
  const wrong = Object.entries(fields ?? {}).map(
    ([name, reasons]) => `${isWord(name) ? name : quoted(name, maxReason)} ${reasonOf(reasons)}`,
  );
  const own = names.filter((name) => Object.hasOwn(input(), name));
  return changedError(error, {
    message: `${tool}: ${wrong.join('; ')}.${isUncharged ? ' Nothing was charged.' : ''}`,
    next: own.length > 0 ? `Correct ${own.join(', ')}, then call ${tool} again.` : error.next,
  });
}

/** Characters of a reason, and of a name, that the platform gives. */
const maxReason = 150;
