import type { Arguments, Operation } from '../../catalog/vocabulary/index.ts';
import { type ListPage, type PageAnswer, type PageSizes, pages } from '../../client/answers/pages/index.ts';
import { VisibilityError } from '../../client/errors.ts';
import { invalidCall } from './read-given.ts';

/** The records of one page of a list, for a program. */
export interface RecordsOfPage {
  readonly records: readonly unknown[];
  readonly isLast: boolean;
}

interface OpenList {
  readonly pages: AsyncGenerator<ListPage, void>;
  /** Pages that were given. */
  at: number;
  last: ListPage | undefined;
  /** Makes one call, with the options of the latest one. */
  read: (args: Arguments) => Promise<PageAnswer>;
}

/** Lists that are open at once. The oldest one is closed for another, and begins again if it is still read. */
const maxOpen = 32;

/** The lists that a program reads by `all`, each by its number in the program. */
export class OpenLists {
  readonly #sizes: PageSizes;
  readonly #open = new Map<unknown, OpenList>();

  constructor(sizes: PageSizes) {
    this.#sizes = sizes;
  }

  /**
   * The next page of a list. If an earlier process has given pages of it, they are read again first.
   *
   * @param place the number of the list, and how many of its pages were given
   * @param read makes one call
   * @throws VisibilityError `unreadable` after the last page of a list that is not complete
   */
  async next(
    place: unknown,
    operation: Operation,
    args: Arguments,
    read: (args: Arguments) => Promise<PageAnswer>,
  ): Promise<RecordsOfPage> {
    if (operation.effect !== 'read') throw invalidCall(`${operation.name} is no list that can be read by all.`);
    const [number, at] = Array.isArray(place) ? (place as unknown[]) : [];
    const list = this.#listAt(number, Number(at), operation, args, read);
    while (list.at <= Number(at)) {
      if (list.last?.verdict) throw notComplete(operation, list.last.verdict.missed ?? 'it has become shorter');
      const { value } = await list.pages.next();
      if (!value) throw notComplete(operation, 'it ended');
      [list.last, list.at] = [value, list.at + 1];
      if (!value.isList) throw invalidCall(`${operation.name}.all: the answer has no list, or several.`);
    }
    const { records = [], verdict } = list.last ?? {};
    const isLast = verdict !== undefined && verdict.missed === undefined;
    if (isLast) this.#open.delete(number);
    return { records, isLast };
  }

  #listAt(number: unknown, at: number, operation: Operation, args: Arguments, read: OpenList['read']): OpenList {
    const open = this.#open.get(number);
    if (open?.at === at) {
      open.read = read;
      return open;
    }
    const list: OpenList = {
      pages: pages(operation, args, { read: (page) => list.read(page), sizes: this.#sizes }),
      at: 0,
      last: undefined,
      read,
    };
    this.#open.set(number, list);
    const [oldest] = this.#open.keys();
    if (this.#open.size > maxOpen) this.#open.delete(oldest);
    return list;
  }
}

const notComplete = ({ name }: Operation, missed: string): VisibilityError =>
  new VisibilityError('unreadable', `platform.${name}.all: the list is not complete: ${missed}.`, { status: 200 });
