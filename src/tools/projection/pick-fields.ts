import { cleanText } from '../../text/clean-text.ts';
import { isFields } from './records.ts';

/**
 * The parts of `value` that `paths` name. A path is dotted and works through lists (`findings.title`);
 * a part may carry a range of list elements or characters: `content[8000:]`, `findings[50:100]`, and `[50:]`
 * for the value itself. Ids of the records on the way are kept. Paths that lead nowhere are ignored.
 */
export function pickFields(value: unknown, paths: readonly string[]): unknown {
  return pick(value, treeOf(paths));
}

/** The names at the top of `value` that a path may start with. */
export function topFields(value: unknown): string[] {
  const sample = Array.isArray(value) ? value[0] : value;
  return isFields(sample) ? Object.keys(sample) : [];
}

/** The names that paths start with and that `value` does not have. */
export function strangeFields(value: unknown, paths: readonly string[]): string[] {
  const there = new Set(topFields(value));
  return there.size === 0 ? [] : [...treeOf(paths).parts.keys()].filter((name) => !there.has(name));
}

interface Tree {
  range?: readonly [number, number | undefined];
  readonly parts: Map<string, Tree>;
}

const leaf = (): Tree => ({ parts: new Map() });

function treeOf(paths: readonly string[]): Tree {
  const root = leaf();
  for (const path of paths) {
    let at = root;
    for (const [, name = '', from, to] of path.matchAll(/([^.[\]]*)(?:\[(\d*):(\d*)\])?(?:\.|$)/g)) {
      if (name !== '') at = child(at, name);
      if (from !== undefined) at.range = [Number(from || 0), to ? Number(to) : undefined];
    }
  }
  return root;
}

function child(tree: Tree, name: string): Tree {
  const found = tree.parts.get(name);
  if (found) return found;
  const made = leaf();
  tree.parts.set(name, made);
  return made;
}

function pick(value: unknown, tree: Tree): unknown {
  if (Array.isArray(value)) return value.slice(...rangeOf(tree)).map((one) => pick(one, { parts: tree.parts }));
  // Positions are those of the text as it is shown.
  if (typeof value === 'string') return tree.range ? cleanText(value).slice(...rangeOf(tree)) : value;
  if (!isFields(value) || tree.parts.size === 0) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => tree.parts.has(name) || name === 'id')
      .map(([name, field]) => [name, pick(field, tree.parts.get(name) ?? leaf())]),
  );
}

const rangeOf = ({ range }: Tree): readonly [number, number | undefined] | readonly [] => range ?? [];
