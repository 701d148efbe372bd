import * as z from 'zod';
import { allOperations, families, type Operation } from '../../catalog/index.ts';
import { isBeyondPins, withoutPinned, type Pins } from '../../catalog/pins.ts';
import type { Platform } from '../../client/index.ts';
import { annotationsOfOperation } from '../definition/annotations.ts';
import { projectArguments } from '../../catalog/project-arguments.ts';
import { fields, format, declaredArguments, takeArguments } from '../definition/tool-arguments.ts';
import { withSingleTypes } from '../definition/tool-schema.ts';
import { runOperation } from './run-operation.ts';
import { inputSchemaOf, jsonSchemaOf, type JsonSchema } from '../../catalog/schema/json-schema.ts';
import { boundsOf } from '../../catalog/schema/short-type.ts';
import { priceLine } from '../../catalog/schema/price-line.ts';
import type { Tool } from '../definition/tool.ts';
import type { ToolOptions } from '../definition/tool-options.ts';
import { waitSeconds, waitSecondsOf } from '../definition/waiting.ts';

/** One tool for each operation of the chosen families. Aliases have no tool of their own. */
export function operationTools(client: Platform, options: ToolOptions): Tool[] {
  const { toolsets, readOnly } = options;
  const chosen =
    toolsets === 'all'
      ? allOperations()
      : families.filter(({ name }) => toolsets.includes(name)).flatMap(({ operations }) => Object.values(operations));
  return chosen
    .filter((operation) => operation.aliasOf === undefined && (!readOnly || operation.effect === 'read'))
    .filter((operation) => !isBeyondPins(operation, client.pins))
    .map((operation) => operationTool(client, operation, options));
}

/**
 * `family_action`. The catalog keeps names within the 40 characters that every host accepts.
 * @internal exported for tests
 */
export const toolNameOf = ({ name }: Pick<Operation, 'name'>): string => name.replaceAll('.', '_');

function operationTool(client: Platform, operation: Operation, { maxWaitSeconds }: ToolOptions): Tool {
  const own = argumentsBeside(operation);
  const beside = (): Beside => own;
  let schema: object | undefined;
  return {
    name: toolNameOf(operation),
    title: operation.does,
    description: describe(operation),
    get inputSchema() {
      return (schema ??= schemaOf(operation, beside, client.pins));
    },
    annotations: annotationsOfOperation(operation),
    // The client validates the operation's own arguments, for tools, programs and the library alike.
    async read(args) {
      const reader = { name: toolNameOf(operation), onlyReads: operation.effect === 'read' };
      const { own: given, rest } = takeArguments(reader, beside, args);
      const { wait_s, ...view } = given;
      return {
        args: { ...rest, ...given },
        effects: [operation.effect],
        run: (context) => {
          const seconds = waitSecondsOf(wait_s, maxWaitSeconds, context);
          return runOperation(client, operation, rest, { ...view, waitSeconds: seconds }, context);
        },
      };
    },
  };
}

const all = {
  wait_s: waitSeconds.describe('Seconds to wait, 0 to 600').optional(),
  again: z.boolean().describe('Pay for another although one runs').optional(),
  fields: fields.optional(),
  format: format.optional(),
};

type Beside = typeof all;

/**
 * The server's own arguments, except those whose names the operation uses itself. All are optional. `fields` and
 * `format` are accepted but not listed, since in 452 tools they would cost too many tokens.
 */
const argumentsBeside = (operation: Operation): Beside =>
  Object.fromEntries(Object.entries(all).filter(([name]) => !(name in operation.input.shape))) as Beside;

function schemaOf(operation: Operation, beside: () => Beside, pins: Pins | undefined): object {
  const schema = inputSchemaOf(withoutPinned(operation, pins));
  const waits = operation.job
    ? Object.entries(jsonSchemaOf(declaredArguments(beside)).properties ?? {}).filter(
        ([name]) => name === 'wait_s' || (name === 'again' && operation.effect === 'paid'),
      )
    : [];
  const projects = projectArguments(operation);
  const described = Object.fromEntries(
    Object.entries(schema.properties ?? {}).map(([name, property]) => [
      name,
      withSingleTypes(inWordsToo(projects.has(name) ? { ...property, type: 'string' } : property)),
    ]),
  );
  return {
    type: 'object',
    properties: { ...described, ...Object.fromEntries(waits) },
    required: schema.required,
  };
}

/** Repeats bounds in the description, since several hosts drop them from schemas. */
function inWordsToo(schema: JsonSchema): JsonSchema {
  const words = boundsOf(schema);
  const figures = words.match(/\d+/g) ?? [];
  if (figures.every((figure) => schema.description?.replaceAll(',', '').includes(figure))) return schema;
  return { ...schema, description: schema.description ? `${schema.description}; ${words}` : words };
}

function describe({ does, price, job, rules, audience }: Operation): string {
  const priced = price.kind === 'free' || price.kind === 'none_listed' ? '' : ` Price: ${priceLine(price)}.`;
  const waits = job ? ` Waits for the job, usually ${job.usually} s.` : '';
  const ruled = rules.length ? ` ${rules.map(({ field, says }) => `${field} ${says}`).join('; ')}.` : '';
  const gated = audience.who === 'admin' ? ' Admins only.' : '';
  return `${does}.${priced}${waits}${ruled}${gated}`;
}
