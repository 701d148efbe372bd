import { operationNamed as named } from '../../catalog/index.ts';
import type { Operation } from '../../catalog/operation.ts';
import type { ValidatedArguments } from './arguments.ts';
import { base } from './http/router.ts';
import { sourceValue } from './source-value.ts';
import type { World } from './world.ts';

/** Where the job of a start is watched: `poll_url` and `Location` follow from the catalog. */
export function watchAddress(
  world: World,
  operation: Operation,
  input: ValidatedArguments,
  said: unknown,
): string | undefined {
  const { job } = operation;
  if (!job) return undefined;
  const values = new Map(Object.entries(job.with).map(([name, source]) => [name, sourceValue(source, input, said)]));
  if ([...values.values()].includes(undefined)) return undefined;
  return world.address(
    base + named(job.watch).path.replaceAll(/\{(\w+)\}/g, (_, name) => encodeURIComponent(String(values.get(name)))),
  );
}

/** The answer with the addresses its shape declares, where the family has not given them itself. */
export function withAddress({ answer }: Operation, said: unknown, watched: string): unknown {
  if (
    (answer.kind !== 'flat' && answer.kind !== 'one') ||
    typeof said !== 'object' ||
    said === null ||
    Object.getPrototypeOf(said) !== Object.prototype
  )
    return said;
  const fields = ['poll_url', 'status_url'].filter((field) => field in answer.shape && !(field in said));
  return { ...said, ...Object.fromEntries(fields.map((field) => [field, watched])) };
}
