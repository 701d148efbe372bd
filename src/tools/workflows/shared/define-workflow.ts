import { isVisibilityError, VisibilityError } from '../../../client/errors/visibility-error.ts';
import { defineTool } from '../../define-tool.ts';
import type { ArgumentsSchema } from '../../calling/read-arguments.ts';
import type { Tool } from '../../tool.ts';

type Definition<S extends ArgumentsSchema> = Parameters<typeof defineTool<S>>[0];

/** A tool for a whole task: what is wrong with its arguments is said of the tool, not of the operations behind it. */
export const defineWorkflow = <const S extends ArgumentsSchema>(definition: Definition<S>): Tool =>
  defineTool({
    ...definition,
    run: async (given, context) => {
      try {
        return await definition.run(given, context);
      } catch (error) {
        throw isVisibilityError(error) ? inWordsOf(definition.name, error) : error;
      }
    },
  });

/** No call is spelled out: obeying one that holds what the caller did not say would pay for something that nobody wants. */
function inWordsOf(tool: string, error: VisibilityError): VisibilityError {
  const { code, message, fields, outcome, status, facts } = error;
  const names = Object.keys(fields ?? {});
  if (code !== 'invalid_arguments' || names.length === 0 || message.startsWith(tool)) return error;
  const wrong = Object.entries(fields ?? {}).map(([name, reasons]) => `${name} ${reasons[0] ?? 'is not accepted'}`);
  return new VisibilityError(code, `${tool}: ${wrong.join('; ')}. Nothing was charged.`, {
    outcome,
    ...(fields ? { fields } : {}),
    ...(status === undefined ? {} : { status }),
    ...(facts ? { facts } : {}),
    next: `Correct ${names.join(', ')}, then call ${tool} again.`,
  });
}
