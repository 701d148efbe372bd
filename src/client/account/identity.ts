import { operation as operationNamed } from '../../catalog/index.ts';
import type { Operation } from '../../catalog/operation.ts';
import type { State } from '../../state/state.ts';
import type { DecodedResponse } from '../decoding/decoded-response.ts';
import { refusedWithout } from '../errors/unreadable.ts';
import { isVisibilityError } from '../errors/visibility-error.ts';
import { formerAddresses, normalAddress } from './normal-address.ts';
import { pick } from '../request/path.ts';

export interface IdentityDependencies {
  readonly state: State;
  readonly apiUrl: string;
  readonly token: string;
  /** The operator's name for the account. If set, the team is not looked up. */
  readonly label: string | undefined;
  /** Identifies a service whose address changes. If set, the team is looked up only with `asksTeam`. */
  readonly service: string | undefined;
  /** Whether the team is looked up even if `service` is set, since several callers may belong to one team. */
  readonly asksTeam?: boolean | undefined;
  /** Sends one free read. */
  readonly read: (operation: Operation, input: Record<string, never>) => Promise<DecodedResponse>;
}

/** The account without a lookup: the team's if it is known already, otherwise the token's. */
export type KnownAccount = Pick<Identity, 'accountOrAccess'>;

/**
 * The account that owns ledger, jobs and limits: the team, since tokens change and a team has several. Only the rate limit belongs to
 * the token. The team is looked up before the first call that needs it, and stored.
 */
export class Identity {
  readonly #dependencies: IdentityDependencies;
  /** Key of the rate limit: a keyed hash of address and token. */
  readonly access: string;
  #account: string | undefined;
  #lookingUp: Promise<string> | undefined;

  private constructor(dependencies: IdentityDependencies, access: string) {
    this.#dependencies = dependencies;
    this.access = access;
    if (dependencies.service !== undefined && dependencies.label === undefined && !dependencies.asksTeam)
      this.#account = access;
  }

  /** Creates the identity of a token. Rejects with `StateUnavailable` if the store cannot be used. */
  static async of(dependencies: IdentityDependencies): Promise<Identity> {
    return new Identity(
      dependencies,
      await dependencies.state.accounts.key(
        dependencies.service ?? normalAddress(dependencies.apiUrl),
        dependencies.token,
      ),
    );
  }

  /**
   * Key of ledger, jobs and limits. Rejects with `Unreachable` if the team is unknown and cannot be looked up: nothing may be spent then,
   * since earlier spending is unknown. Rejects if the token is refused or the rate limit is exhausted.
   */
  async account(signal?: AbortSignal): Promise<string> {
    if (this.#account !== undefined) return this.#account;
    this.#lookingUp ??= this.#lookUp().finally(() => (this.#lookingUp = undefined));
    return signal ? Promise.race([this.#lookingUp, aborted(signal)]) : this.#lookingUp;
  }

  /** Like `account`, for reading only: if the team cannot be looked up, returns the account of the token. */
  async accountToRead(): Promise<string> {
    return this.account().catch((error: unknown) => {
      if (isVisibilityError(error)) return this.access;
      throw error;
    });
  }

  /** The team's account once `account` has resolved; before that, the token's. */
  get accountOrAccess(): string {
    return this.#account ?? this.access;
  }

  async #lookUp(): Promise<string> {
    const { state, label } = this.#dependencies;
    const former = await this.#formerAccounts();
    if (label !== undefined) return this.#settle(await state.accounts.key('label', label), former);
    const remembered = await state.accounts.find(this.access);
    if (remembered !== undefined) return this.#settle(remembered, former);
    const owner = await this.#askPlatform();
    // If the platform names neither team nor user, the token is the account. This is not stored, since a later version may name one.
    if (owner === undefined) return (this.#account = this.access);
    const service = this.#dependencies.service ?? normalAddress(this.#dependencies.apiUrl);
    return this.#settle(await state.accounts.key(`owner ${service}`, owner), former);
  }

  /** Moves records that an earlier version stored under address and token to the account. */
  async #settle(account: string, former: readonly string[]): Promise<string> {
    await this.#dependencies.state.accounts.bind(this.access, account, former);
    return (this.#account = account);
  }

  async #formerAccounts(): Promise<string[]> {
    const { state, apiUrl, token, service } = this.#dependencies;
    const addresses = service === undefined ? formerAddresses(apiUrl) : [service];
    return [this.access, ...(await Promise.all(addresses.map((address) => state.accounts.key(address, token))))];
  }

  /** Document 3, "Account, team, billing": the team pays. The contract lists the fields of the user, not those of the team. */
  async #askPlatform(): Promise<string | undefined> {
    for (const [kind, name] of [
      ['team', 'team.get'],
      ['user', 'account.get'],
    ] as const) {
      const id = await this.#idFrom(name);
      if (id !== undefined) return `${kind} ${id}`;
    }
    return undefined;
  }

  async #idFrom(name: 'team.get' | 'account.get'): Promise<string | undefined> {
    try {
      const { rawJson } = await this.#dependencies.read(operationNamed(name), {});
      const id = pick(rawJson, 'id') ?? pick(rawJson, 'team.id');
      return (typeof id === 'number' && Number.isSafeInteger(id)) ||
        (typeof id === 'string' && /^[\w-]{1,100}$/.test(id))
        ? String(id)
        : undefined;
    } catch (error) {
      if (!isVisibilityError(error) || error.status === 401 || error.code === 'rate_limited') throw error;
      if (error.status !== undefined && absent.has(error.status)) return undefined;
      throw refusedWithout(
        error,
        `The team that the token belongs to could not be looked up (${error.message.replace(/\.$/, '')}), so nobody can tell what it has spent. Nothing was sent.`,
        'Repeat the call later. An operator can name the account instead: VISIBILITY_ACCOUNT.',
      );
    }
  }
}

/** Statuses that mean: no such address, or not for this token. */
const absent: ReadonlySet<number> = new Set([400, 403, 404, 405, 410, 422, 501]);

const aborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason as Error);
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });
