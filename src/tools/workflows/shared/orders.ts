import * as z from 'zod';
import { reference, text, type ArgumentShape, type ToolArgumentsOf } from '../../definition/tool-arguments.ts';

/** The declared arguments of the workflows. */
type OrderOf<Input extends () => ArgumentShape> = ToolArgumentsOf<ReturnType<Input>>;

export const writeArticleInput = () => ({
  project: reference.describe('Name, domain or id; optional if only one').optional(),
  keyword: text.describe('Required without storyline').optional(),
  title: text.describe('Default: the keyword').optional(),
  target_length: z.int().min(100).max(10_000).describe('Words, default 1200').optional(),
  storyline: reference.describe('Id of a completed storyline to write from').optional(),
});

export type ArticleOrder = OrderOf<typeof writeArticleInput>;

export const researchKeywordsInput = () => ({
  seeds: z.array(text).min(1).max(20).describe('Terms to start from').optional(),
  project: reference
    .describe('Name, domain or id; optional if only one. The keywords found are stored there')
    .optional(),
  limit: z.int().min(1).max(50).describe('How many to find and store without seeds, default 30').optional(),
});

export type KeywordOrder = OrderOf<typeof researchKeywordsInput>;

export const trackBrandInput = () => ({
  domain: text.describe('domain or brand is required').optional(),
  brand: text.optional(),
  country: text.describe('Market, such as DE').optional(),
  language: text.describe('Of the prompts, such as de').optional(),
  prompts: z.array(text).describe('Questions to track instead of suggested ones').optional(),
  platforms: z
    .array(z.enum(['chatgpt', 'perplexity', 'claude', 'gemini', 'copilot', 'grok', 'google_ai_mode']))
    .optional(),
  confirm: z.boolean().describe('Accept the suggestions that were shown').optional(),
  auto_confirm: z.boolean().describe('Accept them unseen').optional(),
  first_run: z.boolean().describe('Run once activated').optional(),
});

export type TrackingOrder = OrderOf<typeof trackBrandInput>;

export const askAgentInput = () => ({
  message: z.string().min(1).max(10_000).describe('Up to 10,000 characters').optional(),
  session_id: z.int().min(1).describe('Go on with this conversation').optional(),
  answer: text.describe('Label of an option of its question').optional(),
});

export type AgentOrder = OrderOf<typeof askAgentInput>;

export const visibilityReportInput = () => ({
  brand: reference.describe('Brand, name, domain or id; "all": a row each; optional if only one').optional(),
  from: text.optional(),
  to: text.optional(),
  days: z.int().min(1).max(365).optional(),
  period: text.describe('2026-Q3, 2026-09, last_month').optional(),
  compare: z
    .union([text, z.record(z.string(), z.unknown())])
    .describe('"previous", 2026-Q2 or {from, to}')
    .optional(),
});

export type ReportOrder = OrderOf<typeof visibilityReportInput>;
