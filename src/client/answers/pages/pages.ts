import type { Arguments, Operation } from '../../../catalog/index.ts';
import { canonicalJson } from '../../../base/json/canonical-json.ts';
import { isFields } from '../../../base/json/is-fields.ts';
import { type PageAnswer, PageReader, type PageRead } from './page-reader.ts';
import { isVisibilityError } from '../../errors.ts';

/** One page of a list, without the records that earlier pages had. */
export interface ListPage {
  readonly records: readonly unknown[];
  /** How many pages and records there are, if the platform states it. */
  readonly lastPage: number | undefined;
  readonly total: number | undefined;
  /** Whether the answer is a list. Otherwise it is the only record. */
  readonly isList: boolean;
  /** Set on the last page. */
  readonly verdict?: PageVerdict | undefined;
}

/** How a list ended. */
export interface PageVerdict {
  /** What was missed, such as `stated 250, read 25`. Undefined: the list is complete. */
  readonly missed?: string | undefined;
  /** Set if the stated number of records changed between two pages: a record that moved may be missing. */
  readonly changed?: string | undefined;
}

/**
 * Reads a list page by page, and says at its end whether it is complete. A record whose id was given before is not given again. If the
 * platform states neither pages nor a total, the list ends with a page that is empty, refused or the same as the page before. If records
 * disappear meanwhile, as a program may delete what it gets, the others move to earlier pages, which are then read again.
 * @param read makes one call
 */
export async function* pages(
  operation: Operation,
  args: Arguments,
  read: (args: Arguments) => Promise<PageAnswer>,
): AsyncGenerator<ListPage, void> {
  const reader = new PageReader(operation, args, read);
  const progress = new Progress(reader.kind, args);
  for (;;) {
    const page = await pageOrEnd(reader, progress);
    const step = progress.take(page);
    if (step === 'back') continue;
    yield step;
    if (step.verdict) return;
  }
}

/** Reads the next page. A refusal of a page that the platform has not stated is the end of the list. */
async function pageOrEnd(reader: PageReader, { number, offset, isStated }: Progress): Promise<PageRead> {
  try {
    return await reader.read(number, offset);
  } catch (error) {
    const isRefused = isVisibilityError(error) && [400, 404, 410, 416, 422].includes(error.status ?? 0);
    if (!isRefused || isStated !== false) throw error;
    return { rows: [], total: undefined, lastPage: undefined, isList: true, goesOn: undefined };
  }
}

/** How far a list is read, and what its platform has stated about it. */
class Progress {
  readonly #kind: PageReader['kind'];
  readonly #first: { readonly number: number; readonly offset: number };
  /** Whether the caller has limited the number of records itself. */
  readonly #isLimited: boolean;
  /** The page to read next, from 1, and the records before it. */
  number: number;
  offset: number;
  /** Whether the platform states how long the list is. Undefined: no page was read yet. */
  isStated: boolean | undefined;
  #total: number | undefined;
  #lastPage: number | undefined;
  readonly #totals = new Set<number>();
  readonly #ids = new Set<unknown>();
  /** Whether ids identify records. False if a record has none, or a page has one id twice: it is then the id of something else. */
  #hasIds = true;
  #given = 0;
  #size = 1;
  /** Whether any record was new since the last step back to an earlier page; if none was, there is no other step back. */
  #hasNew = true;
  #before: { readonly number: number; readonly json: string } | undefined;

  constructor(kind: PageReader['kind'], args: Arguments) {
    this.#kind = kind;
    this.#isLimited = kind === 'none' && args['limit'] !== undefined;
    this.#first = {
      number: kind === 'page' ? Number(args['page'] ?? 1) : 1,
      offset: kind === 'offset' ? Number(args['offset'] ?? 0) : 0,
    };
    ({ number: this.number, offset: this.offset } = this.#first);
  }

  /** Takes the page that was read. `back`: an earlier page has to be read again. */
  take(page: PageRead): ListPage | 'back' {
    const gone = this.#total === undefined || page.total === undefined ? 0 : this.#total - page.total;
    this.#total = page.total ?? this.#total;
    this.#lastPage = page.lastPage ?? this.#lastPage;
    if (this.#total !== undefined) this.#totals.add(this.#total);
    this.isStated = this.#total !== undefined || this.#lastPage !== undefined;
    if (gone > 0 && this.number > this.#first.number && this.#hasNew) {
      if (!this.#hasIds) return this.#page(page, [], movedWithoutIds);
      this.#goBack(Math.ceil(gone / this.#size));
      return 'back';
    }
    const json = canonicalJson(page.rows);
    const isRepeated = page.rows.length > 0 && this.#before?.number === this.number - 1 && this.#before.json === json;
    const records = isRepeated ? [] : this.#newOf(page.rows);
    this.#given += records.length;
    this.#hasNew ||= records.length > 0;
    this.#size = Math.max(this.#size, page.rows.length);
    if (this.#isLast(page, records, isRepeated)) return this.#page(page, records, this.#missedAt(page, isRepeated));
    this.#before = { number: this.number, json };
    this.number += 1;
    this.offset += page.rows.length;
    return this.#page(page, records);
  }

  #page({ isList }: PageRead, records: readonly unknown[], missed?: string | null): ListPage {
    const changed =
      this.#totals.size > 1
        ? `The list changed while it was read: ${[...this.#totals].join(', then ')} records were stated.`
        : undefined;
    return {
      records,
      lastPage: this.#lastPage,
      total: this.#total,
      isList,
      verdict: missed === undefined ? undefined : { missed: missed ?? undefined, changed },
    };
  }

  #goBack(count: number): void {
    this.number = Math.max(this.#first.number, this.number - count);
    this.offset = Math.max(this.#first.offset, this.offset - count * this.#size);
    this.#hasNew = false;
    this.#before = undefined;
  }

  /** The records that no earlier page had. */
  #newOf(rows: readonly unknown[]): readonly unknown[] {
    const ids = rows.map((row) => (isFields(row) ? row['id'] : undefined));
    this.#hasIds &&= ids.every(isId) && new Set(ids).size === ids.length;
    if (!this.#hasIds) return rows;
    const records = rows.filter((_, at) => !this.#ids.has(ids[at]));
    for (const id of ids) this.#ids.add(id);
    return records;
  }

  #isLast({ rows }: PageRead, records: readonly unknown[], isRepeated: boolean): boolean {
    if (this.#kind === 'none' || rows.length === 0 || isRepeated) return true;
    if (this.#lastPage !== undefined && this.#kind === 'page') return this.number >= this.#lastPage;
    return records.length === 0 || this.#given >= (this.#expected ?? Infinity);
  }

  /** How many records there are from the first requested one on: the fewest that were stated. */
  get #expected(): number | undefined {
    if (this.#totals.size === 0 || this.#first.number > 1 || this.#isLimited) return undefined;
    if (this.#kind === 'none' && (this.#lastPage ?? 1) <= 1) return undefined;
    return Math.min(...this.#totals) - this.#first.offset;
  }

  /** What is missing after the last page; null if nothing is. */
  #missedAt({ rows, goesOn }: PageRead, isRepeated: boolean): string | null {
    const [given, expected] = [this.#given, this.#expected];
    const isShort = expected !== undefined && given < expected;
    const hasMore = this.#kind === 'page' && this.number < (this.#lastPage ?? 0) && (isShort || expected === undefined);
    const reasons = [
      isRepeated && (isShort || hasMore || goesOn) ? `page ${this.number} repeated page ${this.number - 1}` : undefined,
      rows.length === 0 && hasMore ? `page ${this.number} of ${this.#lastPage} was empty` : undefined,
      isShort ? `stated ${expected}, read ${given}` : undefined,
      goesOn,
    ].filter((reason) => reason !== undefined);
    return reasons.length > 0 ? reasons.join('; ') : null;
  }
}

const isId = (value: unknown): boolean => typeof value === 'number' || typeof value === 'string';

const movedWithoutIds =
  'records disappeared while the list was read, and without ids it is not known which ones were already returned. Read all before changing any: await Array.fromAsync(…)';
