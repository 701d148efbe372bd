/**
 * What the platform offers, as data: a declaration for each operation, grouped in families. It says what a call takes,
 * answers and costs; the client makes the calls. `vocabulary/` has the types of the declarations, `families/` the
 * declarations, and `schema/` presents them to readers.
 */

import * as declared from './families/index.ts';
import type { Family, Operation } from './vocabulary/index.ts';
import type { OperationName } from './operation-types.ts';

export type {
  ActionOf,
  Data,
  DataFor,
  DraftOf,
  FamilyName,
  Input,
  InputFor,
  OperationName,
  Output,
  RowOf,
} from './operation-types.ts';
export type { Pins } from './pins.ts';
export type { Scope } from './scopes.ts';
export type { FileRule } from './vocabulary/fields.ts';
export type { Id } from './vocabulary/id-text.ts';
export type {
  Answer,
  Arguments,
  Audience,
  Draft,
  Effect,
  Family,
  Job,
  Limit,
  Operation,
  Price,
  ProjectKind,
  Refusals,
  Source,
} from './vocabulary/index.ts';

/** Every family, in the order of their names. */
export const families: readonly Family[] = Object.values<Family>(declared);

const byName = new Map(families.map((family) => [family.name, family]));

/** The family of that name, or undefined. */
export const findFamily = (name: string): Family | undefined => byName.get(name);

/** The operation `family.action`, or undefined. Builds only that family. */
export function findOperation(name: string): Operation | undefined {
  const dot = name.indexOf('.');
  const actions = byName.get(name.slice(0, dot))?.operations;
  const action = name.slice(dot + 1);
  return actions && Object.hasOwn(actions, action) ? actions[action] : undefined;
}

/** The operation with that name, for a name in the code itself. */
export const operation = (name: OperationName): Operation => operationNamed(name);

/** The operation with a name that is on record or in another declaration. Throws if it is missing, which is a defect. */
export function operationNamed(name: string): Operation {
  const operation = findOperation(name);
  if (!operation) throw new Error(`no operation ${name} in the catalog`);
  return operation;
}

/** All operations, aliases included, in the catalog's order. Builds every family. */
export const allOperations = (): Operation[] => families.flatMap((family) => Object.values(family.operations));
