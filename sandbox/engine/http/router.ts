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
  const routes = operations.map(routeOf).toSorted((a, b) => a.rank.localeCompare(b.rank));
  return (method, path) => {
    const address = path.split('/').filter(Boolean).join('/');
    const fitting = routes.filter(({ form }) => form.test(address));
    const route = fitting.find(({ operation }) => operation.method === method);
    const values = route && decoded(route.form.exec(address)?.slice(1) ?? []);
    if (route && values) {
      const { operation } = route;
      return { operation, values: Object.fromEntries(operation.params.map((name, n) => [name, values[n] ?? ''])) };
    }
    if (route || fitting.length === 0) return undefined;
    return { allow: [...new Set(fitting.map(({ operation }) => operation.method))] };
  };
}

interface Route {
  readonly operation: Operation;
  readonly form: RegExp;
  /** A digit for each segment: 0 a literal, 1 such as `{project}.pdf`, 2 a parameter, 3 one that may hold slashes. */
  readonly rank: string;
}

function routeOf(operation: Operation): Route {
  const segments = operation.path.split('/').filter(Boolean);
  const spanning = `{${operation.spans}}`;
  const form = segments
    .map((segment) => segment.replaceAll(/[.+*?^$()|[\]\\]/g, '\\$&'))
    .map((segment) => segment.replaceAll(/\{\w+\}/g, (parameter) => (parameter === spanning ? '(.+)' : '([^/]+)')))
    .join('/');
  const rankOf = (segment: string): number =>
    segment === spanning ? 3 : /^\{\w+\}$/.test(segment) ? 2 : segment.includes('{') ? 1 : 0;
  return { operation, form: new RegExp(`^${form}$`), rank: segments.map(rankOf).join('') };
}

/** Undefined if the percent-encoding is invalid. */
function decoded(values: readonly string[]): string[] | undefined {
  try {
    return values.map(decodeURIComponent);
  } catch {
    return undefined;
  }
}
