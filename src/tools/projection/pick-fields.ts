import { cleanText } from '../../base/text/clean-text.ts';
import { isFields } from '../../base/json/is-fields.ts';

/**
 * The parts of `value` that `paths` name. A path is dotted and works through lists (`findings.title`); a part may carry
 * a range of list elements or characters, counted from the end where it is negative: `content[8000:]`,
 * `findings[50:100]`, `trend[-1:]`, and `[50:]` for the value itself. Ids of the records along the path are kept. Paths
 * without a value are ignored.
 */
export function pickFields(value: unknown, paths: readonly string[]): unknown {
  return pick(value, treeOf(paths));
}

/** Paths that the value does not have, and the names that exist where the first of them fails. */
export interface MissingFields {
  readonly asked: readonly string[];
  readonly there: readonly string[];
}

/** The paths that do not exist in `value`, up to the missing name; undefined if all exist, or if the value is empty. */
export function missingFields(value: unknown, paths: readonly string[]): MissingFields | undefined {
  const missing = missingIn([value], treeOf(paths), '');
  const [first] = missing;
  return first && { asked: missing.map(({ path }) => path), there: first.there };
}

function missingIn(
  values: readonly unknown[],
  { parts }: Tree,
  prefix: string,
): { readonly path: string; readonly there: readonly string[] }[] {
  const records = (values.flat(Infinity) as unknown[]).filter(isFields);
  if (records.every((record) => Object.keys(record).length === 0)) return [];
  return [...parts].flatMap(([name, subtree]) => {
    const inner = records.filter((record) => Object.hasOwn(record, name)).map((record) => record[name]);
    if (inner.length > 0) return missingIn(inner, subtree, `${prefix}${name}.`);
    return [{ path: `${prefix}${name}`, there: Object.keys(records[0] ?? {}) }];
  });
}

/** A name, a range, or a name with a range. */
const pathPart = /^([^[\]]*)(?:\[(-?\d+)?:(-?\d+)?\])?$/;

/** Text about the first invalid path; undefined if all are valid. Checked before a call is made, since its result may be paid for. */
export function fieldsComplaint(paths: readonly string[]): string | undefined {
  const wrong = paths.find((path) => !path.split('.').every((part) => pathPart.test(part)));
  if (wrong === undefined) return undefined;
  return `${JSON.stringify(wrong.slice(0, 60))} is no path; paths are name, name.inner, and ranges such as name[0:5], name[8000:], name[-1:], [50:]`;
}

interface Tree {
  range?: readonly [number, number | undefined] | undefined;
  readonly parts: Map<string, Tree>;
}

const leaf = (): Tree => ({ parts: new Map() });

function treeOf(paths: readonly string[]): Tree {
  const root = leaf();
  for (const path of paths) {
    let at = root;
    for (const part of path.split('.')) {
      const [whole, name = '', from, to] = pathPart.exec(part) ?? [];
      if (name !== '') at = child(at, name);
      if (whole?.endsWith(']')) at.range = [Number(from ?? 0), to === undefined ? undefined : Number(to)];
    }
  }
  return root;
}

function child(tree: Tree, name: string): Tree {
  const subtree = tree.parts.get(name);
  if (subtree) return subtree;
  const made = leaf();
  tree.parts.set(name, made);
  return made;
}

function pick(value: unknown, tree: Tree): unknown {
  if (Array.isArray(value)) return value.slice(...rangeOf(tree)).map((one) => pick(one, { parts: tree.parts }));
  // Positions count in the text as it is shown.
  if (typeof value === 'string') return tree.range ? cleanText(value).slice(...rangeOf(tree)) : value;
  if (!isFields(value) || tree.parts.size === 0) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => tree.parts.has(name) || name === 'id')
      .map(([name, field]) => [name, pick(field, tree.parts.get(name) ?? leaf())]),
  );
}

const rangeOf = ({ range }: Tree): readonly [number, number | undefined] | readonly [] => range ?? [];
