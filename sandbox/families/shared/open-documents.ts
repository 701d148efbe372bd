import { existing, type Call } from '../../engine/handler-call.ts';
import { change, kind, type IdRange, type Kind, type Row, type Id } from '../../engine/documents.ts';
import { iso } from '../../engine/platform-time.ts';
import { slices, type Slices } from '../../engine/http/reply.ts';

/** The fields that were sent, since the contract does not show the document. */
export type Fields = Record<string, unknown>;

export interface OpenDocument extends Fields {
  readonly id: number;
}

type One = Call<{ readonly id: Id }>;
type InProject = Call<{ readonly project: Id }>;

export interface OpenDocuments {
  readonly kind: Kind<Fields>;
  /** The document of the path's `id`. */
  readonly of: (call: One) => Row<Fields>;
  readonly show: (row: Row<Fields>) => OpenDocument;
  readonly list: (call: Call) => Slices<OpenDocument>;
  readonly create: (call: Call) => OpenDocument;
  readonly get: (call: One) => OpenDocument;
  readonly update: (call: One) => OpenDocument;
  readonly delete: (call: One) => { deleted: true };
}

/** Handlers for documents that store any fields they are sent. They belong to a team, or to the whole platform. */
export function openDocuments(
  name: IdRange,
  { scope = 'team', show = showDated }: { scope?: 'team' | 'platform'; show?: OpenDocuments['show'] } = {},
): OpenDocuments {
  const documents = kind<Fields>(name);
  const of = (call: One) =>
    scope === 'team' ? call.own(documents, call.input.id) : existing(call, documents, call.input.id);
  return {
    kind: documents,
    of,
    show,
    list: ({ store, caller }) => slices(store.all(documents, scope === 'team' ? { team: caller.team } : {}), show),
    create: (call) => show(call.add(documents, { ...call.openBody })),
    get: (call) => show(of(call)),
    update: (call) => show(change(of(call), call.openBody)),
    delete: (call) => call.delete(of(call)),
  };
}

/** Handlers for documents of a project that store any fields they are sent. */
export const openDocumentsOf = (name: IdRange, projectOf: (call: InProject) => Row<object>) => {
  const { kind, delete: remove } = openDocuments(name);
  const showPart = ({ id, parent, body }: Row<Fields>) => ({ ...body, id, project_id: parent });
  return {
    kind,
    list: (call: InProject) => slices(call.store.all(kind, { parent: projectOf(call).id }), showPart),
    create: (call: InProject) => showPart(call.add(kind, { ...call.openBody }, { parent: projectOf(call).id })),
    delete: remove,
  };
};

const showDated = ({ id, createdAt, body }: Row<Fields>): OpenDocument => ({ ...body, id, created_at: iso(createdAt) });
