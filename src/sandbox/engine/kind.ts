/** Mostly integers; grounding and exports name their things by opaque words. */
export type Id = number | string;

/** One sort of document in the store, with the type of its body. */
export interface Kind<T extends object> {
  readonly name: string;
  /** Kinds that share a sequence share one id space, as images and files do. */
  readonly sequence: string;
  /** Never set: it carries the body's type. */
  readonly body?: T;
}

export const kind = <T extends object>(name: string, sequence = name): Kind<T> => ({ name, sequence });

/** A stored document. The body may be changed in place and is written back by `save`. */
export interface Row<T extends object> {
  readonly kind: string;
  readonly id: Id;
  readonly team: number;
  /** What it belongs to: the project of an article, say. */
  readonly parent: Id | null;
  /** Platform time, milliseconds. */
  readonly createdAt: number;
  /** When it went to the trash, or null. */
  deletedAt: number | null;
  body: T;
}
