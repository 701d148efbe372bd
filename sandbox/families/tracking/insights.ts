import { detectLanguage } from '../../invention/detect-language.ts';
import { implement, type CallOf } from '../../engine/implement.ts';
import { change, kind, type Row } from '../../engine/documents.ts';
import { after, plan, type Running } from '../../engine/plan.ts';
import { iso } from '../../engine/platform-time.ts';
import { capital } from '../../invention/writing/label.ts';
import { invalid } from '../../engine/http/refusal.ts';
import { RawResponse } from '../../engine/http/reply.ts';
import { answersOf } from './answers/answer.ts';
import { sourcesOf } from './cited-sources/cited-source.ts';
import { trackingPrompts } from './brand/kinds.ts';
import { breakdown, finishedRuns, standing, topRival } from './brand/measurements.ts';
import { offPageReadiness } from './brand/off-page-readiness.ts';
import { periodOf } from './brand/period.ts';
import { partOf, trackingProjectOf } from './brand/project-of.ts';
import { askedQuestions } from '../../invention/writing/headline.ts';
import { writeArticle } from '../../invention/writing/write-article.ts';

interface Diagnosis {
  platform: string;
  status: 'queued' | 'completed';
  finding: string | null;
}

const diagnoses = kind<Diagnosis>('platform_diagnosis');

/** Fewer queries in the period say nothing (docs/platform/insights.md#potential). */
const enoughQueries = 20;

const diagnosisPlan = plan('insights.diagnose', diagnoses, after(30, diagnose));

/** Rules: docs/platform/insights.md#periods. */
export const insightFamily = implement('insights', {
  operations: {
    scores: (call) => {
      const project = trackingProjectOf(call);
      const hasPeriod = call.input.from !== undefined || call.input.to !== undefined;
      const runs = finishedRuns(call, project, hasPeriod ? periodOf(call.input, call.now()) : undefined);
      return runs.map(({ id, body }) => ({ run_id: id, date: body.completed_at, ...body.kpis })).toReversed();
    },
    platform_breakdown: (call) => breakdown(call, trackingProjectOf(call), periodOf(call.input, call.now())),
    low_hanging_fruit: (call) => {
      const { input } = call;
      const project = trackingProjectOf(call);
      const minPossibility = input.min_possibility;
      const period = periodOf(input, call.now());
      const sources = sourcesOf(call, project, { period })
        .filter(({ is_own_domain, outreach_status }) => !is_own_domain && outreach_status !== 'verlinkt')
        .filter(({ effective_possibility }) => effective_possibility >= minPossibility)
        .toSorted((a, b) => b.value_score * b.effective_possibility - a.value_score * a.effective_possibility);
      const meta = {
        total: sources.length,
        minPossibility: minPossibility,
        ...period.shown,
        dateRange: period.shown.days,
      };
      return { items: sources.slice(0, input.limit), meta };
    },
    platform_gap: platformGap,
    diagnose_platform_gap: (call) => {
      const project = trackingProjectOf(call);
      const platform = call.input.platform;
      if (!project.body.llm_platforms.includes(platform))
        throw invalid({ platform: ['The project does not track this platform.'] });
      const { id } = call.add(diagnoses, { platform, status: 'queued', finding: null }, { parent: project.id });
      call.start(diagnosisPlan, id);
      return { status: 'queued', tracking_project_id: project.id, platform };
    },
    potential_hero: potentialHero,
    off_page_readiness: (call) => {
      const { meta, ...readiness } = offPageReadiness(call, trackingProjectOf(call));
      // Rules: docs/platform/insights.md#off-page-readiness.
      if (call.input.accept?.includes('application/vnd.service.v2+json'))
        return new RawResponse(200, { data: readiness, meta });
      return { ...readiness, meta };
    },
    generate_brief: (call) => {
      const { id, body } = partOf(call, trackingPrompts, call.input.prompt);
      const random = call.invent('brief', body.prompt_text);
      const language = detectLanguage(body.prompt_text);
      const outline = askedQuestions(random, body.prompt_text, language, 4);
      const target_word_count = random.whole(6, 15) * 100;
      const brief = {
        title: capital(body.prompt_text),
        target_word_count,
        outline,
        markdown: writeArticle(random, { topic: body.prompt_text, words: 160, language, structure: outline }),
      };
      return { tracking_prompt_id: id, brief, generated_at: iso(call.now()) };
    },
    add_brand_alias: (call) => {
      const project = trackingProjectOf(call);
      project.body.brand_aliases = [...new Set([...project.body.brand_aliases, call.input.alias.trim()])];
      return { tracking_project_id: project.id, brand_aliases: project.body.brand_aliases };
    },
  },
});

/**
 * docs/platform/insights.md#platform-gap: the normal branch counts `total_queries`; the others pass the breakdown's
 * rows through.
 */
function platformGap(call: CallOf<'insights.platform_gap'>) {
  const project = trackingProjectOf(call);
  const period = periodOf(call.input, call.now());
  const rows = breakdown(call, project, period);
  const cold = rows.every(({ total }) => total === 0);
  const diagnosed = call.store.all(diagnoses, { parent: project.id });
  const diagnosisOf = (platform: string) => {
    const diagnosis = diagnosed.find(({ body }) => body.platform === platform);
    return diagnosis ? { diagnosis: { status: diagnosis.body.status, finding: diagnosis.body.finding } } : {};
  };
  if (cold || rows.length < 2) {
    const platforms = Object.fromEntries(rows.map((row) => [row.platform, { ...row, ...diagnosisOf(row.platform) }]));
    return { status: cold ? 'cold_start' : 'insufficient_platforms', period: period.shown, platforms };
  }
  const platforms = Object.fromEntries(
    rows.map(({ platform, total, avg_position: _, ...row }) => [
      platform,
      { ...row, total_queries: total, ...diagnosisOf(platform) },
    ]),
  );
  const ranked = rows.toSorted((a, b) => (b.visibility ?? 0) - (a.visibility ?? 0));
  const [best, worst] = [ranked[0], ranked.at(-1)];
  const gap = (best?.visibility ?? 0) - (worst?.visibility ?? 0);
  return { status: 'ok', period: period.shown, platforms, strongest: best?.platform, weakest: worst?.platform, gap };
}

function potentialHero(call: CallOf<'insights.potential_hero'>) {
  const project = trackingProjectOf(call);
  const period = periodOf(call.input, call.now());
  const answers = answersOf(call, project, period);
  if (answers.length < enoughQueries)
    return { eligible: false, reason: 'insufficient_data', threshold: enoughQueries, period: period.shown };
  const { brand_name, brand_aliases, competitor_domains } = project.body;
  const mentions = answers.filter(({ name }) => name !== null);
  const byName = Map.groupBy(mentions, ({ name }) => name ?? '');
  const alias_gaps = [...byName]
    .filter(([variant]) => variant !== brand_name && !brand_aliases.includes(variant))
    .map(([variant, { length: occurrences }]) => ({ variant, occurrences }));
  const { visibility, citation_rate } = standing(answers, project.body);
  const score_breakdown = {
    base_score: Math.round((100 - (visibility ?? 0)) * 0.8),
    alias_bonus: Math.min(
      10,
      alias_gaps.reduce((sum, { occurrences }) => sum + occurrences, 0),
    ),
    citation_bonus: Math.round((100 - (citation_rate ?? 0)) / 10),
  };
  const potenzial_score = score_breakdown.base_score + score_breakdown.alias_bonus + score_breakdown.citation_bonus;
  const mentionsBy = (prompt: number) => mentions.filter((answer) => answer.prompt === prompt).length;
  const prompts = call.store
    .all(trackingPrompts, { parent: project.id })
    .toSorted((a, b) => mentionsBy(a.id) - mentionsBy(b.id));
  return {
    eligible: true,
    total_queries: answers.length,
    mentions_count: mentions.length,
    alias_gaps,
    top_competitor: topRival(answers, competitor_domains),
    potenzial_score,
    score_breakdown,
    realisable_range: [Math.round(potenzial_score * 0.6), potenzial_score],
    top_potential_prompts: prompts.slice(0, 3).map(({ id, body }) => ({ id, prompt_text: body.prompt_text })),
    period: period.shown,
  };
}

const causes = [
  'few sources it cites mention the brand',
  'it asks for prices nobody publishes',
  'rivals are described at more length',
] as const;

function diagnose(row: Row<Diagnosis>, { world }: Running): void {
  const { platform } = row.body;
  const cause = world.invent('diagnosis', platform).pick(causes);
  change(row, { status: 'completed', finding: `On ${platform}, ${cause}.` });
}
