import type { JobView } from '../client/index.ts';
import type { Perform } from '../programs/index.ts';
import { isPlainCall } from '../programs/platform/plain-calls.ts';
import type { AccountChoice, OneAccount } from '../tools/index.ts';
import { VisibilityError } from '../client/errors.ts';

/** Makes each call in the account that its options name, and names the account in the result. */
export function performInAccounts<A extends OneAccount>(
  choice: AccountChoice<A>,
  performIn: (name: string) => Perform,
): Perform {
  return async (name, args, options) => {
    const [first] = args;
    if (name === 'jobs.list') return jobsOf(args, options);
    // Calls without an account use that of `connect`, or the default one.
    if (isPlainCall(name) || /^(once|save|state)\b/.test(name))
      return performIn(choice.of(undefined).name)(name, args, options);
    const { account, rest } = withoutAccount(name, args[1]);
    const { name: chosen } =
      name === 'jobs.wait' && typeof first === 'string' ? await choice.holding(first, account) : choice.of(account);
    const answer = await performIn(chosen)(name, [first, rest], options);
    return typeof answer === 'object' && answer !== null ? { ...answer, account: chosen } : answer;
  };

  async function jobsOf([filter]: readonly unknown[], options: Parameters<Perform>[2]): Promise<JobView[]> {
    const { account, rest } = withoutAccount('jobs.list', filter);
    const accounts = account === undefined ? choice.names : [choice.of(account).name];
    const lists = await Promise.all(
      accounts.map(async (one) =>
        ((await performIn(one)('jobs.list', [rest], options)) as JobView[]).map((job) => ({ ...job, account: one })),
      ),
    );
    const jobs = lists.flat().toSorted((one, other) => other.started_at.localeCompare(one.started_at));
    const { limit } = (rest ?? {}) as { readonly limit?: number };
    return jobs.slice(0, limit);
  }
}

/** Splits options into the account that they name and the others. */
function withoutAccount(
  name: string,
  given: unknown,
): { readonly account: string | undefined; readonly rest: unknown } {
  if (typeof given !== 'object' || given === null) return { account: undefined, rest: given };
  const { account, ...rest } = given as { readonly account?: unknown };
  if (account !== undefined && typeof account !== 'string')
    throw new VisibilityError('invalid_arguments', `platform.${name}: account is a name.`, { outcome: 'not_sent' });
  return { account, rest };
}
