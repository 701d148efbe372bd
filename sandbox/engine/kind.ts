/** Integers, or opaque strings in grounding and exports. */
export type Id = number | string;

/** A kind of document in the store, with the types of its body and of its ids. */
export interface Kind<T extends object, I extends Id = number> {
  readonly name: string;
  /** Kinds that share a sequence share one id space, as images and files do. */
  readonly sequence: string;
  /** Never set: it carries the body's type. */
  readonly body?: T | undefined;
  /** Never set: it carries the ids' type. */
  readonly id?: I | undefined;
}

export const kind = <T extends object, I extends Id = number>(name: string, sequence = name): Kind<T, I> => ({
  name,
  sequence,
});

/** Only documents with opaque ids belong to documents with opaque ids. */
export type ParentId<I extends Id> = I extends string ? Id : number;

/** A stored document. The body may be changed in place and is written back by `save`. */
export interface Row<T extends object, I extends Id = number> {
  readonly kind: string;
  readonly id: I;
  readonly team: number;
  /** The document it belongs to, such as the project of an article. */
  readonly parent: ParentId<I> | null;
  /** Platform time, milliseconds. */
  readonly createdAt: number;
  /** When it went to the trash, or null. */
  deletedAt: number | null;
  body: T;
}

/** Sets the given fields of the document; what is undefined stays as it is. Gives the document. */
export function change<T extends object, I extends Id>(row: Row<T, I>, fields: Changes<NoInfer<T>>): Row<T, I> {
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) Reflect.set(row.body, name, value);
  return row;
}

export type Changes<T> = { readonly [K in keyof T]?: T[K] | undefined };

/** The id of the document that `row` belongs to, for kinds whose documents always belong to one. */
export function parentOf<I extends Id>({ kind, id, parent }: Row<object, I>): ParentId<I> {
  if (parent === null) throw new Error(`${kind} ${id} belongs to nothing`);
  return parent;
}
