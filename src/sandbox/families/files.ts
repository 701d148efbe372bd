import { Buffer } from 'node:buffer';
import type { Call } from '../call.ts';
import type { Implementation } from '../implementation.ts';
import { kind, type Id, type Row } from '../kind.ts';
import { opaqueId } from '../opaque-id.ts';
import { mustFail, type Plan } from '../plan.ts';
import { days, iso } from '../platform-time.ts';
import { invalid, refuse } from '../refusal.ts';
import { Binary, slices } from '../reply.ts';
import { active, reopened, showShare, type Share } from '../share.ts';
import type { World } from '../world.ts';
import { zip } from '../zip.ts';

interface File {
  original_name: string;
  mime_type: string;
  content: string;
  session: { id: Id; title: string } | null;
  expires_at: number | null;
  pinned_at: number | null;
  is_favorite: boolean;
  tags: string[];
  secret: string;
  share: Share | null;
}

interface Export {
  ids: readonly Id[];
  status: 'queued' | 'ready' | 'failed';
  secret: string;
}

/** Images belong to the same sequence, so that an image's id is never a file's. */
const files = kind<File>('file', 'asset');
const exports_ = kind<Export>('file_export');

/** Document 1, "Files" and "States". */
export const fileFamily: Implementation = {
  family: 'files',
  operations: {
    list: (call) => {
      const { given, now } = call;
      const [q, type, session] = [given.maybeText('q')?.toLowerCase(), given.maybeText('type'), given.maybeNumber('session_id')];
      const found = call.store.all(files, { team: call.caller.team }).filter(
        ({ body }) =>
          (body.expires_at === null || body.expires_at >= now()) &&
          (q === undefined || body.original_name.toLowerCase().includes(q)) &&
          (type === undefined || body.mime_type.includes(type)) &&
          (session === undefined || body.session?.id === session) &&
          (!given.has('expiring') || body.expires_at !== null),
      );
      return slices(found.toSorted(orders[given.maybeText('sort') ?? 'newest'] ?? stay), (row) => show(call, row));
    },
    trash: (call) => slices(call.store.all(files, { team: call.caller.team, trashed: true }), (row) => show(call, row)),
    get: (call) => show(call, fileOf(call)),
    keep: (call) => change(call, (body) => Object.assign(body, { pinned_at: call.now(), expires_at: null })),
    favorite: (call) => change(call, (body) => Object.assign(body, { is_favorite: !body.is_favorite })),
    update: (call) =>
      change(call, (body) => {
        body.original_name = call.given.maybeText('title') ?? body.original_name;
        if (call.given.has('tags')) body.tags = [...call.given.texts('tags')];
      }),
    delete: (call) => move(call, [fileOf(call)], call.now()),
    restore: (call) => move(call, [fileOf(call, true)], null),
    delete_forever: (call) => {
      const row = fileOf(call, true);
      if (row.deletedAt === null) throw refuse(409, 'Only a file in the trash can be deleted for good.');
      call.store.remove(row);
      return { deleted: true };
    },
    bulk_delete: (call) => move(call, mine(call), call.now()),
    bulk_restore: (call) => move(call, mine(call, true), null),
    bulk_export: (call) => {
      const found = mine(call);
      if (found.length === 0) throw invalid({ ids: ['None of these files exists.'] });
      const body: Export = { ids: found.map(({ id }) => id), status: 'queued', secret: opaqueId(call, 'zip') };
      const { id } = call.add(exports_, body, { id: opaqueId(call, 'exp') });
      call.start('files.export', id);
      return { job_id: id, status: body.status };
    },
    export_status: (call) => {
      const { body } = call.own(exports_, String(call.given.value('job_id')));
      return { status: body.status, ...(body.status === 'ready' ? { download_url: call.address(`/downloads/export/${body.secret}`) } : {}) };
    },
    share: (call) => {
      const row = fileOf(call);
      row.body.share = reopened(row.body.share, opaqueId(call, 'shr'), call.now());
      call.store.save(row);
      return shown(call, row.body.share);
    },
    update_share: (call) => {
      const row = fileOf(call);
      if (!row.body.share || !active(row.body.share, call.now())) throw refuse(404, 'The file is not shared.');
      row.body.share.expires_at = call.given.maybeText('expires_at') ?? null;
      call.store.save(row);
      return shown(call, row.body.share);
    },
    unshare: (call) => {
      const row = fileOf(call);
      if (row.body.share) row.body.share.revoked = true;
      call.store.save(row);
      return row.body.share ? shown(call, row.body.share) : { is_active: false };
    },
  },

  plans: { export: packing() },

  links: {
    '/downloads/file': ({ store }, secret) => {
      const row = store.all(files).find(({ body }) => body.secret === secret);
      return row && new Binary(row.body.mime_type, row.body.original_name, Buffer.from(row.body.content));
    },
    '/downloads/export': ({ store }, secret) => {
      const row = store.all(exports_).find(({ body }) => body.secret === secret && body.status === 'ready');
      return row && new Binary('application/zip', 'files.zip', zip(packed(store, row.body.ids)));
    },
    '/share/file': ({ store, now }, token) => {
      const row = store.all(files).find(({ body }) => body.share?.token === token && active(body.share, now()));
      if (!row?.body.share) return undefined;
      row.body.share.view_count += 1;
      store.save(row);
      return new Binary(row.body.mime_type, row.body.original_name, Buffer.from(row.body.content));
    },
  },

  seed: (world) => {
    const session = { id: 1, title: 'Plan for the autumn' };
    const seeds: readonly [number, string, string, string, number | null][] = [
      [1, 'keywords-autumn.csv', 'text/csv', 'keyword,search_volume\r\ncamping box,1900\r\nstove care,320\r\n', 20],
      [1, 'briefing.md', 'text/markdown', '# Briefing\n\nAn invented briefing.\n', 3],
      [1, 'notes.txt', 'text/plain', 'Invented notes.\n', null],
      [2, 'menu.md', 'text/markdown', '# Menu\n', 30],
    ];
    for (const [team, original_name, mime_type, content, expiresIn] of seeds) {
      const secret = world.invent('file', original_name).token(24);
      const expires_at = expiresIn === null ? null : world.now() + expiresIn * days;
      const body: File = {
        original_name, mime_type, content, session: expiresIn === null ? null : session, expires_at,
        pinned_at: null, is_favorite: false, tags: [], secret, share: null,
      };
      world.store.add(files, { team, at: world.now(), body });
    }
  },
};

const stay = () => 0;

const orders: Readonly<Record<string, (a: Row<File>, b: Row<File>) => number>> = {
  oldest: (a, b) => a.createdAt - b.createdAt || Number(a.id) - Number(b.id),
  name: (a, b) => a.body.original_name.localeCompare(b.body.original_name, 'en'),
  size: (a, b) => b.body.content.length - a.body.content.length,
};

const labels: Readonly<Record<string, string>> = { 'text/csv': 'CSV', 'text/markdown': 'Markdown', 'text/plain': 'Text' };

function show({ now, address }: World, { id, createdAt, deletedAt, body }: Row<File>) {
  const { expires_at } = body;
  return {
    id,
    original_name: body.original_name,
    type_label: labels[body.mime_type] ?? 'File',
    size_bytes: Buffer.byteLength(body.content),
    mime_type: body.mime_type,
    session: body.session,
    expires_at: expires_at === null ? null : iso(expires_at),
    expires_in_days: expires_at === null ? null : Math.max(0, Math.ceil((expires_at - now()) / days)),
    pinned: body.pinned_at !== null,
    is_favorite: body.is_favorite,
    tags: body.tags,
    download_url: address(`/downloads/file/${body.secret}`),
    created_at: iso(createdAt),
    ...(deletedAt === null ? {} : { deleted_at: iso(deletedAt) }),
  };
}

const shown = ({ now, address }: World, share: Share) => showShare(share, address(`/share/file/${share.token}`), now());

const fileOf = (call: Call, trashed = false): Row<File> => call.own(files, call.given.id('id'), { trashed });

function change(call: Call, apply: (body: File) => void) {
  const row = fileOf(call);
  apply(row.body);
  call.store.save(row);
  return show(call, row);
}

/** The caller's files among the ids given; others are passed over, so that a bulk call tells nothing about them. */
function mine(call: Call, trashed = false): Row<File>[] {
  const wanted = new Set(call.given.ids('ids'));
  return call.store.all(files, { team: call.caller.team, trashed }).filter(({ id }) => wanted.has(id));
}

function move({ store }: World, rows: readonly Row<File>[], deletedAt: number | null) {
  for (const row of rows) {
    row.deletedAt = deletedAt;
    store.save(row);
  }
  return { ids: rows.map(({ id }) => id), count: rows.length };
}

const packed = (store: World['store'], ids: readonly Id[]) =>
  ids.flatMap((id) => {
    const row = store.get(files, id);
    return row ? [{ name: `${id}-${row.body.original_name.replaceAll('/', '_')}`, bytes: Buffer.from(row.body.content) }] : [];
  });

function packing(): Plan<Export> {
  return {
    of: exports_,
    steps: () => [
      {
        after: 15,
        run: ({ body }, { world }) => {
          const fails = mustFail(packed(world.store, body.ids).map(({ name }) => name));
          body.status = fails ? 'failed' : 'ready';
          return fails ? 'failed' : undefined;
        },
      },
    ],
  };
}
