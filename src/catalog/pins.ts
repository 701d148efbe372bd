import type * as z from 'zod';
import type { Id } from './vocabulary/id-text.ts';
import type { Arguments, Operation, ProjectKind } from './vocabulary/index.ts';
import { projectArguments, projectFieldKind } from './project-arguments.ts';
import { isFields } from '../base/json/is-fields.ts';

/** The projects that the operator ties all calls to, by id. */
export interface Pins {
  readonly project?: number | undefined;
  readonly trackingProject?: Id | undefined;
}

/** The pinned id for arguments of that kind; undefined if there is none. */
export const pinOf = (pins: Pins | undefined, kind: ProjectKind): Id | undefined =>
  kind === 'project' ? pins?.project : pins?.trackingProject;

/**
 * The arguments of an operation that pins fix, with their values.
 * @internal exported for tests
 */
export function pinnedArguments(operation: Operation, pins: Pins | undefined): Readonly<Record<string, Id>> {
  if (!pins) return {};
  return Object.fromEntries(
    [...projectArguments(operation)].flatMap(([name, kind]) => {
      const value = pinOf(pins, kind);
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

/** Whether an operation can only be about projects that the pins exclude, or cannot be tied to the pinned ones. */
export const isBeyondPins = ({ beyondPins }: Operation, pins: Pins | undefined): boolean =>
  beyondPins.some((kind) => pinOf(pins, kind) !== undefined);

/** The arguments that are always refused, since they could only mean another project. */
const closedArguments = ({ projects, choosesProject }: Operation, pins: Pins | undefined): readonly string[] =>
  pinOf(pins, projects) === undefined ? [] : choosesProject;

/**
 * The arguments of a call, with the pinned ones added.
 * @param refuse called with the names of arguments that have another value
 */
export function withPins(
  operation: Operation,
  args: Arguments,
  pins: Pins | undefined,
  refuse: (names: readonly string[]) => never,
): Arguments {
  if (!pins) return args;
  const pinned = pinnedArguments(operation, pins);
  const closed = closedArguments(operation, pins);
  const wrong = Object.entries(args).flatMap(([name, value]) =>
    closed.includes(name)
      ? [name]
      : Object.hasOwn(pinned, name)
        ? isPin(value, pinned[name])
          ? []
          : [name]
        : fieldsElsewhere(operation, name, value, pins, 0),
  );
  if (wrong.length > 0) refuse(wrong);
  return { ...args, ...pinned };
}

/** Maximum nesting of arguments. */
const maxDepth = 32;

/** The paths of fields at and below this one that name another project than the pinned one. */
function fieldsElsewhere(operation: Operation, name: string, value: unknown, pins: Pins, depth: number): string[] {
  if (depth > maxDepth) return [];
  const field = name.slice(name.lastIndexOf('.') + 1);
  const kind = projectFieldKind(operation, field);
  const pin = kind && pinOf(pins, kind);
  if (pin !== undefined) return [value].flat().every((one) => isPin(one, pin)) ? [] : [name];
  if (Array.isArray(value))
    return value.flatMap((one, at) => fieldsElsewhere(operation, `${name}.${at}`, one, pins, depth + 1));
  if (!isFields(value)) return [];
  return Object.entries(value).flatMap(([inner, one]) =>
    fieldsElsewhere(operation, `${name}.${inner}`, one, pins, depth + 1),
  );
}

const views = new WeakMap<Operation, { readonly pins: Pins; readonly view: Operation }>();

/** The operation for callers, without the arguments that pins fix. Only for display, never for calls. */
export function withoutPinned(operation: Operation, pins: Pins | undefined): Operation {
  const names = [...Object.keys(pinnedArguments(operation, pins)), ...closedArguments(operation, pins)];
  if (!pins || names.length === 0) return operation;
  const cached = views.get(operation);
  if (cached?.pins === pins) return cached.view;
  const hidden = Object.fromEntries(names.map((name) => [name, true as const]));
  const view: Operation = {
    ...operation,
    input: operation.input.omit(hidden as never) as z.ZodObject,
    example: Object.fromEntries(Object.entries(operation.example).filter(([name]) => !(name in hidden))),
  };
  views.set(operation, { pins, view });
  return view;
}

/** Whether the value is absent, or the same id, as a number or as text. */
const isPin = (value: unknown, pin: Id | undefined): boolean =>
  value === undefined ||
  value === null ||
  ((typeof value === 'string' || typeof value === 'number') && String(value).trim() === String(pin));
