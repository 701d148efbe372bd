import type { Exit } from '../tools/index.ts';

/** Content of a resource, never shortened. `blob` is in Base64. */
export type ResourceContent = { readonly mimeType: string } & ({ readonly text: string } | { readonly blob: string });

/** A resource that a host can read without a tool call. */
export interface Resource {
  readonly uri: string;
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly mimeType: string;
  /** `_meta`, for hosts that know an extension of the protocol. */
  readonly meta?: Readonly<Record<string, unknown>> | undefined;
  read(): Promise<string>;
}

/** Resources of one kind, each with its own address. Reading is free. */
export interface ResourceTemplate {
  /** RFC 6570, with one variable: `{id}` is one part of a path, `{+slug}` may hold slashes. */
  readonly uriTemplate: string;
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly mimeType?: string | undefined;
  /** @throws VisibilityError `not_found` and others, if there is nothing to read */
  read(key: string): Promise<ResourceContent | readonly ResourceContent[]>;
  /** Names to choose from; empty if they cannot be read. */
  readonly names?: (() => Promise<readonly NamedRecord[]>) | undefined;
}

/** The id of a record, and its names. */
export interface NamedRecord {
  readonly id: string;
  readonly names: readonly string[];
}

export interface Resources {
  readonly fixed: readonly Resource[];
  readonly templates: readonly ResourceTemplate[];
  /**
   * Set if there are several accounts: finds the resources of an address's account, and the address within them. Undefined
   * for an address that belongs to no account.
   * @throws VisibilityError if the account is unknown, if none is named and there is no default, or if the record belongs to
   * another one
   */
  readonly within?: ((uri: string) => Promise<Within | undefined>) | undefined;
}

export interface Within {
  readonly resources: Resources;
  readonly exit: Exit;
  readonly uri: string;
}
