import { isAlive } from '../../../base/job-states.ts';
import type { Output } from '../../../catalog/index.ts';
import type { Fields } from '../../../base/index.ts';
import { boundedSuccess } from '../../results/result.ts';
import type { ToolResult } from '../../definition/tool.ts';
import { missingFigures, rowFigure } from '../shared/missing-figures.ts';
import { numberIn } from '../../../base/json/number-in.ts';
import { rowsOf } from '../shared/records-in.ts';
import { resolveProject } from '../shared/resolve-project.ts';
import { resultMetadata, startOrReuse } from '../shared/start-or-join.ts';
import type { Reader, Task } from '../shared/task.ts';
import type { KeywordOrder } from '../shared/orders.ts';

type Keyword = Output<'keywords.research_results'>[number];

/** Researches seed terms, or lets the platform find terms for a project, and returns the clusters, the best opportunity first. */
export async function researchKeywords(task: Task, order: KeywordOrder): Promise<ToolResult> {
  const [operation, args] = await researchCall(order, task);
  const reply = await startOrReuse(task, operation, args as never);
  const beside = resultMetadata(reply, 'research_keywords');
  if (reply.job && isAlive(reply.job))
    return boundedSuccess({ seeds: order.seeds, status: 'being researched' }, beside);
  const rest = reply.job ? `job_wait ${JSON.stringify({ job_id: reply.job.job_id })} has every keyword` : undefined;
  const keywords = rowsOf<'keywords.research_results'>(reply.data as never);
  const isStored = order.project !== undefined || operation === 'keywords.ai_research';
  const stored = isStored
    ? `${keywords.length} keywords were found for the project, which may keep all of them: keywords.list has their ids, keywords.delete removes one`
    : undefined;
  return boundedSuccess({ project: order.project, ...clustersOf(keywords), stored }, beside, rest, {
    all_keywords: keywords.map(lineOf).sort(byOpportunity),
  });
}

/** The paid call for these arguments. */
export async function researchCall(
  { seeds: written = [], project, limit }: KeywordOrder,
  reader: Reader,
): Promise<['keywords.research' | 'keywords.ai_research', Fields]> {
  // Sorted and without duplicates: the same terms in another order are the same job.
  const seeds = [...new Set(written.map((seed) => seed.normalize('NFKC').trim().toLowerCase()))].filter(Boolean).sort();
  if (seeds.length === 0) return ['keywords.ai_research', { project: await resolveProject(reader, project), limit }];
  // The contract does not show the body: the terms go as `keywords`, and the project, where one is named, as `project_id`.
  const body = { keywords: seeds };
  return project === undefined
    ? ['keywords.research', { body }]
    : ['keywords.research', { body: { ...body, project_id: await resolveProject(reader, project) } }];
}

function clustersOf(keywords: readonly Keyword[]): Record<string, unknown> {
  const lines = keywords.map(lineOf);
  const groups = [...Map.groupBy(keywords, (keyword) => keyword.cluster_id || keyword.keyword || '').values()];
  const clusters = groups.map(clusterOf).sort(byOpportunity);
  return {
    keywords: keywords.length,
    clusters_count: clusters.length,
    ranked_by: 'opportunity: monthly volume weighted by what difficulty leaves (100 - difficulty, 50 where unknown)',
    units:
      'volume: searches a month; difficulty: 0 to 100, lower is easier; opportunity: searches a month that difficulty leaves; counted: keywords whose volume is known',
    top_keywords: lines.toSorted(byOpportunity).slice(0, maxTopKeywords),
    clusters,
    not_available: missingFigures({
      keywords: [keywords.length > 0 ? keywords : undefined, 'keywords', 'keywords.research_results'],
      volume: rowFigure(lines, 'volume', 'keywords.research_results'),
      difficulty: rowFigure(lines, 'difficulty', 'keywords.research_results'),
    }),
  };
}

const maxTopKeywords = 10;

const lineOf = ({ keyword = '', search_volume, difficulty }: Keyword) => {
  const [volume = null, level = null] = [numberIn(search_volume), numberIn(difficulty)];
  const opportunity = volume === null ? null : (volume * (100 - (level ?? 50))) / 100;
  return { keyword, volume, difficulty: level, opportunity: opportunity === null ? null : Math.round(opportunity) };
};

type Ranked = { readonly opportunity: number | null };

/** Descending order; entries without a figure come last. */
const byOpportunity = (a: Ranked, b: Ranked): number => (b.opportunity ?? -1) - (a.opportunity ?? -1);

const sum = (figures: readonly number[]): number => figures.reduce((all, one) => all + one, 0);

function clusterOf(keywords: readonly Keyword[]) {
  const [first = {}]: readonly Keyword[] = keywords;
  const lines = keywords.map((keyword) => ({ ...lineOf(keyword), intent: keyword.intent }));
  const byVolume = lines.toSorted((a, b) => (b.volume ?? -1) - (a.volume ?? -1));
  const valuesOf = (name: 'volume' | 'opportunity' | 'difficulty') =>
    lines.map((line) => line[name]).filter((figure) => figure !== null);
  const [volumes, difficulties] = [valuesOf('volume'), valuesOf('difficulty')];
  return {
    cluster: first.cluster_main_keyword || first.keyword || '',
    opportunity: volumes.length > 0 ? sum(valuesOf('opportunity')) : null,
    volume: volumes.length > 0 ? sum(volumes) : null,
    counted: volumes.length > 0 && volumes.length < lines.length ? `${volumes.length} of ${lines.length}` : undefined,
    difficulty: difficulties.length > 0 ? Math.round(sum(difficulties) / difficulties.length) : null,
    intent: byVolume[0]?.intent ?? '',
    size: lines.length,
    keywords: byVolume.slice(0, 5).map(({ keyword, volume }) => `${keyword} (${volume ?? '?'})`),
    article_titles: keywords.flatMap(titlesOf).slice(0, 2),
  };
}

/** The titles in a cell: a JSON list, or separated texts; the contract does not say which. */
const titlesOf = ({ article_titles: cell = '' }: Keyword): string[] =>
  (cell ?? '')
    .split(/^\["|"\s*,\s*"|"\]$|[|;\n]/)
    .map((title) => title.trim())
    .filter(Boolean);
