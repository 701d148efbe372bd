import { styled, type Style } from './styled.ts';
import type { Terminal } from './terminal.ts';

/** A part of a whole, and an amount held beside it, in the same unit. */
export interface Amount {
  readonly value: number;
  readonly max: number;
  readonly held?: number | undefined;
}

/** A bar of `width` characters: what is used, what is held, and the rest. An amount above zero gets at least one character. */
export function bar(
  { value, max, held = 0 }: Amount,
  width: number,
  terminal: Terminal,
  style: Style = 'blue',
): string {
  const used = cellsOf(value, max, width);
  const heldCells = Math.min(width - used, cellsOf(held, max, width));
  const [full, half, empty] = terminal.unicode ? ['█', '▒', '░'] : ['#', '+', '.'];
  return [
    styled(style, full.repeat(used), terminal),
    styled('yellow', half.repeat(heldCells), terminal),
    styled('dim', empty.repeat(width - used - heldCells), terminal),
  ].join('');
}

/** A bar that only compares amounts: it has no background up to the maximum. */
export const plainBar = ({ value, max }: Amount, width: number, terminal: Terminal): string =>
  styled('blue', (terminal.unicode ? '█' : '#').repeat(cellsOf(value, max, width)), terminal);

function cellsOf(value: number, max: number, width: number): number {
  if (!(value > 0)) return 0;
  if (!(max > 0)) return width;
  return Math.min(width, Math.max(1, Math.round((width * value) / max)));
}
