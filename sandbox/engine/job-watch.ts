import { operationNamed } from '../../src/catalog/index.ts';
import type { Operation, Source } from '../../src/catalog/vocabulary/index.ts';
import { argument, type ValidatedArguments } from './arguments.ts';
import { base } from './http/router.ts';
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

/** The value of an argument of the watching operation: an argument of the start, or the first path found in its answer. */
export function sourceValue(source: Source, input: ValidatedArguments, result: unknown): unknown {
  if ('input' in source) return argument(input, source.input);
  if ('constant' in source) return source.constant;
  // Handlers return the content of `data`; the catalog's paths may name the wrapper or leave it out.
  const paths = source.answer.map((path) => path.replace(/^data\./, ''));
  return paths.flatMap((path) => [at(result, path), at(result, `data.${path}`)]).find((value) => value !== undefined);
}

const at = (value: unknown, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>(
      (here, step) => (typeof here === 'object' && here !== null ? Reflect.get(here, step) : undefined),
      value,
    );
