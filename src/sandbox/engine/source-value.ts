import type { Source } from '../../catalog/operation.ts';
import { argument, type ValidatedArguments } from './arguments.ts';

/** The value a job's argument comes from: an argument of its start, or the first path its answer has. */
export function sourceValue(source: Source, input: ValidatedArguments, said: unknown): unknown {
  if ('input' in source) return argument(input, source.input);
  if ('constant' in source) return source.constant;
  // A family says what stands in `data`; the catalog's paths may name the wrapper or leave it out.
  const paths = source.answer.map((path) => path.replace(/^data\./, ''));
  return paths.flatMap((path) => [at(said, path), at(said, `data.${path}`)]).find((value) => value !== undefined);
}

const at = (value: unknown, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>(
      (here, step) => (typeof here === 'object' && here !== null ? Reflect.get(here, step) : undefined),
      value,
    );
