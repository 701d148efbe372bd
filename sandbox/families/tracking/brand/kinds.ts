import type { AnswerOf, CallOf, Filled, Stored } from '../../../engine/implement.ts';
import { kind } from '../../../engine/documents.ts';

/** Rules: docs/platform/tracking.md#tracking-projects. */
export type TrackingProject = Stored<'tracking.get', 'personas' | 'kpis' | 'last_run_at'> & {
  /** As chosen at activation: names, or objects with a name. */
  personas?: readonly unknown[] | undefined;
  analysis: Record<string, unknown> & { analysis_status: string };
};

export type Run = Filled<'tracking.runs', 'kpis'> & {
  kpis: Record<string, number> | null;
  /** Ids of the prompts that it asks. */
  readonly asked: readonly number[];
};

/** Rules: docs/platform/tracking.md#tracking-keywords. */
export type TrackingKeyword = Omit<CallOf<'tracking_keywords.create'>['input'], 'id'> & {
  readonly is_active?: boolean | undefined;
};

export type MonitorStatus = AnswerOf<'prompts.create'>['monitor_status'];

/** docs/platform/tracking.md#prompts; `status` is the monitor's. */
export interface TrackingPrompt {
  prompt_text: string;
  prompt_category: string | null;
  status: MonitorStatus;
  persona_label?: string | undefined;
  /** A person chose the persona: no classification changes it. */
  persona_by_hand?: boolean | undefined;
  classified_at?: string | undefined;
  commercial_intent?: string | number | boolean | undefined;
  intent?: string | undefined;
  funnel_stage?: string | undefined;
  language?: string | undefined;
  search_volume?: number | undefined;
  /** Ids of prompt tags. */
  tags?: number[] | undefined;
}

export const trackingProjects = kind<TrackingProject>('tracking_project');
export const trackingKeywords = kind<TrackingKeyword>('tracking_keyword');
export const trackingPrompts = kind<TrackingPrompt>('tracking_prompt');
export const runs = kind<Run>('tracking_run');

/** A tracking project as a scaffold: in setup, nothing analyzed, nothing costly switched on. */
export const trackingSettings = (name: string): TrackingProject => ({
  name,
  brand_name: name,
  brand_aliases: [],
  domain: null,
  country: null,
  language: null,
  status: 'setup',
  competitor_domains: [],
  own_domains: [],
  tracking_frequency: 'weekly',
  llm_platforms: ['chatgpt', 'perplexity'],
  llm_with_search: true,
  llm_without_search: false,
  track_aio: false,
  reality_check_enabled: false,
  analysis: { analysis_status: 'pending' },
});
