/** The decimal notation of a file. */
export type Decimal = ',' | '.';

/** The decimal notation of the cells of a file: `0,85` anywhere means a comma. */
export const decimalOf = (cells: Iterable<string>): Decimal =>
  [...cells].some((cell) => /^\d+(\.\d{3})*,\d{1,2}$/.test(cell)) ? ',' : '.';

/**
 * A number as people write it (docs/platform/content.md#keyword-import), or null. `1.900,50` and `1,900.50` are unambiguous;
 * `1.900` alone is read by the notation of the file.
 */
export function localNumber(cell: string, decimal: Decimal): number | null {
  const plain = cell.replaceAll(/[\s'€$%£]/g, '');
  if (!/^\d[\d.,]*$/.test(plain)) return null;
  const last = Math.max(plain.lastIndexOf('.'), plain.lastIndexOf(','));
  const mark = separatorOf(plain, last, decimal);
  const whole = (mark === -1 ? plain : plain.slice(0, mark)).replaceAll(/[.,]/g, '');
  return Number(mark === -1 ? whole : `${whole}.${plain.slice(mark + 1)}`);
}

/** The position of the decimal separator, or -1. */
function separatorOf(plain: string, last: number, decimal: Decimal): number {
  if (last === -1) return -1;
  const both = plain.includes('.') && plain.includes(',');
  if (both) return last;
  const repeated = plain.indexOf(plain.charAt(last)) !== last;
  if (repeated) return -1;
  const couldBeThousands = plain.length - last - 1 === 3;
  return couldBeThousands && plain.charAt(last) !== decimal ? -1 : last;
}
