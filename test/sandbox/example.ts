import { allOperations, operationNamed } from '../../src/catalog/index.ts';
import type { Operation } from '../../src/catalog/vocabulary/index.ts';
import { sampleArguments } from '../support/sample-arguments.ts';
import { scenes } from '../catalog/scenes.ts';
import type { Visit } from './visit.ts';

type Received = Awaited<ReturnType<Visit['call']>>;

/** Every operation of the catalog once, without the older addresses. */
export const operations: readonly Operation[] = allOperations().filter(({ aliasOf }) => aliasOf === undefined);

/** Somebody who may call it. */
export const tokenOf = ({ audience }: Operation): string =>
  audience.who === 'admin' ? 'sandbox-admin' : 'sandbox-owner';

/** Makes what an operation needs to be there first; resolves with the arguments of its example. */
export async function prepare(
  { call, clock }: Visit,
  operation: Operation,
): Promise<Readonly<Record<string, unknown>>> {
  const scene = scenes[operation.name as keyof typeof scenes];
  let answer: unknown;
  for (const { name, given, token, wait_s } of scene?.before ?? []) {
    const step = operationNamed(name);
    answer = (await call(name, { ...sampleArguments(step), ...given }, token ?? tokenOf(step))).body;
    if (wait_s !== 0) clock.pass(7_200);
  }
  return { ...sampleArguments(operation), ...scene?.made?.(answer), ...scene?.given };
}

/** Calls an operation with its example, after what has to be there first; a change to undefined leaves an argument out. */
export async function example(
  here: Visit,
  operation: Operation,
  changes: Readonly<Record<string, unknown>> = {},
): Promise<Received> {
  const given = Object.entries({ ...(await prepare(here, operation)), ...changes });
  return send(here, operation, Object.fromEntries(given.filter(([, value]) => value !== undefined)));
}

/** Calls an operation with a token that allows it. */
export const send = (here: Visit, operation: Operation, given: Readonly<Record<string, unknown>>): Promise<Received> =>
  here.call(operation.name, given, scenes[operation.name as keyof typeof scenes]?.token ?? tokenOf(operation));
