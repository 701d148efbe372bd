import type { Node } from '../../charts/node.ts';
import { numeric, table } from './blocks.ts';
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
    [words.account, numeric(words.balance), words.left, numeric(words.reserved), numeric(words.inDoubt)],
    rows.map(({ account, balance, balance_unknown: why, left = [], reserved, in_doubt: inDoubt }) => [
      account,
      balance ?? (why === undefined ? '–' : `– (${why})`),
      left.join(', '),
      reserved ?? '',
      inDoubt ?? '',
    ]),
    words.credits,
  );
