import type { Row } from '../../../engine/documents.ts';
import { rememberCompetitors } from './competitor.ts';
import { startSchedules } from './schedule.ts';
import { trackingKeywords, trackingPrompts, type TrackingProject } from './kinds.ts';
import type { World } from '../../../engine/world.ts';

/** What the wizard's last page settles (docs/platform/tracking.md#wizard). */
export interface Choice {
  /** Where its competitors come from. */
  readonly source: 'wizard' | 'analysis';
  readonly keywords: readonly string[];
  readonly competitors: readonly string[];
  readonly prompts: readonly { readonly prompt: string; readonly category: string | null }[];
  readonly platforms: readonly string[];
  readonly frequency: string;
  readonly with_search?: boolean | undefined;
  readonly without_search?: boolean | undefined;
  readonly track_aio?: boolean | undefined;
  readonly reality_check_enabled?: boolean | undefined;
  readonly personas: readonly unknown[];
}

/** Stores the choice whole and makes the project active (docs/platform/tracking.md#tracking-projects). */
export function activate(world: World, row: Row<TrackingProject>, choice: Choice) {
  const { add, now } = world;
  const place = { team: row.team, parent: row.id, at: now() };
  for (const keyword of choice.keywords) add(trackingKeywords, { keyword }, place);
  for (const { prompt, category } of choice.prompts) {
    add(trackingPrompts, { prompt_text: prompt, prompt_category: category, status: 'active' }, place);
  }
  Object.assign(row.body, {
    status: 'active',
    competitor_domains: [...new Set(choice.competitors)].filter((one) => !row.body.own_domains.includes(one)),
    llm_platforms: [...new Set(choice.platforms)],
    tracking_frequency: choice.frequency,
    llm_with_search: choice.with_search ?? row.body.llm_with_search,
    llm_without_search: choice.without_search ?? row.body.llm_without_search,
    track_aio: choice.track_aio ?? row.body.track_aio,
    reality_check_enabled: choice.reality_check_enabled ?? row.body.reality_check_enabled,
    personas: choice.personas,
  });
  rememberCompetitors(world, row, choice.source);
  startSchedules(world, row);
  return {
    tracking_project_id: row.id,
    status: row.body.status,
    keywords: choice.keywords.length,
    prompts: choice.prompts.length,
    competitors: row.body.competitor_domains.length,
  };
}
