import { didYouMean } from '../../base/text/nearest.ts';
import { createNotSentError } from '../results/error-result.ts';
import { unknownJob } from '../../client/refusals.ts';

/** One of several accounts. */
export interface OneAccount {
  readonly name: string;
  /** Whether its records contain a job, a run or a kept file with that id. */
  holds(id: string): Promise<boolean>;
}

/** Decides which of several accounts a call is about; nothing else does. */
export class AccountChoice<A extends OneAccount> {
  readonly #accounts: ReadonlyMap<string, A>;
  readonly #default: string | undefined;

  constructor(accounts: readonly A[], standard: string | undefined) {
    this.#accounts = new Map(accounts.map((one) => [one.name, one]));
    this.#default = standard;
  }

  /** In the order of the file. */
  get all(): readonly A[] {
    return [...this.#accounts.values()];
  }

  get names(): readonly string[] {
    return [...this.#accounts.keys()];
  }

  /** The account for calls that name none. */
  get default(): A | undefined {
    return this.#default === undefined ? undefined : this.#accounts.get(this.#default);
  }

  /**
   * The account of that name, or the default.
   * @throws VisibilityError with the names, where there is no such account, or none was named and there is no default
   */
  of(name: string | undefined): A {
    const account = name === undefined ? this.default : this.#accounts.get(name);
    if (account) return account;
    const problem =
      name === undefined
        ? `account is needed: this server has ${this.names.join(', ')}, and no default.`
        : `There is no account ${JSON.stringify(name.slice(0, 60))}${didYouMean(name, this.names, `; there are ${this.names.join(', ')}.`)}`;
    throw createNotSentError(
      'invalid_arguments',
      problem,
      'Add account, and ask the person if it is not clear which one.',
    );
  }

  /**
   * The account that a job, a run or a kept file belongs to.
   * @throws VisibilityError if no account has it on record, or if the call names another account
   */
  async holding(id: string, name?: string): Promise<A> {
    const account = name === undefined ? undefined : this.of(name);
    if (await account?.holds(id)) return account!;
    const owner = await this.#find(id, account);
    if (!owner) throw unknownJob(id);
    if (account)
      throw createNotSentError(
        'invalid_arguments',
        `${id} belongs to ${owner.name}, not to ${account.name}.`,
        `Leave account out, or give ${JSON.stringify(owner.name)}.`,
      );
    return owner;
  }

  /** It may be in records that cannot be read now, so the answer is unknown. */
  async #find(id: string, except: A | undefined): Promise<A | undefined> {
    const others = this.all.filter((one) => one !== except);
    const looks = await Promise.allSettled(others.map((one) => one.holds(id)));
    const at = looks.findIndex((look) => look.status === 'fulfilled' && look.value);
    if (at >= 0) return others[at];
    for (const look of looks) if (look.status === 'rejected') throw look.reason;
    return undefined;
  }
}
