import type { Effect } from '../../../catalog/operation.ts';
import { isVisibilityError, VisibilityError } from '../../../client/errors/visibility-error.ts';
import { defineTool } from '../../define-tool.ts';
import type { ArgumentsSchema, Read } from '../../calling/read-arguments.ts';
import type { Tool } from '../../tool.ts';

type Given = Readonly<Record<string, unknown>>;

const fieldsArgument = { fields: { type: 'array', items: { type: 'string' } } } as const;

/** Workflows create what they need on the way to what they pay for. */
const workflowEffects: readonly Effect[] = ['read', 'write', 'paid'];

type Definition<S extends ArgumentsSchema> = Parameters<typeof defineTool<S>>[0];

/**
 * A tool for a whole task: errors in its arguments name the tool, not the operations behind it. Each takes `fields`,
 * the parts of its data to show, which have no part in the task itself.
 */
export const defineWorkflow = <const S extends ArgumentsSchema>(definition: Definition<S>): Tool =>
  defineTool({
    ...definition,
    effects: definition.annotations.readOnlyHint ? undefined : () => workflowEffects,
    input: { ...definition.input, properties: { ...definition.input.properties, ...fieldsArgument } },
    run: async ({ fields, ...given }: Given, context) => {
      try {
        const result = await definition.run(given as Read<S>, context);
        return Array.isArray(fields) && fields.length > 0 ? (result.withFields?.(fields) ?? result) : result;
      } catch (error) {
        throw isVisibilityError(error) ? nameTool(definition, error) : error;
      }
    },
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
