import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import type { Arguments, Operation } from '../../catalog/operation.ts';
import type { Reply } from '../../client/call/reply.ts';
import type { CallerFiles } from '../../client/files/kept-files.ts';
import { canonicalJson } from '../../json/canonical-json.ts';
import { pagingOf, type Paging } from './paging.ts';
import { rowOf, type Row } from './row.ts';
import { rowsIn } from './rows-in.ts';

const [pack, unpack] = [promisify(gzip), promisify(gunzip)];

interface Page {
  readonly rows: readonly unknown[];
  /** As the platform states it; absent where it does not. */
  readonly total?: number | undefined;
  readonly lastPage?: number | undefined;
  /** Epoch milliseconds at which it was read. */
  readonly at: number;
}

export interface ListReadingParts {
  readonly files: CallerFiles;
  readonly operation: Operation;
  readonly args: Arguments;
  /** Makes one call. */
  readonly read: (args: Arguments) => Promise<Reply>;
  readonly now: () => number;
}

/**
 * Reads a whole list, page by page. Pages are kept for an hour, so that another attempt after a crash or an interruption goes on after
 * them. The first page is always read again: where it or the stated total differs from the kept one, the list has changed, and the kept
 * pages are dropped. A record on two pages, since the list changed in between, is returned once.
 */
export class ListReading {
  readonly #parts: ListReadingParts;
  readonly #paging: Paging;
  readonly #id: string;
  /** Pages for which the store has no room. */
  readonly #held = new Map<number, Uint8Array>();
  /** Rows before each page. */
  readonly #offsets: number[] = [];
  #pages = 0;
  #rows = 0;
  #last: Page | undefined;
  #firstTotal: number | undefined;
  #isWhole = false;
  #hasChanged = false;
  /** Why further rows cannot be read, in words of the client. */
  #goesOn: string | undefined;
  #resumed: { readonly pages: number; readonly at: number } | undefined;
  #repeated = 0;
  /** How many rows `rows` has returned. */
  #returned = 0;
  /** Whether ids identify rows. False where a page has one id twice: the ids are those of something else. */
  #hasIds = true;

  constructor(parts: ListReadingParts) {
    this.#parts = parts;
    this.#paging = pagingOf(parts.operation, parts.args);
    const { operation, args } = parts;
    const list = canonicalJson([operation.name, { ...args, page: undefined, offset: undefined }]);
    this.#id = `list-${createHash('sha256').update(list).digest('base64url').slice(0, 22)}`;
  }

  get isWhole(): boolean {
    return this.#isWhole;
  }

  get progress(): { readonly pages: number; readonly rows: number; readonly of: number | undefined } {
    return { pages: this.#pages, rows: this.#rows, of: this.#last?.lastPage };
  }

  /** What a user of the rows should know about the reading. */
  get remarks(): { readonly changed?: string | undefined; readonly resumed?: string | undefined } {
    const total = this.#last?.total;
    const isShort = total !== undefined && this.#returned !== total;
    return {
      changed:
        this.#hasChanged || this.#repeated > 0
          ? `The list changed while it was read${this.#repeated > 0 ? `; ${this.#repeated} rows came twice and are saved once` : ''}. A row that moved may be missing: save it again for a list of one moment.`
          : isShort
            ? `The platform says that there are ${total} rows and gave ${this.#returned}.`
            : this.#goesOn,
      resumed:
        this.#resumed && `${this.#resumed.pages} pages were read since ${new Date(this.#resumed.at).toISOString()}`,
    };
  }

  /** Reads the first page, and finds the pages that an earlier attempt has kept of the same list. */
  async begin(): Promise<void> {
    const fresh = await this.#fetch(1, 0);
    const storedPage = await this.#storedPage(1);
    const isSame = storedPage !== undefined && storedPage.total === fresh.total && sameRows(storedPage, fresh);
    if (!isSame) {
      if (storedPage) await this.#parts.files.dropParts(this.#id);
      await this.#keep(1, fresh);
    }
    this.#firstTotal = fresh.total;
    this.#count(fresh);
    if (!isSame) return;
    while (!this.#isWhole) {
      const page = await this.#storedPage(this.#pages + 1);
      if (!page) break;
      this.#count(page);
    }
    if (this.#pages > 1) this.#resumed = { pages: this.#pages - 1, at: storedPage.at };
  }

  /** Reads the next page. */
  async next(): Promise<void> {
    const page = await this.#fetch(this.#pages + 1, this.#rows);
    await this.#keep(this.#pages + 1, page);
    this.#count(page);
  }

  /** The rows of all pages, each record once. Only after all are read. */
  async *rows(): AsyncGenerator<Row> {
    const ids = new Set<unknown>();
    let repeated = 0;
    let returned = 0;
    for (let n = 1; n <= this.#pages; n++) {
      for (const value of (await this.#storedPage(n))?.rows ?? (await this.#fetch(n, this.#offsets[n - 1] ?? 0)).rows) {
        const row = rowOf(value);
        const id = row['id'];
        const isRepeated = this.#hasIds && isId(id) && ids.has(id);
        ids.add(id);
        if (isRepeated) {
          repeated += 1;
          continue;
        }
        returned += 1;
        yield row;
      }
    }
    this.#repeated = repeated;
    this.#returned = returned;
  }

  /** Drops the kept pages, once the rows are saved. */
  drop(): Promise<void> {
    return this.#parts.files.dropParts(this.#id);
  }

  /** Counts a page, and decides whether another one follows. Where the platform does not say, pages follow until one is empty or repeats. */
  #count(page: Page): void {
    const before = this.#last;
    if (before && page.rows.length > 0 && page.lastPage === undefined && sameRows(before, page)) {
      this.#isWhole = true;
      return;
    }
    const ids = page.rows.map((row) => rowOf(row)['id']).filter(isId);
    if (new Set(ids).size < ids.length) this.#hasIds = false;
    this.#pages += 1;
    this.#offsets.push(this.#rows);
    this.#rows += page.rows.length;
    this.#last = { ...page, lastPage: page.lastPage ?? before?.lastPage, total: page.total ?? before?.total };
    if (page.total !== undefined && page.total !== this.#firstTotal) this.#hasChanged = true;
    const isLast = page.lastPage !== undefined && this.#pages >= page.lastPage;
    this.#isWhole = this.#paging.kind === 'none' || isLast || page.rows.length === 0;
  }

  /** @param offset rows before the page */
  async #fetch(n: number, offset: number): Promise<Page> {
    const reply = await this.#parts.read(this.#paging.page(this.#parts.args, n, offset));
    const { rows, lastPage, total } = rowsIn(reply);
    const { meta, incomplete } = reply;
    this.#goesOn = incomplete?.says;
    const statedTotal = total ?? (typeof meta?.['total'] === 'number' ? meta['total'] : undefined);
    const isEnd = this.#paging.kind === 'offset' && statedTotal !== undefined && offset + rows.length >= statedTotal;
    return { rows, total: statedTotal, lastPage: isEnd ? n : lastPage, at: this.#parts.now() };
  }

  async #keep(n: number, page: Page): Promise<void> {
    const bytes = await pack(JSON.stringify(page));
    if (this.#held.size > 0 || !(await this.#parts.files.addPart(this.#id, n, bytes))) this.#held.set(n, bytes);
  }

  async #storedPage(n: number): Promise<Page | undefined> {
    const bytes = this.#held.get(n) ?? (await this.#parts.files.readPart(this.#id, n));
    return bytes && (JSON.parse((await unpack(bytes)).toString()) as Page);
  }
}

const isId = (value: unknown): value is number | string => typeof value === 'number' || typeof value === 'string';

const sameRows = (one: Page, other: Page): boolean => canonicalJson(one.rows) === canonicalJson(other.rows);
