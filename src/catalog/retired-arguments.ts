import type { Arguments, Operation } from './vocabulary/index.ts';

/** Those of the arguments that the platform no longer accepts, by their dotted paths, such as `filter.project_id`. */
export const retiredArguments = ({ retired }: Pick<Operation, 'retired'>, args: Arguments): string[] =>
  Object.keys(retired).filter((path) => has(args, path.split('.')));

function has(value: unknown, [name, ...rest]: readonly string[]): boolean {
  if (name === undefined) return true;
  return (
    typeof value === 'object' && value !== null && Object.hasOwn(value, name) && has(Reflect.get(value, name), rest)
  );
}
