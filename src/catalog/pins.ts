import type * as z from 'zod';
import type { Arguments, Operation } from './operation.ts';
import { projectArguments, projectFieldKind, type ProjectKind } from './project-arguments.ts';

/** The projects that the operator ties all calls to, by id. */
export interface Pins {
  readonly project?: number;
  readonly trackingProject?: number;
}

/** What the arguments of that kind are tied to; undefined where they are free. */
export const pinOf = (pins: Pins | undefined, kind: ProjectKind): number | undefined =>
  kind === 'project' ? pins?.project : pins?.trackingProject;

/**
 * The arguments of an operation that pins decide, with their values.
 *
 * @internal exported for tests
 */
export function pinnedArguments(operation: Operation, pins: Pins | undefined): Readonly<Record<string, number>> {
  if (!pins) return {};
  return Object.fromEntries(
    [...projectArguments(operation)].flatMap(([name, kind]) => {
      const value = pinOf(pins, kind);
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

/** Operations that make or open other projects than the pinned ones, or let the platform's agent choose, by what must be pinned. */
const aboutOthers: Readonly<Record<string, readonly ProjectKind[]>> = {
  'projects.create': ['project'],
  'tracking.analyze': ['tracking project'],
  'tracking_shares.accept': ['tracking project'],
  'tracking_shares.decline': ['tracking project'],
  'tracking_shares.leave': ['tracking project'],
  'agentic_chat.chat': ['project', 'tracking project'],
  'agentic_chat.answer_question': ['project', 'tracking project'],
};

/** Whether an operation can only be about projects that the pins exclude, or cannot be tied to the pinned ones. */
export const isBeyondPins = ({ name }: Operation, pins: Pins | undefined): boolean =>
  aboutOthers[name]?.some((kind) => pinOf(pins, kind) !== undefined) ?? false;

/** Arguments that choose a project by something else than its id, by operation and kind. */
const choosing: Readonly<Record<string, readonly [kind: ProjectKind, names: readonly string[]]>> = {
  // One ingest per team and domain: without one, it goes on with that of the pinned project (contract 2, "Wizard and project operations").
  'ingest.start': ['tracking project', ['domain', 'brand']],
};

/** The arguments that may not be given at all, since only another project could be meant. */
function closedArguments({ name }: Operation, pins: Pins | undefined): readonly string[] {
  const [kind, names] = choosing[name] ?? [];
  return kind && names && pinOf(pins, kind) !== undefined ? names : [];
}

/**
 * The arguments of a call with the pinned ones filled in.
 *
 * @param refuse called with the names of arguments that have another value
 */
export function withPins(
  operation: Operation,
  given: Arguments,
  pins: Pins | undefined,
  refuse: (names: readonly string[]) => never,
): Arguments {
  if (!pins) return given;
  const pinned = pinnedArguments(operation, pins);
  const closed = closedArguments(operation, pins);
  const wrong = Object.entries(given).flatMap(([name, value]) =>
    closed.includes(name)
      ? [name]
      : Object.hasOwn(pinned, name)
        ? isPin(value, pinned[name])
          ? []
          : [name]
        : fieldsElsewhere(operation, name, value, pins, 0),
  );
  if (wrong.length > 0) refuse(wrong);
  return { ...given, ...pinned };
}

/** As deep as arguments may be nested. */
const maxDepth = 32;

/** The fields at and below this one that name another project than the pinned one, with their place. */
function fieldsElsewhere(operation: Operation, name: string, value: unknown, pins: Pins, depth: number): string[] {
  if (depth > maxDepth) return [];
  const field = name.slice(name.lastIndexOf('.') + 1);
  const kind = projectFieldKind(operation, field);
  const pin = kind && pinOf(pins, kind);
  if (pin !== undefined) return [value].flat().every((one) => isPin(one, pin)) ? [] : [name];
  if (Array.isArray(value))
    return value.flatMap((one, at) => fieldsElsewhere(operation, `${name}.${at}`, one, pins, depth + 1));
  if (!isRecord(value)) return [];
  return Object.entries(value).flatMap(([inner, one]) =>
    fieldsElsewhere(operation, `${name}.${inner}`, one, pins, depth + 1),
  );
}

const views = new WeakMap<Operation, { readonly pins: Pins; readonly view: Operation }>();

/** The operation as callers see it: without the arguments that pins decide. Only for showing, never for calling. */
export function withoutPinned(operation: Operation, pins: Pins | undefined): Operation {
  const names = [...Object.keys(pinnedArguments(operation, pins)), ...closedArguments(operation, pins)];
  if (!pins || names.length === 0) return operation;
  const known = views.get(operation);
  if (known?.pins === pins) return known.view;
  const hidden = Object.fromEntries(names.map((name) => [name, true as const]));
  const view: Operation = {
    ...operation,
    input: operation.input.omit(hidden as never) as z.ZodObject,
    example: Object.fromEntries(Object.entries(operation.example).filter(([name]) => !(name in hidden))),
  };
  views.set(operation, { pins, view });
  return view;
}

/** Left out, or the same id, as a number or as text. */
const isPin = (value: unknown, pin: number | undefined): boolean =>
  value === undefined || value === null || value === pin || (typeof value === 'string' && value.trim() === String(pin));

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
