import type { Arguments, Operation } from '../../catalog/operation.ts';

/** How the pages of a list are asked for. */
export interface Paging {
  readonly kind: 'page' | 'offset' | 'none';
  /** The arguments of page `n`, from 1; `rows` were read before it. */
  page(args: Arguments, n: number, rows: number): Arguments;
}

/** Rows a page where the platform states no bound (document 1, "Lists"). */
const usualRows = 100;

/** By the arguments that an operation takes. */
export function pagingOf({ input, answer }: Operation, args: Arguments): Paging {
  const shape = input.shape;
  const has = (name: string): boolean => Object.hasOwn(shape, name);
  const maxPerPage = answer.kind === 'list' ? answer.maxPerPage : undefined;
  const size = (name: string): number => {
    const requestedSize = args[name];
    return typeof requestedSize === 'number' ? requestedSize : (maxPerPage ?? usualRows);
  };
  if (has('page')) {
    const rows = has('per_page') ? { per_page: size('per_page') } : {};
    return { kind: 'page', page: (args, page) => ({ ...args, ...rows, page }) };
  }
  if (has('offset') && has('limit'))
    return { kind: 'offset', page: (args, _, offset) => ({ ...args, limit: size('limit'), offset }) };
  return { kind: 'none', page: (args) => args };
}
