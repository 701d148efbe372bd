import type { Row } from '../../../engine/documents.ts';
import { days } from '../../../engine/platform-time.ts';
import type { World } from '../../../engine/world.ts';
import { statementsBy, type Statement } from '../accuracy/statement.ts';
import type { TrackingProject } from '../brand/kinds.ts';
import type { Answer } from './answer.ts';
import { isWithin, levelAt, pagesAt, rivalLevel, sceneOf, type Page } from './scene.ts';

/** The questions of a run. */
interface Questions {
  readonly prompts: readonly number[];
  readonly platforms: readonly string[];
}

/** Asks every platform every prompt, with or without search, depending on the project. */
export function ask(world: World, project: Row<TrackingProject>, { prompts, platforms }: Questions): Answer[] {
  const { llm_with_search, llm_without_search } = project.body;
  const modes = [...(llm_with_search ? [true] : []), ...(llm_without_search ? [false] : [])];
  return platforms.flatMap((platform) => {
    const assistant = assistantAt(world, project, platform);
    return modes.flatMap((search) => prompts.map((prompt) => assistant(prompt, search)));
  });
}

/** Platforms that name no sources. */
export const isSilentOnSources = (platform: string): boolean => platform === 'claude';

/**
 * An assistant at the time of the world. Each prompt has its own number between 0 and 1: a brand is mentioned if its level is
 * above that number, so that figures follow the level smoothly, with small daily variations.
 */
function assistantAt(world: World, project: Row<TrackingProject>, platform: string) {
  const { invent, now } = world;
  const scene = sceneOf(world, project);
  const day = Math.floor(now() / days);
  /** The value with a daily variation of up to `by`. */
  const varied = (value: number, by: number) => value + by * (fraction(value * 7 + day * perDay) - 0.5);
  const startOf = (...of: readonly string[]) => invent('start', project.id, platform, ...of).whole(0, 999) / 1000;
  const own = {
    start: startOf('brand'),
    level: levelAt(scene, now()) + invent('leaning', project.id, platform).whole(-6, 6),
  };
  const rivals = project.body.competitor_domains.map((domain) => ({
    domain,
    start: startOf('rival', domain),
    level: rivalLevel(world, project, scene, domain, now()),
  }));
  const pages = pagesAt(world, project, scene, now()).map((page) => ({ ...page, start: startOf('page', page.url) }));
  const statements = statementsAt(world, project, platform);
  let hasStated = false;

  return (prompt: number, search: boolean): Answer => {
    const place = (start: number) => fraction(start + prompt * perPrompt + (search ? 0 : 0.5));
    const mood = varied(fraction(place(own.start) * 7), 0.1);
    const strengthOf = ({ start, level }: { readonly start: number; readonly level: number }) =>
      level + 40 * varied(fraction(place(start) * 5), 0.2);
    const isMentioned = ({ start, level }: { readonly start: number; readonly level: number }) =>
      100 * varied(place(start), 0.12) < level;
    const mentioned = rivals.filter(isMentioned);
    const isCited = ({ start, share }: Page & { readonly start: number }) =>
      100 * fraction(place(start) + day * perDay) < share;
    const cites = search && !isSilentOnSources(platform) ? pages.filter(isCited).map(({ url }) => url) : [];
    const common = { prompt, platform, with_search: search, rivals: mentioned.map(({ domain }) => domain), cites };
    if (!isMentioned(own))
      return { ...common, name: null, position: null, sentiment: null, recommended: false, says: [] };
    const position = 1 + mentioned.filter((rival) => strengthOf(rival) > strengthOf(own)).length;
    const sentiment = mood < 0.15 ? 'negative' : mood < 0.5 ? 'neutral' : 'positive';
    // The first mention of a run makes all claims, others only a part of them.
    const says = statements.filter((_, n) => !hasStated || (n + prompt) % 3 === 0);
    hasStated = true;
    return {
      ...common,
      name: nameIn(project.body, mood),
      position,
      sentiment,
      recommended: position <= 2 && sentiment === 'positive',
      says: says.map(({ claim_normalized, verdict }) => ({ claim: claim_normalized, isWrong: wrong.has(verdict) })),
    };
  };
}

/** The current claims of the platform about the brand. */
export function statementsAt(world: World, project: Row<TrackingProject>, platform: string): readonly Statement[] {
  const { statements } = sceneOf(world, project);
  if (!statements) return statementsBy(world.invent, project, platform);
  return statements.filter((one) => one.platform === platform && isWithin(one, world.now()));
}

const wrong: ReadonlySet<Statement['verdict']> = new Set(['false', 'outdated'] as const);

/** Assistants do not always use the brand's own spelling. */
const nameIn = ({ brand_name }: TrackingProject, mood: number): string =>
  mood > 0.9 ? `${brand_name} Shop` : mood > 0.8 ? brand_name.toUpperCase() : brand_name;

/** Multiples of these spread evenly between 0 and 1: the golden ratio, and the plastic one. */
const perPrompt = 0.618_033_988_7;
const perDay = 0.754_877_666_2;

const fraction = (value: number): number => value - Math.floor(value);
