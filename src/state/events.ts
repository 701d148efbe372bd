/** The platform's event deliveries, shared by all processes. */
export interface Events {
  /** Whether an event of that delivery id was remembered within the last 24 hours (contract 1, "Delivery rules", rule 3). */
  seen(delivery: string): Promise<boolean>;
  /** Remembers an event that has been announced, and its type where the contract names it. */
  remember(delivery: string, type?: string): Promise<void>;
  /**
   * Makes the next poll due at once for unfinished jobs of these operations that are about one of `ids`. Where a poll is under way,
   * another one follows it. Resolves with the ids of the jobs' entries.
   *
   * @param only.type type of the event, which is recorded as received for the accounts that it must be about. The contract does not
   *   show the form of most events: where no job is about one of `ids`, all jobs of these operations are polled. Absent for a
   *   callback, which names its job exactly
   * @param only.account of a callback: the account whose secret signed it, since other accounts may have a batch of the same id
   */
  announce(
    operations: readonly string[],
    ids: readonly string[],
    only?: { readonly type?: string | undefined; readonly account?: string | undefined },
  ): Promise<readonly string[]>;
  /** Whether a job of these operations is being started, so that its ids are not known yet. */
  isStarting(operations: readonly string[]): Promise<boolean>;
  /**
   * Whether events of the type can be relied on: some event was delivered within 24 hours, no event of a type that has come before
   * was missed since, and this type was not missed since it last came.
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
  /** Counts a callback of the batch. False where as many have come before as the platform ever sends. */
  countCallback(account: string, batch: string): Promise<boolean>;
}
