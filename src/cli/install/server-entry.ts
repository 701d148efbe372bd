/** How a client starts this server. */
export interface ServerEntry {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Seconds a call of a tool may take; what a client allows should be more than what the server waits. */
  readonly callSeconds: number;
}
