import type { Arguments, Operation } from '../../../catalog/index.ts';
import type { AroundData } from '../index.ts';
import { readInSize, sizeToRequest } from './page-sizes.ts';
import { rowsIn, type RowsRead } from './rows-in.ts';

/** The answer to the request of one page, as far as it tells where the list ends. */
export type PageAnswer = { readonly data: unknown } & Pick<AroundData, 'page' | 'meta' | 'incomplete'>;

export interface PageRead extends RowsRead {
  /** False if the answer has no list, or several: it is then the only row. */
  readonly isList: boolean;
  /** Says that there are further rows, if the platform states so without page numbers. */
  readonly goesOn: string | undefined;
}

/**
 * Reads single pages of a list, by the arguments that the operation takes. A page size that the platform refuses is replaced by the size
 * that the refusal names, or left out, and not requested again.
 */
export class PageReader {
  readonly kind: 'page' | 'offset' | 'none';
  readonly #operation: Operation;
  readonly #args: Arguments;
  readonly #read: (args: Arguments) => Promise<PageAnswer>;
  /** The argument that takes the size. */
  readonly #sizeName: 'per_page' | 'limit' | undefined;
  /** The size that the platform accepted for the first page. */
  #accepted: { readonly size: number | undefined } | undefined;

  /** @param read makes one call */
  constructor(operation: Operation, args: Arguments, read: (args: Arguments) => Promise<PageAnswer>) {
    const has = (name: string): boolean => Object.hasOwn(operation.input.shape, name);
    this.kind = has('page') ? 'page' : has('offset') && has('limit') ? 'offset' : 'none';
    this.#sizeName =
      this.kind === 'offset' ? 'limit' : this.kind === 'page' && has('per_page') ? 'per_page' : undefined;
    this.#operation = operation;
    this.#args = args;
    this.#read = read;
  }

  /** @param number from 1 @param offset rows before the page */
  async read(number: number, offset: number): Promise<PageRead> {
    const answer = await this.#readAt(
      this.kind === 'page' ? { page: number } : this.kind === 'offset' ? { offset } : {},
    );
    const read = rowsIn(answer);
    const goesOn = answer.incomplete?.says;
    if (read) return { ...read, isList: true, goesOn };
    const { data } = answer;
    const rows = data === null || data === undefined ? [] : [data];
    return { rows, total: undefined, lastPage: undefined, isList: false, goesOn };
  }

  /** The answer with a page size that the platform accepts; later pages use the same size. */
  async #readAt(position: Arguments): Promise<PageAnswer> {
    const name = this.#sizeName;
    if (name === undefined) return this.#read({ ...this.#args, ...position });
    const { [name]: requested, ...args } = this.#args;
    const read = (size: number | undefined): Promise<PageAnswer> => this.#read({ ...args, [name]: size, ...position });
    if (this.#accepted) return read(this.#accepted.size);
    const { answer, size } = await readInSize(sizeToRequest(this.#operation, requested), read);
    this.#accepted = { size };
    return answer;
  }
}
