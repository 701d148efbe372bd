import { Buffer } from 'node:buffer';
import { assets, type Asset } from './assets.ts';
import { implement } from '../../../engine/implement.ts';
import { numbered, kind, type Row } from '../../../engine/documents.ts';
import { days, iso } from '../../../engine/platform-time.ts';
import { Binary, slices } from '../../../engine/http/reply.ts';
import type { World } from '../../../engine/world.ts';
import type { Invention } from '../../../invention/invention.ts';

interface File extends Asset {
  original_name: string;
  mime_type: string;
  content: string;
  session: { id: number; title: string } | null;
  expires_at: number | null;
  pinned_at: number | null;
}

const files = kind<File>('file', 'asset');

const common = assets({
  family: 'files',
  kind: files,
  show: (world, row) => show(world, row),
  rename: (body, title) => void (body.original_name = title),
  download: ({ body }) => new Binary(body.mime_type, body.original_name, Buffer.from(body.content)),
  // Also in the trash: an expired file there can no longer be restored.
  isGone: ({ body }, now) => body.expires_at !== null && body.expires_at < now,
});

/** Rules: docs/platform/library.md#files. */
export const fileFamily = implement('files', {
  operations: {
    ...common.operations,
    list: (call) => {
      const { input } = call;
      const [q, type, session] = [input.q?.toLowerCase(), input.type, input.session_id];
      const attributes = common
        .live(call)
        .filter(
          ({ body }) =>
            (q === undefined || body.original_name.toLowerCase().includes(q)) &&
            (type === undefined || body.mime_type.includes(type)) &&
            (session === undefined || body.session?.id === session) &&
            (input.expiring === undefined || body.expires_at !== null),
        );
      return slices(attributes.toSorted(orders[input.sort ?? 'newest'] ?? keepOrder), (row) => show(call, row));
    },
    get: (call) => show(call, common.of(call)),
    keep: (call) =>
      common.change(call, (body) => void Object.assign(body, { pinned_at: call.now(), expires_at: null })),
  },

  links: common.links,
  sharedAt: common.sharedAt,

  seed: (world) => {
    const session = { id: numbered('agentic_session', 1), title: 'Plan for the autumn' };
    const seeds: readonly [number, string, string, string, number | null][] = [
      [1, 'keywords-autumn.csv', 'text/csv', 'keyword,search_volume\r\ncamping box,1900\r\nstove care,320\r\n', 20],
      [1, 'briefing.md', 'text/markdown', '# Briefing\n\nAn invented briefing.\n', 3],
      [1, 'notes.txt', 'text/plain', 'Invented notes.\n', null],
      [2, 'menu.md', 'text/markdown', '# Menu\n', 30],
    ];
    for (const [team, original_name, mime_type, content, expiresIn] of seeds) {
      const expires_at = expiresIn === null ? null : world.now() + expiresIn * days;
      const body = newFile({ original_name, mime_type, content, expires_at }, world.invent('file', original_name));
      world.add(files, { ...body, session: expiresIn === null ? null : session }, { team });
    }
  },
});

/** Days a generated file stays unless it is kept (docs/platform/library.md#files). */
const generatedFileDays = 30;

/** Stores the output of a job: a table as CSV, a report as Markdown. Returns the id of the file. */
export function storeFile(
  { store, add, invent }: World,
  { team, at, name, mime, content }: { team: number; at: number; name: string; mime: string; content: string },
): number {
  const expires_at = at + generatedFileDays * days;
  const random = invent('file', team, store.next('generated_file'));
  const body = newFile({ original_name: name, mime_type: mime, content, expires_at }, random);
  return add(files, body, { team, at }).id;
}

const newFile = (
  fields: Pick<File, 'original_name' | 'mime_type' | 'content' | 'expires_at'>,
  random: Invention,
): File => ({
  ...fields,
  session: null,
  pinned_at: null,
  is_favorite: false,
  tags: [],
  secret: random.token(24),
  share: null,
});

const keepOrder = () => 0;

const orders: Readonly<Record<string, (a: Row<File>, b: Row<File>) => number>> = {
  oldest: (a, b) => a.createdAt - b.createdAt || Number(a.id) - Number(b.id),
  name: (a, b) => a.body.original_name.localeCompare(b.body.original_name, 'en'),
  size: (a, b) => b.body.content.length - a.body.content.length,
};

const labels: Readonly<Record<string, string>> = {
  'text/csv': 'CSV',
  'text/markdown': 'Markdown',
  'text/plain': 'Text',
};

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
    pinned_at: body.pinned_at === null ? null : iso(body.pinned_at),
    is_favorite: body.is_favorite,
    tags: body.tags,
    download_url: address(`/downloads/file/${body.secret}`),
    created_at: iso(createdAt),
    deleted_at: deletedAt === null ? undefined : iso(deletedAt),
  };
}
