import { keyedKind, type Row } from '../../../engine/documents.ts';
import { days } from '../../../engine/platform-time.ts';
import type { World } from '../../../engine/world.ts';
import type { Statement } from '../accuracy/statement.ts';
import type { TrackingProject } from '../brand/kinds.ts';

/** Beginning and end in platform milliseconds. Absent: since ever, or without an end. */
export interface Span {
  readonly from?: number | undefined;
  readonly until?: number | undefined;
}

/** A page, and the percentage of answers that cite it. */
export type Page = Span & { readonly url: string; readonly share: number };

/** The knowledge of assistants about a brand, and its development. The results of runs follow from it. */
export interface Scene {
  /** The percentage of answers that mention the brand at the time `at`, and the points that it gains each week. */
  readonly at: number;
  readonly level: number;
  readonly gain: number;
  readonly pages: readonly Page[];
  /** The claims of assistants about the brand; absent: some of every kind, at any time. */
  readonly statements?: readonly (Span & Statement & { readonly platform: string })[] | undefined;
}

/** By the id of the tracking project. */
const scenes = keyedKind<Scene>('brand_scene');

/** The scene of a brand, which is set at its first run; `given` parts of it are not invented. */
export function sceneOf(world: World, { id, team, body }: Row<TrackingProject>, given: Partial<Scene> = {}): Scene {
  const existing = world.store.get(scenes, id);
  if (existing) return existing.body;
  const random = world.invent('scene', id, body.domain ?? body.name);
  const own = body.domain === null ? [] : [`https://${body.domain}/`];
  const scene: Scene = {
    at: world.now(),
    level: random.whole(25, 60),
    gain: random.whole(-4, 8) / 10,
    pages: [...hosts.map((host, n) => `https://${host}/article-${n + 1}`), ...own].map((url) => ({
      url,
      share: random.whole(8, 35),
    })),
    ...given,
  };
  return world.add(scenes, scene, { team, parent: id, id }).body;
}

const hosts = [
  'kistenrat.example',
  'draussenblatt.example',
  'packliste.example',
  'kistenrat.example',
  'forum-feuerstelle.example',
  'testlabor.example',
];

export const isWithin = ({ from = -Infinity, until = Infinity }: Span, at: number): boolean =>
  from <= at && at <= until;

/** The percentage of answers that mention a brand at another time than the known one. */
export const levelAt = ({ at, level, gain }: Pick<Scene, 'at' | 'level' | 'gain'>, now: number): number =>
  Math.max(4, Math.min(92, level + (gain * (now - at)) / (7 * days)));

/** How well known a competitor is. */
export function rivalLevel({ invent }: World, { id }: Row<TrackingProject>, { at }: Scene, rival: string, now: number) {
  const random = invent('rival', id, rival);
  return levelAt({ at, level: random.whole(20, 55), gain: random.whole(-3, 3) / 10 }, now);
}

/** The pages that answers may cite at that time. Each competitor has at least one. */
export function pagesAt({ invent }: World, { body }: Row<TrackingProject>, { pages }: Scene, at: number): Page[] {
  const known = new Set(pages.map(({ url }) => domainOf(url)));
  const others = body.competitor_domains.filter((domain) => !known.has(domain));
  return [
    ...pages.filter((page) => isWithin(page, at)),
    ...others.map((domain) => ({ url: `https://${domain}/guide`, share: invent('rival page', domain).whole(8, 30) })),
  ];
}

export const domainOf = (url: string): string => url.split('/')[2] ?? '';
