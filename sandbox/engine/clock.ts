/** Where the platform's time comes from: the program that starts it passes one in. */
export interface Clock {
  /** Milliseconds since the Unix epoch. */
  now(): number;
  /** Milliseconds on a clock that never steps, for rate windows. */
  steady(): number;
  /**
   * Resolves after `ms` milliseconds; rejects with the signal's reason when it is aborted. The process stays alive for it
   * unless `keepsAlive` is false.
   */
  sleep(ms: number, signal?: AbortSignal, options?: { readonly keepsAlive?: boolean | undefined }): Promise<void>;
}
