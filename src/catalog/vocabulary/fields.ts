import * as z from 'zod';
import { id, integerId, key } from './id.ts';

/** Schemas that more than one family uses. Lengths and values are those of the contract. */

export { id, integerId, key };

export const text = z.string().min(1);
export const flag = z.boolean();
export const count = z.int().nonnegative();
export const number = z.number();

/** A whole number of credits. */
export const credits = z.int().describe('Credits');

export const url = z.url({ protocol: /^https?$/ });
export const domain = z.string().min(3).max(253).describe('Domain, such as example.com');
export const email = z.email();

/** ISO 8601 in UTC (docs/platform/conventions.md#times). */
export const timestamp = z.iso.datetime({ offset: true }).describe('ISO 8601, UTC');
export const date = z.union([z.iso.date(), z.iso.datetime({ offset: true })]).describe('Date, YYYY-MM-DD');

/** Whether a code of two letters names a country: an alias such as UK, and codes of CLDR for other regions, do not. */
const isCountryCode = (code: string): boolean =>
  new Intl.Locale(`und-${code}`).region === code.toUpperCase() &&
  new Intl.DisplayNames('en', { type: 'region', fallback: 'none' }).of(code.toUpperCase()) !== undefined &&
  !/^(EU|EZ|UN|QO|X.|ZZ)$/i.test(code);

export const country = z
  .string()
  .regex(/^[A-Za-z]{2}$/, { abort: true })
  .refine(isCountryCode, 'is no code of ISO 3166-1 alpha-2')
  .describe('ISO 3166-1 alpha-2, such as DE');

/** Content languages of a project (docs/platform/content.md#projects). */
export const contentLanguage = z.enum(['de', 'en', 'fr', 'es', 'pl']);

/** Languages prompts are generated in (docs/platform/tracking.md#languages). */
export const promptLanguage = z.enum(['de', 'en', 'fr', 'es', 'it', 'nl', 'pt', 'pl', 'sv', 'da', 'no', 'fi']);

/** Platform codes used everywhere (docs/platform/tracking.md#platforms). */
export const platform = z.enum(['chatgpt', 'perplexity', 'claude', 'gemini', 'copilot', 'grok', 'google_ai_mode']);

export const direction = z.enum(['asc', 'desc']);

/** Ids of a bulk operation, at most `max` (docs/platform/limits.md#sizes). */
export const ids = (max: number) => z.array(id).min(1).max(max);

/** A window of days for reports. */
export const range = {
  from: date.optional().describe('First day, YYYY-MM-DD'),
  to: date.optional().describe('Last day, YYYY-MM-DD'),
};

/** Required kind of a file argument. */
export interface FileRule {
  /** `table`: CSV, TXT or an Excel workbook; `image`: a picture of a web format. */
  readonly kind: 'table' | 'image';
  readonly maxBytes: number;
}

const ruleOfPath = new WeakMap<z.ZodType, FileRule>();

/** A file of that kind: the path of a local one, or its content given inline. */
export function file(rule: FileRule) {
  const path = z.string().min(1).describe('Path of a local file');
  ruleOfPath.set(path, rule);
  return z.union([
    path,
    z.strictObject({
      name: text.describe('File name with its extension'),
      content: z.string(),
      encoding: z.enum(['utf8', 'base64']).optional(),
    }),
  ]);
}

/** The files that an argument of this type takes, one or a list; `undefined` if it takes none. */
export function fileRuleOf(schema: z.ZodType): FileRule | undefined {
  if (schema instanceof z.ZodOptional) return fileRuleOf(schema.unwrap() as z.ZodType);
  if (schema instanceof z.ZodArray) return fileRuleOf(schema.element as z.ZodType);
  return schema instanceof z.ZodUnion ? ruleOfPath.get(schema.options[0] as z.ZodType) : undefined;
}

/** Answer to sharing an image or a file (docs/platform/library.md#trash-and-shares). */
export const shareAnswer = {
  token: text,
  public_url: text,
  expires_at: timestamp.nullable(),
  view_count: count,
  is_active: flag,
};

/** The answer to a bulk export, and to a read of its state (docs/platform/library.md#exports). */
export const exportStatus = {
  status: z.enum(['queued', 'ready', 'failed']),
  download_url: text.nullable().optional(),
};

/** How to read the possibility of being cited by a source: quick wins have 60 or more, and no document states the maximum. */
export const possibilityScale = 'higher is easier to win; the platform states no scale';
