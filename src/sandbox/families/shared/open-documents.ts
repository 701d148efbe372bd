import type { Call } from '../../engine/call.ts';
import type { Handler } from '../../engine/implementation.ts';
import { kind, type Kind, type Row } from '../../engine/kind.ts';
import { iso } from '../../engine/platform-time.ts';
import { notFound } from '../../engine/http/refusal.ts';
import { slices } from '../../engine/http/reply.ts';

/** Fields as they were given: the contract does not show the document. */
export type Fields = Record<string, unknown>;

export interface OpenDocuments extends Readonly<Record<'list' | 'create' | 'get' | 'update' | 'delete', Handler>> {
  readonly kind: Kind<Fields>;
  /** The document of the path's `id`. */
  readonly of: (call: Call) => Row<Fields>;
  readonly show: (row: Row<Fields>) => Fields;
}

/** Handlers of a shelf of documents that keep whatever they are given, each team's own or the whole platform's. */
export function openDocuments(name: string, scope: 'team' | 'platform' = 'team'): OpenDocuments {
  const documents = kind<Fields>(name);
  const of = (call: Call) => (scope === 'team' ? call.own(documents, call.given.id('id')) : anybodys(call));
  const anybodys = ({ store, given }: Call) => store.get(documents, given.id('id')) ?? raise(name);
  return {
    kind: documents,
    of,
    show,
    list: ({ store, caller }) => slices(store.all(documents, scope === 'team' ? { team: caller.team } : {}), show),
    create: (call) => show(call.add(documents, { ...call.given.free })),
    get: (call) => show(of(call)),
    update: (call) => {
      const row = of(call);
      Object.assign(row.body, call.given.free);
      call.store.save(row);
      return show(row);
    },
    delete: (call) => {
      call.store.remove(of(call));
      return { deleted: true };
    },
  };
}

const show = ({ id, createdAt, body }: Row<Fields>): Fields => ({ ...body, id, created_at: iso(createdAt) });

const raise = (name: string): never => {
  throw notFound(name.replaceAll('_', ' '));
};
