import type { State } from '../state/state.ts';
import type { HistoryLine } from '../state/charges.ts';
import { orUnreachable } from './store-errors.ts';
import type { EarlierSpending } from './money/earlier-spending.ts';
import type { Account } from './money/account.ts';

/** Records of an account other than calls and jobs. For commands that a person runs, not for agents. */
export class AccountRecords {
  readonly #state: State;
  readonly #account: Account;
  readonly #earlier: EarlierSpending;

  constructor(state: State, account: Account, earlier: EarlierSpending) {
    this.#state = state;
    this.#account = account;
    this.#earlier = earlier;
  }

  /** Paid calls, newest first. */
  history(filter: { readonly since: number; readonly limit: number }): Promise<HistoryLine[]> {
    return orUnreachable(async () => this.#state.charges.history(await this.#account.toRead(), filter));
  }

  /** Current pauses that the platform requested. */
  cooldowns(): ReturnType<State['slots']['cooldowns']> {
    return orUnreachable(() => this.#state.slots.cooldowns(this.#account.access));
  }

  /** Reads earlier spending from the platform's history again, or ignores it and counts from now on. */
  rebuild(from: 'history' | 'now'): ReturnType<EarlierSpending['rebuild']> {
    return orUnreachable(async () => {
      await this.#account.toWrite();
      return from === 'history' ? this.#earlier.rebuild() : this.#earlier.waive();
    });
  }
}
