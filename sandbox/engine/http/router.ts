import type { Operation } from '../../../src/catalog/vocabulary/index.ts';

/** The version is part of the address (docs/platform/conventions.md#addresses). */
export const base = '/api/v1';

/** The operation of an address with its path values, or the methods that the address allows, or undefined. */
type Destination =
  | { readonly operation: Operation; readonly values: Readonly<Record<string, string>> }
  | { readonly allow: readonly string[] }
  | undefined;

export type Router = (method: string, path: string) => Destination;

/**
 * Finds the operation of an address. Segment by segment, a literal wins over a parameter, so that
 * `/files/trash` is never read as the file named trash.
 */
export function createRouter(operations: readonly Operation[]): Router {
  const root = node();
  for (const operation of operations) insertRoute(root, operation);
  return (method, path) => {
    const segments = segmentsOf(path);
    const leaves = segments ? [...walk(root, segments, [])] : [];
    for (const { leaf, values } of leaves) {
      const operation = leaf.operations.get(method);
      if (operation)
        return { operation, values: Object.fromEntries(operation.params.map((name, n) => [name, values[n] ?? ''])) };
    }
    return leaves.length
      ? { allow: [...new Set(leaves.flatMap(({ leaf }) => [...leaf.operations.keys()]))] }
      : undefined;
  };
}

interface Node {
  readonly literals: Map<string, Node>;
  /** Segments with a parameter in them: `{id}`, and `{project}.pdf` before it. */
  readonly patterns: Map<string, Pattern>;
  readonly operations: Map<string, Operation>;
}

interface Pattern {
  readonly form: RegExp;
  /** Its parameter may hold slashes. */
  readonly spans: boolean;
  readonly next: Node;
}

const node = (): Node => ({ literals: new Map(), patterns: new Map(), operations: new Map() });

function insertRoute(root: Node, operation: Operation): void {
  let at = root;
  for (const segment of operation.path.split('/').filter(Boolean))
    at = child(at, segment, segment === `{${operation.spans}}`);
  at.operations.set(operation.method, operation);
}

function child(at: Node, segment: string, spans: boolean): Node {
  if (!segment.includes('{')) return at.literals.get(segment) ?? added(at.literals, segment, node());
  const form = segment.replaceAll(/[.+*?^$()|[\]\\]/g, '\\$&').replaceAll(/\{\w+\}/g, '(.+)');
  const key = spans ? `${form}/` : form;
  return (at.patterns.get(key) ?? added(at.patterns, key, { form: new RegExp(`^${form}$`, 's'), spans, next: node() }))
    .next;
}

function added<K, V>(map: Map<K, V>, key: K, value: V): V {
  map.set(key, value);
  return value;
}

function* walk(
  at: Node,
  segments: readonly string[],
  values: readonly string[],
): Generator<{ leaf: Node; values: readonly string[] }> {
  const [first, ...rest] = segments;
  if (first === undefined) {
    if (at.operations.size) yield { leaf: at, values };
    return;
  }
  const literal = at.literals.get(first);
  if (literal) yield* walk(literal, rest, values);
  // The longer pattern is the more specific one.
  for (const { form, spans, next } of [...at.patterns.values()].toSorted(
    (a, b) => b.form.source.length - a.form.source.length,
  )) {
    for (let taken = 1; taken <= (spans ? segments.length : 1); taken += 1) {
      const match = form.exec(segments.slice(0, taken).join('/'));
      if (match) yield* walk(next, segments.slice(taken), [...values, ...match.slice(1)]);
    }
  }
}

/** Decoded segments, or undefined where the percent-encoding is broken. */
function segmentsOf(path: string): string[] | undefined {
  try {
    return path.split('/').filter(Boolean).map(decodeURIComponent);
  } catch {
    return undefined;
  }
}
