import { newSession, sessions } from '../../workspace/agentic-chat/session.ts';
import { assets, type Asset } from './assets.ts';
import type { Call } from '../../../engine/handler-call.ts';
import { implement, type CallOf } from '../../../engine/implement.ts';
import { numberIn } from '../../shared/open-body.ts';
import { kind, type Row } from '../../../engine/documents.ts';
import { opaqueId } from '../../shared/opaque-id.ts';
import { after, plan, shouldFail, type Running } from '../../../engine/plan.ts';
import { days, iso } from '../../../engine/platform-time.ts';
import { png, type Colour } from '../../../formats/png.ts';
import { invalid } from '../../../engine/http/refusal.ts';
import { Binary, slices } from '../../../engine/http/reply.ts';
import { showShare } from '../../shared/share.ts';
import type { World } from '../../../engine/world.ts';
import { projectOf, projects } from '../../content/projects.ts';

interface Variant {
  readonly id: string;
  readonly job_id: string;
  readonly edit_session_id: string;
  readonly instruction: string | null;
  readonly created_at: string;
}

interface Image extends Asset {
  title: string | null;
  model: string | null;
  /** Pixels of each side. */
  side: number;
  colours: readonly [Colour, Colour];
  processing_status: 'processing' | 'ready' | 'failed';
  variants: Variant[];
  parent_id: number | null;
  edited_at: number | null;
}

const images = kind<Image>('image', 'asset');

const common = assets({
  family: 'images',
  kind: images,
  show: (world, row) => show(world, row),
  rename: (body, title) => void (body.title = title),
  download: ({ body }) => new Binary('image/png', `${body.title ?? 'image'}.png`, png(body.side, ...body.colours)),
  // docs/platform/limits.md#sizes: trash retention of deleted images.
  isGone: ({ deletedAt }, now) => deletedAt !== null && now - deletedAt >= 30 * days,
});

const generatePlan = plan('images.generate', images, after(30, draw));

const editPlan = plan('images.edit', images, after(40, edit));

/** Rules: docs/platform/library.md#images. */
export const imageFamily = implement('images', {
  operations: {
    ...common.operations,
    list: (call) =>
      slices(ordered(call, call.store.all(images, { team: call.caller.team }).filter(filterOf(call))), (row) =>
        show(call, row),
      ),
    list_in_project: (call) => slices(call.store.all(images, { parent: projectOf(call).id }), (row) => show(call, row)),
    get: (call) => {
      const row = common.of(call);
      return { ...show(call, row), variants: row.body.variants, parent: ancestry(call, row.body.parent_id) };
    },
    generate: (call) => {
      const prompt = textIn(call);
      const project = numberIn(call.openBody, 'project_id');
      const parent = project === undefined ? {} : { parent: call.own(projects, project).id };
      const { id } = call.add(images, { ...picture(call, prompt), processing_status: 'processing' }, parent);
      call.start(generatePlan, id, { fails: shouldFail(prompt) });
      return { image_id: id, status: 'processing' };
    },
    edit: (call) => {
      const { id } = common.of(call);
      const names = { job_id: opaqueId(call, 'job'), edit_session_id: opaqueId(call, 'edit') };
      call.start(editPlan, id, { ...names, instruction: textIn(call) });
      return names;
    },
    open_in_chat: (call) => {
      const { id, body } = common.of(call);
      const about = `This conversation is about image ${id}${body.title === null ? '' : `, "${body.title}"`}.`;
      return { session_id: call.add(sessions, { ...newSession(call.caller.user), text: about }).id };
    },
  },

  links: common.links,
  sharedAt: common.sharedAt,

  seed: (world) => {
    const seeds: readonly [number, number, string, Partial<Image>][] = [
      [1, 1, 'Camping box by the fjord', { tags: ['hero', 'autumn'], is_favorite: true }],
      [1, 1, 'Stove in the rain', { tags: ['autumn'], model: 'lumen-2', side: 96 }],
      [1, 2, 'Moss between stones', {}],
      [2, 3, 'Dumplings on a plate', {}],
    ];
    const [first] = seeds.map(([team, parent, title, more]) =>
      world.add(images, { ...picture(world, title), ...more }, { team, parent }),
    );
    const nightPicture = { ...picture(world, 'Camping box by night'), parent_id: first?.id ?? null };
    world.add(images, nightPicture, { team: 1, parent: 1 });
  },
});

/** The longest text in a body that the contract does not show: a prompt, an instruction. */
function textIn({ openBody }: Call): string {
  const texts = Object.values(openBody)
    .flat()
    .filter((one): one is string => typeof one === 'string' && one.trim() !== '');
  const [longest] = texts.toSorted((a, b) => b.length - a.length);
  if (longest === undefined) throw invalid({ prompt: ['The prompt field must be a text.'] });
  return longest;
}

function picture(world: World, title: string): Image {
  const random = world.invent('picture', title);
  const colour = (): Colour => [random.whole(0, 255), random.whole(0, 255), random.whole(0, 255)];
  return {
    title: title.slice(0, 80),
    model: 'lumen-1',
    side: 64,
    colours: [colour(), colour()],
    processing_status: 'ready',
    variants: [],
    parent_id: null,
    edited_at: null,
    is_favorite: false,
    tags: [],
    secret: opaqueId(world, 'pic'),
    share: null,
  };
}

function filterOf({ input }: CallOf<'images.list'>): (row: Row<Image>) => boolean {
  const [q, model] = [input.q?.toLowerCase(), input.model?.toLowerCase()];
  const tags = input.tags ?? [];
  const from = input.from !== undefined ? Date.parse(input.from) : -Infinity;
  const to = input.to !== undefined ? end(input.to) : Infinity;
  return ({ createdAt, body }) =>
    (q === undefined || (body.title ?? '').toLowerCase().includes(q)) &&
    (model === undefined || body.model?.toLowerCase() === model) &&
    (input.favorite === undefined || body.is_favorite === input.favorite) &&
    (tags.length === 0 || tags.some((tag) => body.tags.includes(tag))) &&
    createdAt >= from &&
    createdAt < to;
}

/** A day counts to its end; a time counts exactly. */
const end = (to: string): number => Date.parse(to) + (to.includes('T') ? 1 : days);

type Order = (a: Row<Image>, b: Row<Image>) => number;

const byAge: Order = (a, b) => a.createdAt - b.createdAt || Number(a.id) - Number(b.id);

const fixedOrders: Readonly<Record<string, Order>> = {
  newest: (a, b) => byAge(b, a),
  oldest: byAge,
  edited: (a, b) => (b.body.edited_at ?? 0) - (a.body.edited_at ?? 0) || byAge(b, a),
};

const turnable: Readonly<Record<string, Order>> = {
  name: (a, b) => (a.body.title ?? '').localeCompare(b.body.title ?? '', 'en'),
  model: (a, b) => (a.body.model ?? '').localeCompare(b.body.model ?? '', 'en'),
  size: (a, b) => a.body.side - b.body.side,
  date: byAge,
};

/** `dir` applies to name, model, size and date only (docs/platform/library.md#images). */
function ordered({ input }: CallOf<'images.list'>, rows: readonly Row<Image>[]): readonly Row<Image>[] {
  const sort = input.sort ?? 'newest';
  const order = turnable[sort];
  if (!order) return rows.toSorted(fixedOrders[sort] ?? byAge);
  const sorted = rows.toSorted(order);
  return input.dir === 'desc' ? sorted.toReversed() : sorted;
}

function show({ address, now }: World, { id, parent, createdAt, deletedAt, body }: Row<Image>) {
  return {
    id,
    project_id: parent,
    title: body.title,
    tags: body.tags,
    is_favorite: body.is_favorite,
    model: body.model,
    width: body.side,
    height: body.side,
    processing_status: body.processing_status,
    download_url: address(`/downloads/image/${body.secret}`),
    share: body.share && showShare(body.share, address(`/share/image/${body.share.token}`), now()),
    created_at: iso(createdAt),
    edited_at: body.edited_at === null ? null : iso(body.edited_at),
    deleted_at: deletedAt === null ? undefined : iso(deletedAt),
  };
}

/** The images that an image was made from, recursively. */
function ancestry(world: World, id: number | null): unknown {
  const row = id === null ? undefined : world.store.get(images, id);
  return row ? { id: row.id, title: row.body.title, parent: ancestry(world, row.body.parent_id) } : null;
}

function draw({ body }: Row<Image>, { input: { fails } }: Running<{ readonly fails: boolean }>) {
  body.processing_status = fails ? 'failed' : 'ready';
  return fails ? 'failed' : undefined;
}

interface ImageEdit {
  readonly job_id: string;
  readonly edit_session_id: string;
  readonly instruction: string;
}

function edit({ id, body }: Row<Image>, { at, input }: Running<ImageEdit>): void {
  body.variants.push({ id: `${id}-v${body.variants.length + 1}`, ...input, created_at: iso(at) });
  body.edited_at = at;
}
