import type { Source } from '../../src/catalog/vocabulary/index.ts';
import { argument, type ValidatedArguments } from './arguments.ts';

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
