/** The system, environment and folders that paths of configurations depend on. */
export interface Place {
  /** As in `process.platform`. */
  readonly system: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
  /** The folder of the project, for configurations that belong to one. */
  readonly project: string;
  /** Names of the files in a folder; none where the folder does not exist or cannot be read. */
  readonly namesIn: (folder: string) => readonly string[];
}

/** A client's configuration of one server, as it stands in the client's file. */
export type ClientEntry = Readonly<Record<string, unknown>>;

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

/** The command that starts the server, read from a client's entry. */
export interface Launch {
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** A program that connects to MCP servers, and where and how it keeps its list of them. */
export interface Client {
  readonly title: string;
  readonly format: 'json' | 'toml' | 'yaml';
  /** The member or table that lists its servers. */
  readonly list: string;
  /** The file with the person's own configuration. */
  readonly file: (place: Place) => string;
  /** Path of the file with the configuration of one project, below its folder. Absent: the client has none. */
  readonly projectFile?: readonly string[] | undefined;
  /** The entry of a server that the client starts. */
  readonly entry: (server: ServerEntry, name: string) => ClientEntry;
  /** The command of an existing entry; undefined where it starts nothing, such as one with an address. */
  readonly launch: (entry: ClientEntry) => Launch | undefined;
  /** What a person can do instead, where its file takes no addresses. */
  readonly addressElsewhere?: string | undefined;
  /** The entry of a server at an address. Absent: its file takes none. */
  readonly remote?: ((server: RemoteEntry, name: string) => ClientEntry) | undefined;
  /** Set where its file cannot refer to an environment variable. Tokens are never written into files, so this client cannot get one. */
  readonly noTokenVariable?: true | undefined;
  /** Steps needed before the server appears. */
  readonly afterwards: string;
}
