/** How a client starts this server as a process of its own. */
export interface ServerEntry {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Seconds a call of a tool may take; what a client allows should be more than what the server waits. */
  readonly callSeconds: number;
}

/** A server that runs elsewhere and is reached over HTTP. */
export interface RemoteEntry {
  /** The address of its `/mcp`. */
  readonly url: string;
  /** The environment variable from which the client takes the bearer token, where the server asks for one. */
  readonly tokenVariable?: string | undefined;
}
