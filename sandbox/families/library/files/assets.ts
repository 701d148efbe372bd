import type { Call } from '../../../engine/handler-call.ts';
import type { CallOf } from '../../../engine/implement.ts';
import { recordExport } from '../../shared/exported.ts';
import type { Implementation } from '../../../engine/implementation.ts';
import { keyedKind, type Kind, type Row, type Id } from '../../../engine/documents.ts';
import { opaqueId } from '../../shared/opaque-id.ts';
import { after, failed, plan, shouldFail } from '../../../engine/plan.ts';
import { notFound, refuse } from '../../../engine/http/refusal.ts';
import { Binary, slices } from '../../../engine/http/reply.ts';
import { isActiveShare, openShare, showShare, type Share } from '../../shared/share.ts';
import type { World } from '../../../engine/world.ts';
import { zip } from '../../../formats/zip.ts';

/** Fields of every image and file. Their kinds share the sequence `asset`, so that an image's id is never a file's. */
export interface Asset {
  is_favorite: boolean;
  tags: string[];
  /** The last segment of its download address. */
  secret: string;
  share: Share | null;
}

/** The differences between images and files. */
interface AssetOptions<T extends Asset, Shown> {
  readonly family: 'images' | 'files';
  readonly kind: Kind<T>;
  readonly show: (world: World, row: Row<T>) => Shown;
  readonly rename: (body: T, title: string) => void;
  readonly download: (row: Row<T>) => Binary;
  /** Whether it has expired: the platform then treats it as unknown. */
  readonly isGone: (row: Row<T>, now: number) => boolean;
}

/** A request whose path names an asset. */
type AssetCall = Call<{ readonly id: Id }>;
type BulkCall = Call<{ readonly ids: readonly Id[] }>;

interface Export {
  ids: readonly number[];
  status: 'queued' | 'ready' | 'failed';
  secret: string;
}

/** docs/platform/library.md#trash-and-shares: trash, bulk calls, exports and public links. */
export function assets<T extends Asset, Shown extends object>(options: AssetOptions<T, Shown>) {
  const word = options.kind.name;
  const exports = keyedKind<Export, string>(`${word}_export`);
  const all = ({ store, now }: World, where: { readonly team?: number; readonly trashed?: boolean }): Row<T>[] =>
    store.all(options.kind, where).filter((row) => !options.isGone(row, now()));
  const own = (call: AssetCall, trashed: boolean): Row<T> => {
    const row = call.own(options.kind, call.input.id, { trashed });
    if (options.isGone(row, call.now())) throw notFound(word);
    return row;
  };
  const of = (call: AssetCall): Row<T> => own(call, false);
  const live = (call: Call): Row<T>[] => all(call, { team: call.caller.team });
  const inTrash = (call: Call): Row<T>[] => all(call, { team: call.caller.team, trashed: true });
  const change = (call: AssetCall, apply: (body: T) => void): Shown => {
    const row = of(call);
    apply(row.body);
    return options.show(call, row);
  };
  const linkOf = ({ address, now }: World, share: Share) =>
    showShare(share, address(`/share/${word}/${share.token}`), now());
  const packed = (store: World['store'], ids: readonly number[]) =>
    ids.flatMap((id) => packedOne(options, store.get(options.kind, id)));

  const operations = {
    trash: (call: Call) => slices(inTrash(call), (row) => options.show(call, row)),
    favorite: (call: AssetCall) => change(call, (body) => void (body.is_favorite = !body.is_favorite)),
    update: (call: CallOf<'images.update' | 'files.update'>) =>
      change(call, (body) => {
        const title = call.input.title;
        if (title !== undefined) options.rename(body, title);
        if (call.input.tags !== undefined) body.tags = [...call.input.tags];
      }),
    delete: (call: AssetCall) => move([of(call)], call.now()),
    restore: (call: AssetCall) => move([own(call, true)], null),
    delete_forever: (call: AssetCall) => {
      const row = own(call, true);
      if (row.deletedAt === null)
        throw refuse(409, `The ${word} is not in the trash: only from there it can be deleted permanently.`);
      return call.delete(row);
    },
    bulk_delete: (call: BulkCall) => move(selectByIds(call, live(call)), call.now()),
    bulk_restore: (call: BulkCall) => move(selectByIds(call, inTrash(call)), null),
    bulk_export: (call: BulkCall) => {
      const selected = selectByIds(call, live(call));
      const body: Export = { ids: selected.map(({ id }) => id), status: 'queued', secret: opaqueId(call, 'zip') };
      const { id } = call.add(exports, body, { id: opaqueId(call, 'exp') });
      call.start(exportPlan, id);
      return { job_id: id, status: body.status };
    },
    export_status: (call: CallOf<'images.export_status' | 'files.export_status'>) => {
      const { status, secret } = call.own(exports, String(call.input.job_id)).body;
      return {
        status,
        download_url: status === 'ready' ? call.address(`/downloads/${word}-export/${secret}`) : undefined,
      };
    },
    share: (call: Call<{ readonly id: Id; readonly expires_at?: string | undefined }>) => {
      const row = of(call);
      const previous = row.body.share;
      const share = openShare(previous, opaqueId(call, 'shr'), call.now());
      // docs/platform/library.md#trash-and-shares: a repeated call keeps the share as it is, its expiry too.
      if (share !== previous) share.expires_at = call.input.expires_at ?? null;
      row.body.share = share;
      return linkOf(call, share);
    },
    update_share: (call: CallOf<'images.update_share' | 'files.update_share'>) => {
      const row = of(call);
      const { share } = row.body;
      if (!share || !isActiveShare(share, call.now())) throw refuse(404, `The ${word} is not shared.`);
      share.expires_at = call.input.expires_at ?? null;
      return linkOf(call, share);
    },
    unshare: (call: AssetCall) => {
      const row = of(call);
      const { share } = row.body;
      if (!share) return { is_active: false };
      share.revoked = true;
      return linkOf(call, share);
    },
  };

  const exportPlan = plan(
    `${options.family}.export`,
    exports,
    after(15, (row, { world, at }) => {
      const { id, team, body } = row;
      const names = packed(world.store, body.ids).map(({ name }) => name);
      // Without any file to pack there is no archive.
      if (names.length === 0 || shouldFail(names)) return failed(row, { status: 'failed' });
      body.status = 'ready';
      const path = `/downloads/${word}-export/${body.secret}`;
      recordExport(world, { team, at, name: `${id}.zip`, type: options.family, path });
    }),
  );

  const links: NonNullable<Implementation['links']> = {
    [`/downloads/${word}`]: (world, secret) => {
      const row = all(world, {}).find(({ body }) => body.secret === secret);
      return row && options.download(row);
    },
    [`/downloads/${word}-export`]: ({ store }, secret) => {
      const row = store.all(exports).find(({ body }) => body.secret === secret && body.status === 'ready');
      return row && new Binary('application/zip', `${options.family}.zip`, zip(packed(store, row.body.ids)));
    },
    [`/share/${word}`]: (world, token) => {
      const row = all(world, {}).find(
        ({ body }) => body.share?.token === token && isActiveShare(body.share, world.now()),
      );
      if (!row?.body.share) return undefined;
      row.body.share.view_count += 1;
      return options.download(row);
    },
  };

  const sharedAt: NonNullable<Implementation['sharedAt']> = (world, token) => {
    const open = all(world, {}).some(
      ({ body }) => body.share?.token === token && isActiveShare(body.share, world.now()),
    );
    return open ? world.address(`/share/${word}/${token}`) : undefined;
  };

  return { operations, links, sharedAt, of, live, change };
}

/** The team's assets among those named in the call; others are ignored, so that a bulk call reveals nothing about them. */
function selectByIds<T extends Asset>({ input }: BulkCall, rows: readonly Row<T>[]): Row<T>[] {
  const requestedIds = new Set<Id>(input.ids);
  return rows.filter(({ id }) => requestedIds.has(id));
}

function move(rows: readonly Row<Asset>[], deletedAt: number | null) {
  for (const row of rows) row.deletedAt = deletedAt;
  return { ids: rows.map(({ id }) => id), count: rows.length };
}

function packedOne<T extends Asset>({ download }: AssetOptions<T, object>, row: Row<T> | undefined) {
  if (!row) return [];
  const { name, bytes } = download(row);
  return [{ name: `${row.id}-${name.replaceAll('/', '_')}`, bytes }];
}
