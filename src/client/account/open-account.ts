import type { Ledger } from '../../state/ledger.ts';
import type { Identity } from './identity.ts';

export interface OpenAccountDependencies {
  readonly identity: Identity;
  readonly ledger: Pick<Ledger, 'applyRetention'>;
  /** Called once, when the account is first used. */
  readonly onOpened: () => void;
}

/** The account that a process works on. Retention is applied before the process first uses it. */
export class OpenAccount {
  readonly #dependencies: OpenAccountDependencies;
  #isOpen = false;

  constructor(dependencies: OpenAccountDependencies) {
    this.#dependencies = dependencies;
  }

  /** For what spends or writes: rejects while the team cannot be looked up. */
  async toWrite(signal?: AbortSignal): Promise<string> {
    return this.#open(await this.#dependencies.identity.account(signal));
  }

  /** For what only reads: the records of the token alone where the team cannot be looked up. */
  async toRead(): Promise<string> {
    return this.#open(await this.#dependencies.identity.accountToRead());
  }

  async #open(account: string): Promise<string> {
    if (this.#isOpen) return account;
    await this.#dependencies.ledger.applyRetention(account);
    this.#isOpen = true;
    this.#dependencies.onOpened();
    return account;
  }
}
