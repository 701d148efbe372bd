import type { Node } from '../../charts/node.ts';
import { table } from './blocks.ts';
import type { Words } from './words.ts';

/** What one of several accounts has and may spend. */
export interface AccountRow {
  readonly account: string;
  readonly balance?: number | undefined;
  readonly balance_unknown?: string | undefined;
  readonly left?: readonly string[] | undefined;
  readonly reserved?: number | undefined;
  readonly in_doubt?: number | undefined;
}

/** Several accounts, a row each. */
export const accountsTable = (rows: readonly AccountRow[], words: Words): Node =>
  table(
    [
      { name: words.account },
      { name: words.balance, numeric: true },
      { name: words.left },
      { name: words.reserved, numeric: true },
      { name: words.inDoubt, numeric: true },
    ],
    rows.map(({ account, balance, balance_unknown: why, left = [], reserved, in_doubt: inDoubt }) => [
      account,
      balance ?? (why === undefined ? '–' : `– (${why})`),
      left.join(', '),
      reserved ?? '',
      inDoubt ?? '',
    ]),
    words.credits,
  );
