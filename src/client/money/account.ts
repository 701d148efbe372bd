import { unlessAborted } from '../../base/unless-aborted.ts';
import { type Operation, operationNamed } from '../../catalog/index.ts';
import type { State } from '../../state/index.ts';
import type { DecodedResponse } from '../answers/index.ts';
import { normalAddress } from '../http/normal-address.ts';
import { pick } from '../http/request/path.ts';
import { isVisibilityError } from '../errors.ts';
import { readUnlessAbsent, refusedWithout } from '../refusals.ts';

export interface AccountDependencies {
  readonly state: State;
  /** `accessOf` the token. */
  readonly access: string;
  readonly apiUrl: string;
  /** The operator's name for the account. If set, the team is not looked up. */
  readonly label?: string | undefined;
  /** Identifies a service whose address changes. If set, the team is looked up only with `asksTeam`. */
  readonly service?: string | undefined;
  /** Whether the team is looked up even if `service` is set, since several callers may belong to one team. */
  readonly asksTeam: boolean;
  /** Sends one free read. */
  readonly read: (operation: Operation, input: Record<string, never>) => Promise<DecodedResponse>;
}

/** Key of the account without a lookup. */
export type AccountKey = Pick<Account, 'key'>;

/** Key of a token's rate limit: a keyed hash of address and token. Rejects with `StateUnavailable` if the store cannot be used. */
export const accessOf = (
  { accounts }: Pick<State, 'accounts'>,
  { service, apiUrl, token }: Pick<AccountDependencies, 'service' | 'apiUrl'> & { readonly token: string },
): Promise<string> => accounts.key(service ?? normalAddress(apiUrl), token);

/**
 * The account that owns ledger, jobs and limits: the team, since tokens change and a team has several. Only the rate limit belongs to
 * the token. The team is looked up before the first call that needs it, and stored. Old records are deleted (retention) before the
 * first use of the account.
 */
export class Account {
  readonly #dependencies: AccountDependencies;
  /** Key of the rate limit. */
  readonly access: string;
  #key: string | undefined;
  #lookingUp: Promise<string> | undefined;
  #isOpen = false;

  constructor(dependencies: AccountDependencies) {
    const { access, service, label, asksTeam } = dependencies;
    this.#dependencies = dependencies;
    this.access = access;
    if (service !== undefined && label === undefined && !asksTeam) this.#key = access;
  }

  /** Key of the team's records once it has been looked up; before that, of the token's. */
  get key(): string {
    return this.#key ?? this.access;
  }

  /**
   * The key, for spending and writing. Rejects with `unreachable` if the team is unknown and cannot be looked up: nothing may be spent
   * then, since earlier spending is unknown. Rejects if the token is refused or the rate limit is exhausted.
   */
  async toWrite(signal?: AbortSignal): Promise<string> {
    return this.#open(await this.#find(signal));
  }

  /** The key, for reading: that of the token if the team cannot be looked up. */
  async toRead(): Promise<string> {
    const key = await this.#find().catch((error: unknown) => {
      if (isVisibilityError(error)) return this.access;
      throw error;
    });
    return this.#open(key);
  }

  async #open(key: string): Promise<string> {
    if (this.#isOpen) return key;
    const { saved, ledger } = this.#dependencies.state;
    await saved.clean();
    await ledger.applyRetention(key);
    this.#isOpen = true;
    return key;
  }

  async #find(signal?: AbortSignal): Promise<string> {
    if (this.#key !== undefined) return this.#key;
    this.#lookingUp ??= this.#lookUp().finally(() => (this.#lookingUp = undefined));
    return unlessAborted(this.#lookingUp, signal, () => signal?.throwIfAborted() as never);
  }

  async #lookUp(): Promise<string> {
    const { state, label, service, apiUrl } = this.#dependencies;
    if (label !== undefined) return this.#settle(await state.accounts.key('label', label));
    const remembered = await state.accounts.find(this.access);
    if (remembered !== undefined) return this.#settle(remembered);
    const owner = await this.#askPlatform();
    // If the platform names neither team nor user, the token is the account. This is not stored, since a later version may name one.
    if (owner === undefined) return (this.#key = this.access);
    return this.#settle(await state.accounts.key(`owner ${service ?? normalAddress(apiUrl)}`, owner));
  }

  /** Moves records that were stored under address and token to the account. */
  async #settle(key: string): Promise<string> {
    await this.#dependencies.state.accounts.bind(this.access, key, [this.access]);
    return (this.#key = key);
  }

  /**
   * docs/platform/workspace.md#team: the team pays. The contract lists the fields of the user, not those of the team.
   */
  async #askPlatform(): Promise<string | undefined> {
    for (const [kind, name] of [
      ['team', 'team.get'],
      ['user', 'account.get'],
    ] as const) {
      const answer = await readUnlessAbsent(
        () => this.#dependencies.read(operationNamed(name), {}),
        (reason, failure) =>
          refusedWithout(
            failure,
            `The team that the token belongs to could not be looked up (${reason}), so it is not known what it has spent. Nothing was sent.`,
            'Repeat the call later. An operator can name the account instead: VISIBILITY_ACCOUNT.',
          ),
      );
      const id = pick(answer?.rawJson, 'id') ?? pick(answer?.rawJson, 'team.id');
      if (Number.isSafeInteger(id) || (typeof id === 'string' && /^[\w-]{1,100}$/.test(id))) return `${kind} ${id}`;
    }
    return undefined;
  }
}
