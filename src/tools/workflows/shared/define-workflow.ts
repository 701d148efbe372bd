import type { Effect, ProjectKind } from '../../../catalog/operation.ts';
import type { OperationName } from '../../../catalog/operation-types.ts';
import type { Fields } from '../../../json/is-fields.ts';
import { isVisibilityError, VisibilityError } from '../../../client/errors/visibility-error.ts';
import { defineTool } from '../../define-tool.ts';
import type { ArgumentsSchema, Read } from '../../calling/read-arguments.ts';
import type { Tool } from '../../tool.ts';

/** A tool for a whole task, with what other tools need to know of it. */
export interface Workflow extends Tool {
  /** What it is for, in the instructions of a server, where its name does not say it. */
  readonly hint: string | undefined;
  /** The most that one call takes, in credits; null where the platform states no bound. Absent: nothing, or it depends on how many. */
  readonly maxCredits: number | null | undefined;
  /** It is left out where one of these is pinned: its operations could be about other projects. */
  readonly unlessPinned: readonly ProjectKind[];
  /**
   * The one call that costs something when it is called with these arguments, for an estimate; undefined where none does. What it
   * finds done already it does not pay for: the price is an upper bound.
   */
  paidCall(args: Fields): PaidCall | undefined;
}

export type PaidCall = readonly [operation: OperationName, args: Fields];

/** Stands for an id that the price does not depend on. */
export const anyId = 1;

const fieldsArgument = { fields: { type: 'array', items: { type: 'string' } } } as const;

/** Workflows create what they need on the way to what they pay for. */
const workflowEffects: readonly Effect[] = ['read', 'write', 'paid'];

type Definition<S extends ArgumentsSchema> = Parameters<typeof defineTool<S>>[0] & {
  readonly hint?: string | undefined;
  readonly maxCredits?: number | null | undefined;
  readonly unlessPinned?: readonly ProjectKind[] | undefined;
  /** Default: none. */
  readonly paidCall?: ((given: Read<S>) => PaidCall) | undefined;
};

/**
 * A tool for a whole task: errors in its arguments name the tool, not the operations behind it. Each takes `fields`,
 * the parts of its data to show, which have no part in the task itself.
 */
export const defineWorkflow = <const S extends ArgumentsSchema>({
  hint,
  maxCredits,
  unlessPinned = [],
  paidCall,
  ...definition
}: Definition<S>): Workflow => ({
  ...defineTool({
    ...definition,
    effects: definition.annotations.readOnlyHint ? undefined : () => workflowEffects,
    input: { ...definition.input, properties: { ...definition.input.properties, ...fieldsArgument } },
    run: async ({ fields, ...given }: Fields, context) => {
      try {
        const result = await definition.run(given as Read<S>, context);
        return Array.isArray(fields) && fields.length > 0 ? (result.withFields?.(fields) ?? result) : result;
      } catch (error) {
        throw isVisibilityError(error) ? nameTool(definition, error) : error;
      }
    },
  }),
  hint,
  maxCredits,
  unlessPinned,
  paidCall: (args) => paidCall?.(args as Read<S>),
});

/** Suggests no complete call: one with guessed arguments would pay for something that was not asked for. */
function nameTool(
  { name: tool, input }: Pick<Definition<ArgumentsSchema>, 'name' | 'input'>,
  error: VisibilityError,
): VisibilityError {
  const { code, message, fields, outcome, status, facts } = error;
  const names = Object.keys(fields ?? {});
  if (code !== 'invalid_arguments' || names.length === 0 || message.startsWith(tool)) return error;
  const wrong = Object.entries(fields ?? {}).map(([name, reasons]) => `${name} ${reasons[0] ?? 'is not accepted'}`);
  return new VisibilityError(code, `${tool}: ${wrong.join('; ')}. Nothing was charged.`, {
    outcome,
    fields,
    status,
    facts,
    next: names.some((name) => Object.hasOwn(input.properties, name))
      ? `Correct ${names.join(', ')}, then call ${tool} again.`
      : `${tool} has no such argument. Look with find_operations for the call that it makes, which may be given more.`,
  });
}
