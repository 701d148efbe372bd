import type { Arguments, Operation } from '../../catalog/index.ts';
import { type ListPage, type PageAnswer, pages } from '../../client/answers/pages/index.ts';
import { VisibilityError } from '../../client/errors.ts';
import { invalidCall } from './read-given.ts';

/** The records of one page of a list, for a program. */
export interface RecordsOfPage {
  readonly records: readonly unknown[];
  readonly isLast: boolean;
}

interface OpenList {
  readonly pages: AsyncGenerator<ListPage, void>;
  last?: ListPage | undefined;
  /** Makes one call, with the options of the latest one. */
  read: (args: Arguments) => Promise<PageAnswer>;
}

/** The lists that a program reads with `all`, by their numbers in the program. */
export class OpenLists {
  readonly #open = new Map<unknown, OpenList>();

  /**
   * The next page of a list.
   * @param number the number of the list
   * @param read makes one call
   * @throws VisibilityError `unreadable` after the last page of a list that is not complete
   */
  async next(
    number: unknown,
    operation: Operation,
    args: Arguments,
    read: (args: Arguments) => Promise<PageAnswer>,
  ): Promise<RecordsOfPage> {
    if (operation.effect !== 'read') throw invalidCall(`${operation.name} is no list that can be read by all.`);
    const list: OpenList = this.#open.get(number) ?? {
      pages: pages(operation, args, (page) => list.read(page)),
      read,
    };
    this.#open.set(number, list);
    list.read = read;
    if (list.last?.verdict) throw notComplete(operation, list.last.verdict.missed ?? 'it has become shorter');
    const { value } = await list.pages.next();
    if (!value) throw notComplete(operation, 'it ended');
    if (!value.isList) throw invalidCall(`${operation.name}.all: the answer has no list, or several.`);
    list.last = value;
    const { records = [], verdict } = value;
    const isLast = verdict !== undefined && verdict.missed === undefined;
    if (isLast) this.#open.delete(number);
    return { records, isLast };
  }
}

const notComplete = ({ name }: Operation, missed: string): VisibilityError =>
  new VisibilityError('unreadable', `platform.${name}.all: the list is not complete: ${missed}.`, { status: 200 });
