import { families, operationNamed } from '../index.ts';
import type { Family, Operation } from '../vocabulary/index.ts';
import type { JsonSchema } from './json-schema.ts';
import {
  dataType,
  docComment,
  inputType,
  needsInput,
  notesOf,
  projectReference,
  projectReferenceTypes,
  resultType,
  typeText,
} from './typescript.ts';

/** A workflow, described by its tool. */
export interface WorkflowText {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: object;
}

/** TypeScript declarations of `platform`, for models and for programs of the library. */
export function platformDeclarations(workflows: readonly WorkflowText[]): string {
  const parts = families.map(familyParts);
  return [
    ...parts.map(({ text }) => text),
    `${docComment(['Whole tasks, like the tools with their names.'], '')}export interface Workflows {\n${workflows.map(workflowMethod).join('\n')}\n}\n`,
    referenceType,
    `${docComment(['Every operation as a method, by family and action.'], '')}export interface Operations {\n${parts.map(({ member }) => member).join('\n')}\n}\n`,
  ].join('\n');
}

const referenceType = `${docComment(['A project, by its id, its name or its domain.'], '')}export type ${projectReference} = ${typeText({ type: projectReferenceTypes })};\n`;

function familyParts(family: Family): { readonly text: string; readonly member: string } {
  const prefix = pascal(family.name);
  const operations = Object.values(family.operations).filter(({ aliasOf }) => aliasOf === undefined);
  const types = operations.flatMap((operation) => typesOf(prefix, operation));
  const methods = operations.map((operation) => methodOf(prefix, operation));
  return {
    text: `${types.join('\n')}${types.length > 0 ? '\n' : ''}${docComment([`${family.about}.`], '')}export interface ${prefix}Operations {\n${methods.join('\n')}\n}\n`,
    member: `${docComment([`${family.about}.`], '  ')}  readonly ${family.name}: ${prefix}Operations;`,
  };
}

/** Named types of an operation's arguments and data, so that an editor shows a name instead of the whole type. */
function typesOf(prefix: string, operation: Operation): string[] {
  const name = `${prefix}${pascal(actionOf(operation))}`;
  const input = inputType(operation);
  const { type } = dataType(operation.answer);
  return [
    ...(input === undefined ? [] : [`export interface ${name}Input ${input}\n`]),
    ...(type.startsWith('{\n') ? [`export interface ${name}Data ${type}\n`] : []),
  ];
}

function methodOf(prefix: string, operation: Operation): string {
  const name = `${prefix}${pascal(actionOf(operation))}`;
  const { type: record, isList } = resultType(operation, recordName);
  const data = isList
    ? `readonly ${/^[\w<]/.test(record) && !record.includes(' | ') ? record : `(${record})`}[]`
    : record;
  const inputParameter =
    Object.keys(operation.input.shape).length === 0
      ? 'input?: Readonly<Record<string, never>>'
      : `input${needsInput(operation) ? '' : '?'}: ${name}Input`;
  const call = `(${inputParameter}, options?: OperationOptions): Promise<Result<${data}>>`;
  const comment = docComment(notesOf(operation), '  ');
  if (operation.job) {
    const atOnce = `(${inputParameter.replace('?:', ':')}, options: WaitOptions): Promise<Result<${data} | null>>`;
    return `  /** As below, but \`data\` is null if the job has not ended by then. */\n  ${actionOf(operation)}${atOnce};\n${comment}  ${actionOf(operation)}${call};`;
  }
  if (!isList || operation.effect !== 'read') return `${comment}  ${actionOf(operation)}${call};`;
  return `${comment}  readonly ${actionOf(operation)}: {\n    ${call};\n    /** Every record, page after page. */\n    all(${inputParameter}, options?: OperationOptions): AsyncIterable<${record}>;\n  };`;
}

/** The name of the type of an operation's record, or the type itself if it is short. */
function recordName(name: string): string {
  const { type } = dataType(operationNamed(name).answer);
  return type.startsWith('{\n') ? `${pascal(name.replace('.', '_'))}Data` : type;
}

function workflowMethod({ name, description, inputSchema }: WorkflowText): string {
  const schema = inputSchema as JsonSchema;
  const { wait_s: _, ...args } = schema.properties ?? {};
  const properties = Object.fromEntries(Object.entries(args).map(([argument, one]) => [argument, ofWorkflow(one)]));
  const needed = (schema.required ?? []).length > 0;
  return `${docComment([description], '  ')}  ${camel(name)}<T = Readonly<Record<string, unknown>>>(order${needed ? '' : '?'}: ${typeText({ ...schema, properties }, '  ')}): Promise<WorkflowResult<T>>;`;
}

/** The schema of a workflow's argument. One that takes a name, a domain or an id has the type of a project, as in operations. */
const ofWorkflow = (argument: JsonSchema): JsonSchema =>
  /\bdomain or id\b/.test(argument.description ?? '') ? { ...argument, type: projectReference } : argument;

const actionOf = ({ name }: Operation): string => name.slice(name.indexOf('.') + 1);

const pascal = (name: string): string =>
  name.replace(/(?:^|_)([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());

const camel = (name: string): string => name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
