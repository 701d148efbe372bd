import type { Exit } from '../tools/run-tool.ts';

/** What a resource holds, `blob` in Base64. Never cut: a host reads it because it wants the whole. */
export type Content = { readonly mimeType: string } & ({ readonly text: string } | { readonly blob: string });

/** Something a host can read without a tool call. */
export interface Resource {
  readonly uri: string;
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly mimeType: string;
  /** What hosts with an extension of the protocol read, as `_meta`. */
  readonly meta?: Readonly<Record<string, unknown>> | undefined;
  read(): Promise<string>;
}

/** One kind of thing, each at an address of its own. Reading one is free. */
export interface ResourceTemplate {
  /** RFC 6570, with one variable: `{id}` is one part of a path, `{+slug}` may hold slashes. */
  readonly uriTemplate: string;
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly mimeType?: string | undefined;
  /** @throws VisibilityError `not_found` and others, where there is nothing to read */
  read(given: string): Promise<Content | readonly Content[]>;
  /**
   * Follows the thing, where it changes by itself.
   * @throws VisibilityError where there is none for this caller
   */
  watch?(given: string, options: WatchOptions): Promise<Watched>;
  /** The choices; empty where they are unknown. */
  readonly names?: (() => Promise<readonly Named[]>) | undefined;
}

export interface WatchOptions {
  /** Called whenever a read may answer something else. */
  readonly onChange: () => void;
  readonly signal: AbortSignal;
}

export interface Watched {
  /** Resolves when nothing will change any more, or when the signal is aborted. */
  readonly over: Promise<void>;
}

/** A thing by its id, and what people call it. */
export interface Named {
  readonly id: string;
  readonly names: readonly string[];
}

export interface Resources {
  readonly fixed: readonly Resource[];
  readonly templates: readonly ResourceTemplate[];
  /**
   * Where there are several accounts: the resources of the one that an address is about, and the address among them.
   * Undefined for an address of none.
   * @throws VisibilityError where the account is unknown, none is named and there is no default, or what is read belongs to another
   */
  readonly within?: ((uri: string) => Promise<Within | undefined>) | undefined;
}

export interface Within {
  readonly resources: Resources;
  readonly exit: Exit;
  readonly uri: string;
}
