import type { Call } from '../../../engine/call.ts';
import { recordExport } from '../../shared/exported.ts';
import type { Handler, Implementation } from '../../../engine/implementation.ts';
import { kind, type Kind, type Row } from '../../../engine/kind.ts';
import { opaqueId } from '../../shared/opaque-id.ts';
import { mustFail, type Plan } from '../../../engine/plan.ts';
import { notFound, refuse } from '../../../engine/http/refusal.ts';
import { Binary, slices } from '../../../engine/http/reply.ts';
import { active, reopened, showShare, type Share } from '../../shared/share.ts';
import type { World } from '../../../engine/world.ts';
import { zip } from '../../../formats/zip.ts';

/** What every image and every file has. Their kinds share the sequence `asset`, so that an image's id is never a file's. */
export interface Asset {
  is_favorite: boolean;
  tags: string[];
  /** The last segment of its download address. */
  secret: string;
  share: Share | null;
}

/** Where images and files differ. */
interface AssetTerms<T extends Asset> {
  readonly family: 'images' | 'files';
  readonly kind: Kind<T>;
  readonly show: (world: World, row: Row<T>) => object;
  readonly rename: (body: T, title: string) => void;
  readonly download: (row: Row<T>) => Binary;
  /** Milliseconds a thing stays in the trash, where it does not stay for good. */
  readonly trashKept?: number;
}

/** The part of a family that images and files have in common, and how it finds the asset that a call names. */
interface Assets<T extends Asset> extends Required<
  Pick<Implementation, 'operations' | 'plans' | 'links' | 'sharedAt'>
> {
  readonly of: (call: Call) => Row<T>;
  readonly change: (call: Call, apply: (body: T) => void) => object;
}

interface Export {
  ids: readonly number[];
  status: 'queued' | 'ready' | 'failed';
  secret: string;
}

/** Document 1, "Images", "Files" and "States": trash, bulk calls, exports and public links. */
export function assets<T extends Asset>(terms: AssetTerms<T>): Assets<T> {
  const word = terms.kind.name;
  const exports = kind<Export, string>(`${word}_export`);
  const of = (call: Call): Row<T> => call.own(terms.kind, call.given.id('id'));
  const gone = ({ now }: World, { deletedAt }: Row<T>): boolean =>
    deletedAt !== null && terms.trashKept !== undefined && now() - deletedAt >= terms.trashKept;
  const inTrash = (call: Call): Row<T>[] =>
    call.store.all(terms.kind, { team: call.caller.team, trashed: true }).filter((row) => !gone(call, row));
  const change = (call: Call, apply: (body: T) => void): object => {
    const row = of(call);
    apply(row.body);
    call.store.save(row);
    return terms.show(call, row);
  };
  const anywhere = (call: Call): Row<T> => {
    const row = call.own(terms.kind, call.given.id('id'), { trashed: true });
    if (gone(call, row)) throw notFound(word);
    return row;
  };
  const linkOf = ({ address, now }: World, share: Share) =>
    showShare(share, address(`/share/${word}/${share.token}`), now());
  const packed = (store: World['store'], ids: readonly number[]) =>
    ids.flatMap((id) => packedOne(terms, store.get(terms.kind, id)));

  const operations: Readonly<Record<string, Handler>> = {
    trash: (call) => slices(inTrash(call), (row) => terms.show(call, row)),
    favorite: (call) => change(call, (body) => void (body.is_favorite = !body.is_favorite)),
    update: (call) =>
      change(call, (body) => {
        const title = call.given.maybeText('title');
        if (title !== undefined) terms.rename(body, title);
        if (call.given.has('tags')) body.tags = [...call.given.texts('tags')];
      }),
    delete: (call) => move(call, [of(call)], call.now()),
    restore: (call) => move(call, [anywhere(call)], null),
    delete_forever: (call) => {
      const row = anywhere(call);
      if (row.deletedAt === null)
        throw refuse(409, `The ${word} is not in the trash: only from there it can be deleted for good.`);
      call.store.remove(row);
      return { deleted: true };
    },
    bulk_delete: (call) => move(call, named(call, call.store.all(terms.kind, { team: call.caller.team })), call.now()),
    bulk_restore: (call) => move(call, named(call, inTrash(call)), null),
    bulk_export: (call) => {
      const found = named(call, call.store.all(terms.kind, { team: call.caller.team }));
      const body: Export = { ids: found.map(({ id }) => id), status: 'queued', secret: opaqueId(call, 'zip') };
      const { id } = call.add(exports, body, { id: opaqueId(call, 'exp') });
      call.start(`${terms.family}.export`, id);
      return { job_id: id, status: body.status };
    },
    export_status: (call) => {
      const { status, secret } = call.own(exports, String(call.given.value('job_id'))).body;
      return {
        status,
        ...(status === 'ready' ? { download_url: call.address(`/downloads/${word}-export/${secret}`) } : {}),
      };
    },
    share: (call) => {
      const row = of(call);
      const held = row.body.share;
      const share = reopened(held, opaqueId(call, 'shr'), call.now());
      // Document 1, "States": a repeated call keeps the share as it is, its expiry too.
      if (share !== held) share.expires_at = call.given.maybeText('expires_at') ?? null;
      row.body.share = share;
      call.store.save(row);
      return linkOf(call, share);
    },
    update_share: (call) => {
      const row = of(call);
      const { share } = row.body;
      if (!share || !active(share, call.now())) throw refuse(404, `The ${word} is not shared.`);
      share.expires_at = call.given.maybeText('expires_at') ?? null;
      call.store.save(row);
      return linkOf(call, share);
    },
    unshare: (call) => {
      const row = of(call);
      const { share } = row.body;
      if (!share) return { is_active: false };
      share.revoked = true;
      call.store.save(row);
      return linkOf(call, share);
    },
  };

  const packing: Plan<Export, string> = {
    of: exports,
    steps: () => [
      {
        after: 15,
        run: ({ id, team, body }, { world, at }) => {
          const names = packed(world.store, body.ids).map(({ name }) => name);
          // With nothing left to pack there is no archive.
          const fails = names.length === 0 || mustFail(names);
          body.status = fails ? 'failed' : 'ready';
          if (fails) return 'failed';
          recordExport(world, {
            team,
            at,
            name: `${id}.zip`,
            type: terms.family,
            path: `/downloads/${word}-export/${body.secret}`,
          });
          return undefined;
        },
      },
    ],
  };

  const links: Assets<T>['links'] = {
    [`/downloads/${word}`]: ({ store }, secret) => {
      const row = store.all(terms.kind).find(({ body }) => body.secret === secret);
      return row && terms.download(row);
    },
    [`/downloads/${word}-export`]: ({ store }, secret) => {
      const row = store.all(exports).find(({ body }) => body.secret === secret && body.status === 'ready');
      return row && new Binary('application/zip', `${terms.family}.zip`, zip(packed(store, row.body.ids)));
    },
    [`/share/${word}`]: ({ store, now }, token) => {
      const row = store.all(terms.kind).find(({ body }) => body.share?.token === token && active(body.share, now()));
      if (!row?.body.share) return undefined;
      row.body.share.view_count += 1;
      store.save(row);
      return terms.download(row);
    },
  };

  const sharedAt: Assets<T>['sharedAt'] = ({ store, now, address }, token) => {
    const open = store.all(terms.kind).some(({ body }) => body.share?.token === token && active(body.share, now()));
    return open ? address(`/share/${word}/${token}`) : undefined;
  };

  return { operations, plans: { export: packing }, links, sharedAt, of, change };
}

/** Those named in the call; others are passed over, so that a bulk call tells nothing about them. */
function named<T extends Asset>({ given }: Call, rows: readonly Row<T>[]): Row<T>[] {
  const wanted = new Set(given.ids('ids'));
  return rows.filter(({ id }) => wanted.has(id));
}

function move({ store }: World, rows: readonly Row<Asset>[], deletedAt: number | null) {
  for (const row of rows) {
    row.deletedAt = deletedAt;
    store.save(row);
  }
  return { ids: rows.map(({ id }) => id), count: rows.length };
}

function packedOne<T extends Asset>({ download }: AssetTerms<T>, row: Row<T> | undefined) {
  if (!row) return [];
  const { name, bytes } = download(row);
  return [{ name: `${row.id}-${name.replaceAll('/', '_')}`, bytes }];
}
