import type { Ledger } from '../../state/ledger.ts';
import type { Identity } from './identity.ts';

export interface OpenAccountDependencies {
  readonly identity: Identity;
  readonly ledger: Pick<Ledger, 'applyRetention'>;
  /** Called once, on first use of the account. */
  readonly onOpened: () => void;
}

/** The account of a client. Old records are deleted (retention) before its first use. */
export class OpenAccount {
  readonly #dependencies: OpenAccountDependencies;
  #isOpen = false;

  constructor(dependencies: OpenAccountDependencies) {
    this.#dependencies = dependencies;
  }

  /** The account for spending and writing. Rejects if the team cannot be looked up. */
  async toWrite(signal?: AbortSignal): Promise<string> {
    return this.#open(await this.#dependencies.identity.account(signal));
  }

  /** The account for reading: that of the token if the team cannot be looked up. */
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
