/** The column by which a table is sorted. */
interface Order {
  readonly column: number;
  readonly direction: 'ascending' | 'descending';
}

/** Adds sort buttons to the headings of sortable tables. The order that a reader chose is kept when the page is drawn again. */
export class TableSorting {
  readonly #orders = new Map<number, Order>();

  /** Called after each drawing. */
  apply(main: HTMLElement): void {
    main.querySelectorAll<HTMLTableElement>('table.sortable').forEach((table, at) => {
      const headings = Array.from(table.tHead?.rows[0]?.cells ?? []);
      headings.forEach((heading, column) => {
        const button = document.createElement('button');
        button.type = 'button';
        button.append(...heading.childNodes);
        heading.append(button);
        button.addEventListener('click', () => {
          this.#orders.set(at, next(this.#orders.get(at), column, heading.classList.contains('number')));
          this.#sort(table, headings, at);
        });
      });
      this.#sort(table, headings, at);
    });
  }

  #sort(table: HTMLTableElement, headings: readonly HTMLElement[], at: number): void {
    const order = this.#orders.get(at);
    if (!order) return;
    headings.forEach((heading, column) => {
      if (column === order.column) heading.setAttribute('aria-sort', order.direction);
      else heading.removeAttribute('aria-sort');
    });
    const body = table.tBodies[0];
    const sign = order.direction === 'ascending' ? 1 : -1;
    const rows = Array.from(body?.rows ?? []).map((row) => ({ row, key: keyOf(row.cells[order.column]) }));
    rows.sort((a, b) => compare(a.key, b.key, sign));
    body?.append(...rows.map(({ row }) => row));
  }
}

/** The next order: the same column is reversed; another one begins with its largest numbers, or with names from A to Z. */
function next(order: Order | undefined, column: number, numeric: boolean): Order {
  if (order?.column === column)
    return { column, direction: order.direction === 'ascending' ? 'descending' : 'ascending' };
  return { column, direction: numeric ? 'descending' : 'ascending' };
}

/** The sort key of a cell: its number, otherwise its text; undefined for an unknown number. */
function keyOf(cell: HTMLElement | undefined): number | string | undefined {
  if (!cell?.classList.contains('number')) return cell?.textContent;
  const { value } = cell.dataset;
  return value === undefined ? undefined : Number(value);
}

/** Compares two cells. Those without a value come last in both directions. */
function compare(a: number | string | undefined, b: number | string | undefined, sign: number): number {
  if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined);
  if (typeof a === 'number' && typeof b === 'number') return sign * (a - b);
  return sign * String(a).localeCompare(String(b), undefined, { numeric: true });
}
