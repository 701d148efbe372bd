import { operationNamed } from '../../src/catalog/index.ts';
import type { Operation } from '../../src/catalog/vocabulary/index.ts';
import type { ValidatedArguments } from './arguments.ts';
import { base } from './http/router.ts';
import { sourceValue } from './source-value.ts';
import type { World } from './world.ts';

/** The address at which a started job is watched, for `poll_url` and `Location`. */
export function watchAddress(
  world: World,
  operation: Operation,
  input: ValidatedArguments,
  result: unknown,
): string | undefined {
  const { job } = operation;
  if (!job) return undefined;
  const values = new Map(Object.entries(job.with).map(([name, source]) => [name, sourceValue(source, input, result)]));
  if ([...values.values()].includes(undefined)) return undefined;
  return world.address(
    base +
      operationNamed(job.watch).path.replaceAll(/\{(\w+)\}/g, (_, name) =>
        encodeURIComponent(String(values.get(name))),
      ),
  );
}

/** The answer with the watch addresses that its shape declares, where the handler has not set them. */
export function withAddress({ answer }: Operation, result: unknown, watched: string): unknown {
  if (
    (answer.kind !== 'flat' && answer.kind !== 'one') ||
    typeof result !== 'object' ||
    result === null ||
    Object.getPrototypeOf(result) !== Object.prototype
  )
    return result;
  const fields = ['poll_url', 'status_url'].filter((field) => field in answer.shape && !(field in result));
  return { ...result, ...Object.fromEntries(fields.map((field) => [field, watched])) };
}
