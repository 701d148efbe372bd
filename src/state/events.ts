/** The platform's event deliveries, shared by all processes. */
export interface Events {
  /** Whether a delivery of that id was remembered within the last 24 hours (contract 1, "Delivery rules", rule 3). */
  seen(delivery: string): Promise<boolean>;
  /** Remembers a delivery whose news has been announced. */
  remember(delivery: string): Promise<void>;
  /**
   * Makes polls due of jobs of these operations that are not over and that are about one of `ids`; of all of them where none
   * is. A poll that is under way does not count: another follows it. Resolves with the ids of the entries.
   */
  announce(operations: readonly string[], ids: readonly string[]): Promise<readonly string[]>;
  /** Whether events can be relied on for completions: one was delivered since one was last missed, and within 24 hours. */
  areTrusted(): Promise<boolean>;
  /** Records that a poll found a completion that no event had reported. */
  missed(): Promise<void>;
  /** Keeps the secret that a batch's callback is signed with. */
  keepCallbackSecret(batch: string, secret: string): Promise<void>;
  callbackSecret(batch: string): Promise<string | undefined>;
}
