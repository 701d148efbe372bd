/** The platform's event deliveries, shared by all processes. */
export interface Events {
  /** Whether an event of that delivery id was remembered within the last 24 hours (contract 1, "Delivery rules", rule 3). */
  seen(delivery: string): Promise<boolean>;
  /** Remembers an event that has been announced, and its type where that is a known one. */
  remember(delivery: string, type?: string): Promise<void>;
  /**
   * Makes polls due of jobs of these operations that are not over and that are about one of `ids`. A poll that is under way does
   * not count: another follows it. Resolves with the ids of the entries.
   *
   * @param type of the event: it is recorded for the accounts that the event can only be about. The shapes of most events are not
   *   in the contract, so that all jobs of these operations are polled where none is about one of `ids`. Absent: a callback, which
   *   names its job exactly, among those of the account that its secret is of: other accounts may have a batch of the same id
   */
  announce(
    operations: readonly string[],
    ids: readonly string[],
    only?: { readonly type?: string | undefined; readonly account?: string | undefined },
  ): Promise<readonly string[]>;
  /** Whether a job of these operations is being started, so that its ids are not known yet. */
  isStarting(operations: readonly string[]): Promise<boolean>;
  /**
   * Whether events of the type can be relied on: an event was delivered within 24 hours, none that used to come was missed since,
   * and this type was not missed since it last came.
   *
   * @param account Only events about jobs of this account count. Absent: all that came, where one account has all of them.
   */
  areTrusted(type: string, account?: string): Promise<boolean>;
  /** Records that a poll found a completion that an event of the type had not reported. */
  missed(type: string, account?: string): Promise<void>;
  /** Keeps the secret that the callback of a batch is signed with, for the account whose entry started it. */
  keepCallbackSecret(entry: string, batch: string, secret: string): Promise<void>;
  /** The secrets of a batch of that id: one for each account that has one. */
  callbackSecrets(batch: string): Promise<readonly { readonly account: string; readonly secret: string }[]>;
  /** Remembers that a callback of the batch came. False where as many came before as the platform ever sends. */
  countCallback(account: string, batch: string): Promise<boolean>;
}
