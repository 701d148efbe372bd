/** How a client starts this server as a process of its own. */
export interface ServerEntry {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Seconds that a client should let a call take: more than the server waits for a job. */
  readonly callSeconds: number;
}

/** A server that runs elsewhere and is reached over HTTP. */
export interface RemoteEntry {
  /** The address of its MCP endpoint, which ends in `/mcp`. */
  readonly url: string;
  /** The environment variable from which the client takes the bearer token, where the server asks for one. */
  readonly tokenVariable?: string | undefined;
}
