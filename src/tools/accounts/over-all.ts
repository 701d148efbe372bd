import type { Client } from '../../client/index.ts';
import type { Runs } from '../../programs/index.ts';
import { isFields, type Fields } from '../../base/json/is-fields.ts';
import { listWork, maxListed, type Work, type WorkState } from '../jobs/list-work.ts';
import { byFall } from '../workflows/visibility-report/by-fall.ts';
import type { OneAccount } from './account-choice.ts';
import { isVisibilityError } from '../../client/errors.ts';

/** An account that has been opened. */
export interface OpenedAccount extends OneAccount {
  readonly client: () => Promise<Client>;
  /** Absent: it runs no programs. */
  readonly runs: (() => Promise<Runs>) | undefined;
}

/** A job or run, with its account. */
export type WorkOfAccount = Work & { readonly account: string };

/** Jobs and runs of all accounts, newest first. */
export async function workOfAll(accounts: readonly OpenedAccount[], state?: WorkState): Promise<WorkOfAccount[]> {
  const lists = await Promise.all(
    accounts.map(async ({ name, client, runs }) =>
      (await listWork(await client(), runs, state)).map((work) => ({ account: name, ...work })),
    ),
  );
  return lists
    .flat()
    .toSorted((one, other) => other.started_at.localeCompare(one.started_at))
    .slice(0, maxListed);
}

/** The balance and the limits of one account. */
export interface CreditsOfAccount {
  readonly account: string;
  readonly balance?: number | undefined;
  /** Why there is no balance. */
  readonly balance_unknown?: string | undefined;
  readonly plan?: string | undefined;
  /** The remaining credits of each limit, such as `150 of 200/day`. */
  readonly left: readonly string[];
  readonly charged?: number | undefined;
  readonly reserved?: number | undefined;
  readonly in_doubt?: number | undefined;
}

/** One report on the brands of all accounts, the largest decline first. An account that cannot be read has a row that says why. */
export async function brandsOfAll<A extends OneAccount>(
  accounts: readonly A[],
  reportOf: (account: A) => Promise<Fields>,
): Promise<Fields> {
  let head: Fields = {};
  const rows: Fields[] = [];
  for (const account of accounts) {
    const { name } = account;
    const { data, error } = await reportOf(account);
    if (isFields(data) && Array.isArray(data['brands'])) {
      head = data;
      rows.push(...data['brands'].filter(isFields).map((row) => ({ account: name, ...row })));
    } else rows.push({ account: name, failed: isFields(error) ? error['message'] : 'There is no report.' });
  }
  const failed = rows.filter((row) => row['failed'] !== undefined).length;
  return { ...head, brands: rows.toSorted(byFall), failed: failed || undefined };
}

/** A row for each account. If the platform or the token of one fails, its row says so; the others are shown. */
export const creditsOfAll = (accounts: readonly OpenedAccount[]): Promise<CreditsOfAccount[]> =>
  Promise.all(
    accounts.map(async ({ name, client }) => {
      try {
        const { balance, balance_unknown, failure, plan, limits, totals } = await (await client()).money();
        return {
          account: name,
          balance,
          balance_unknown: failure?.message ?? balance_unknown,
          plan,
          left: limits.map(({ limit, left }) => `${left} of ${limit}`),
          charged: totals.charged,
          reserved: totals.reserved,
          in_doubt: totals.in_doubt,
        };
      } catch (error) {
        if (!isVisibilityError(error)) throw error;
        return { account: name, balance_unknown: error.message, left: [] };
      }
    }),
  );
