import type { Operation } from '../../catalog/operation.ts';
import { own } from './call.ts';
import { articles } from '../families/content/articles.ts';
import { projects } from '../families/content/projects.ts';
import type { Kind } from './kind.ts';
import type { Caller } from './tokens.ts';
import { trackingKeywords, trackingProjects, trackingPrompts } from '../families/tracking/brand/kinds.ts';
import { promptTags, tagDimensions } from '../families/tracking/prompts/tag-kinds.ts';
import type { World } from './world.ts';

/** What the first parameter of an address names, by the segment before it. */
const kinds: ReadonlyMap<string, Kind<object>> = new Map<string, Kind<object>>([
  ['projects', projects],
  ['articles', articles],
  ['tracking-projects', trackingProjects],
  ['ai-visibility', trackingProjects],
  ['tracking-keywords', trackingKeywords],
  ['tracking-prompts', trackingPrompts],
  ['prompt-tags', promptTags],
  ['tag-dimensions', tagDimensions],
]);

/**
 * Refuses what is missing or another team's before a word is said about the rest of the request: whoever may not
 * touch a project learns 403 or 404, whatever they sent.
 */
export function admitNamed(
  world: World,
  operation: Operation,
  caller: Caller,
  values: Readonly<Record<string, string>>,
): void {
  const [, before = '', parameter = ''] = operation.path.split('/');
  const kind = parameter.startsWith('{') ? kinds.get(before) : undefined;
  const id = values[operation.params[0] ?? ''] ?? '';
  // Anything else is no identifier, and validation says so.
  if (kind && /^[1-9]\d{0,14}$/.test(id)) own(world, operation, caller, kind, Number(id), {});
}
