import type { RemoteEntry, ServerEntry } from './server-entry.ts';

/** Where this runs, as far as paths depend on it. */
export interface Place {
  /** As in `process.platform`. */
  readonly system: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
  /** The folder of the project, for configurations that belong to one. */
  readonly project: string;
  /** Names of what is in a folder; none where there is no such folder, or it cannot be read. */
  readonly namesIn: (folder: string) => readonly string[];
}

/** A client's configuration of one server, as it stands in the client's file. */
export type ClientEntry = Readonly<Record<string, unknown>>;

/** The command that starts the server, read from a client's entry. */
export interface Launch {
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** A program that connects to MCP servers, and where and how it keeps its list of them. */
export interface Client {
  readonly title: string;
  readonly format: 'json' | 'toml' | 'yaml';
  /** The member or table its servers stand in. */
  readonly list: string;
  /** The file that holds for the person. */
  readonly file: (place: Place) => string;
  /** The file that holds for one project, below its folder. Absent: it has none. */
  readonly projectFile?: readonly string[] | undefined;
  /** The entry of a server that the client starts. */
  readonly entry: (server: ServerEntry, name: string) => ClientEntry;
  /** The command of an existing entry; undefined where it starts nothing, such as one with an address. */
  readonly launch: (entry: ClientEntry) => Launch | undefined;
  /** What to do about an address that its file does not take. */
  readonly addressElsewhere?: string | undefined;
  /** The entry of a server at an address. Absent: its file takes none. */
  readonly remote?: ((server: RemoteEntry, name: string) => ClientEntry) | undefined;
  /** Its file cannot refer to an environment variable, and a token is never written into it. */
  readonly noTokenVariable?: true | undefined;
  /** Steps needed before the server appears. */
  readonly afterwards: string;
}
