import type { Id } from '../../../engine/documents.ts';
import type { Invent } from '../../../invention/invention.ts';

/** Differences of cited pages, as dimension and value; the last three lower the chance. */
const traits = [
  ['has_table', 'yes', 'Tables'],
  ['answer_position', 'first_paragraph', 'Answer first'],
  ['author_named', 'yes', 'Named author'],
  ['word_count', '800_to_1500', 'Medium length'],
  ['updated_within', '90_days', 'Kept fresh'],
  ['sources_linked', '3_or_more', 'Linked sources'],
  ['popup', 'on_load', 'Popup on load'],
  ['word_count', 'below_200', 'Very short'],
  ['author_named', 'no', 'No author'],
] as const;

const harmful = 3;

/** Fewer samples than this make no recipe (docs/platform/insights.md#citation-causality). */
const fewestSamples = 5;

/** Invented statistics of a project's cited pages, or of all pages for the id 0. */
export function patternsOf(invent: Invent, of: number) {
  return traits.map(([dimension, value, value_label], n) => {
    const random = invent('pattern', of, n);
    const lift = n < traits.length - harmful ? random.whole(110, 320) / 100 : random.whole(20, 90) / 100;
    return {
      dimension,
      value,
      value_label,
      lift_score: lift,
      p_value: random.whole(1, 60) / 1000,
      samples: random.whole(fewestSamples, 80),
    };
  });
}

/** The patterns as levers, in the sizes of docs/platform/insights.md#citation-causality: at most 30, 20 and 15. */
export function leversOf(invent: Invent, of: number, include: readonly string[]) {
  const all = patternsOf(invent, of).map((pattern) => leverOf(invent, of, pattern, include));
  const helpful = all.filter(({ lift_score }) => lift_score > 1).toSorted((a, b) => b.lift_score - a.lift_score);
  return {
    top: helpful.slice(0, 30),
    unique: helpful.filter((_, n) => n % 2 === 0).slice(0, 20),
    anti: all.filter(({ lift_score }) => lift_score <= 1).slice(0, 15),
  };
}

type Pattern = ReturnType<typeof patternsOf>[number];

function leverOf(
  invent: Invent,
  of: number,
  { dimension, value, value_label, lift_score, p_value, samples }: Pattern,
  include: readonly string[],
) {
  const helps = lift_score > 1;
  return {
    key: dimension,
    value,
    key_label: dimension.replaceAll('_', ' '),
    value_label,
    lift_score,
    p_value,
    samples,
    interpretation: {
      headline: `${value_label} ${helps ? 'helps' : 'hurts'}`,
      explanation: `Cited pages have it ${lift_score} times as often as others, in this invented sample.`,
      action: helps ? `Aim for it: ${value_label.toLowerCase()}.` : `Avoid it: ${value_label.toLowerCase()}.`,
    },
    trend: include.includes('trend') ? trendOf(invent, of, dimension, value) : undefined,
    by_llm: include.includes('by_llm') ? byAssistant(invent, of, dimension, value) : undefined,
  };
}

export const trendOf = (invent: Invent, ...of: readonly Id[]) =>
  Array.from({ length: 6 }, (_, week) => ({
    weeks_ago: 5 - week,
    lift_score: invent('trend', ...of, week).whole(60, 300) / 100,
  }));

export const byAssistant = (invent: Invent, ...of: readonly Id[]) =>
  ['chatgpt', 'perplexity', 'gemini'].map((platform) => ({
    platform,
    lift_score: invent('by assistant', ...of, platform).whole(60, 300) / 100,
  }));

/** Comparison of one page with the patterns: what it lacks, and the expected gain. */
export function auditPage(invent: Invent, of: number, url: string) {
  const gaps = patternsOf(invent, of)
    .filter(({ lift_score, value }) => lift_score > 1 && invent('gap', url, value).chance(0.5))
    .map(({ dimension, value_label, lift_score }) => ({ dimension, missing: value_label, lift_score }));
  const compliance_score = Math.round(100 * (1 - gaps.length / (traits.length - harmful)));
  const uplift = gaps.reduce((sum, { lift_score }) => sum + lift_score - 1, 0);
  return { url, compliance_score, gaps, estimated_uplift: Math.round(uplift * 100) / 100 };
}
