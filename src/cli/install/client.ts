import type { ServerEntry } from './server-entry.ts';

/** Where this runs, as far as paths depend on it. */
export interface Place {
  /** As in `process.platform`. */
  readonly system: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
  /** The folder of the project, for configurations that belong to one. */
  readonly project: string;
}

/** A program that starts MCP servers, and how it wants to be told about one. */
export interface Client {
  readonly title: string;
  readonly format: 'json' | 'toml';
  /** The member or table its servers stand in. */
  readonly list: string;
  /** The file that holds for the person. */
  readonly file: (place: Place) => string;
  /** The file that holds for one project, below its folder. Absent: it has none. */
  readonly projectFile?: readonly string[];
  /** What goes into the file. */
  readonly entry: (server: ServerEntry) => Readonly<Record<string, unknown>>;
  /** What has to be done before the server is there. */
  readonly afterwards: string;
}
