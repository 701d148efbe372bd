import { isAlive } from '../../../base/job-states.ts';
import type { Data, Output } from '../../../catalog/operation-types.ts';
import { boundedSuccess } from '../../results/result.ts';
import type { ToolResult } from '../../definition/tool.ts';
import { missingFigures, rowFigure } from '../shared/missing-figures.ts';
import { numberIn, rowsOf } from '../shared/records-in.ts';
import { resolveProject } from '../shared/resolve-project.ts';
import { resultMetadata, startOrReuse, type Started } from '../shared/start-or-join.ts';
import type { Task } from '../shared/task.ts';

type Keyword = Output<'keywords.research_results'>[number];

export interface KeywordOrder {
  readonly seeds?: readonly string[] | undefined;
  /** Name, domain or id. */
  readonly project?: string | undefined;
  /** How many, where a model finds them. */
  readonly limit?: number | undefined;
}

/** Researches seed terms, or lets the platform find terms for a project; then the clusters, the best opportunity first. */
export async function researchKeywords(task: Task, order: KeywordOrder): Promise<ToolResult> {
  // Sorted and without duplicates: the same terms in another order are the same job.
  const seeds = [...new Set((order.seeds ?? []).map((seed) => seed.normalize('NFKC').trim().toLowerCase()))]
    .filter(Boolean)
    .sort();
  const reply = await (seeds.length > 0 ? fromSeeds : fromProject)(task, { ...order, seeds });
  const beside = resultMetadata(reply, 'research_keywords');
  if (reply.job && isAlive(reply.job))
    return boundedSuccess({ seeds: seeds.length > 0 ? seeds : undefined, status: 'being researched' }, beside);
  const rest = reply.job ? `job_wait ${JSON.stringify({ job_id: reply.job.job_id })} has every keyword` : undefined;
  const keywords = rowsOf<'keywords.research_results'>(reply.data);
  const isStored = order.project !== undefined || seeds.length === 0;
  const stored = isStored ? storedNote(keywords.length) : undefined;
  return boundedSuccess({ project: order.project, ...clustersOf(keywords), stored }, beside, rest, {
    all_keywords: keywords.map(lineOf).sort(byOpportunity),
  });
}

/** What the project has now, and how to take out what is not wanted. */
const storedNote = (count: number): string =>
  `${count} keywords were found for the project, which may keep all of them: keywords.list has their ids, keywords.delete removes one`;

/** The contract does not show the body: the terms go as `keywords`, and the project, where one is named, as `project_id`. */
async function fromSeeds(task: Task, { seeds, project }: KeywordOrder): Promise<Started<Data<'keywords.research'>>> {
  const owner = project === undefined ? {} : { project_id: await resolveProject(task, project) };
  return startOrReuse(task, 'keywords.research', { body: { keywords: seeds, ...owner } });
}

async function fromProject(task: Task, { project, limit }: KeywordOrder): Promise<Started<Data<'keywords.research'>>> {
  return startOrReuse(task, 'keywords.ai_research', { project: await resolveProject(task, project), limit });
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
      volume: rowFigure(lines, 'volume', 'search_volume', 'keywords.research_results'),
      difficulty: rowFigure(lines, 'difficulty', 'difficulty', 'keywords.research_results'),
    }),
  };
}

const maxTopKeywords = 10;

const lineOf = (keyword: Keyword) => ({
  keyword: keyword.keyword ?? '',
  volume: numberIn(keyword.search_volume) ?? null,
  difficulty: numberIn(keyword.difficulty) ?? null,
  opportunity: rounded(opportunityOf(keyword)),
});

type Ranked = { readonly opportunity: number | null };

/** The best first, those without a figure last. */
const byOpportunity = (a: Ranked, b: Ranked): number => (b.opportunity ?? -1) - (a.opportunity ?? -1);

const rounded = (figure: number | undefined): number | null => (figure === undefined ? null : Math.round(figure));

/** Undefined where there is nothing to add. */
const sumOf = (figures: readonly (number | undefined)[]): number | undefined => {
  const values = figures.filter((one) => one !== undefined);
  return values.length > 0 ? values.reduce((sum, one) => sum + one, 0) : undefined;
};

function clusterOf(keywords: readonly Keyword[]) {
  const [first = {}]: readonly Keyword[] = keywords;
  const byVolume = [...keywords].sort((a, b) => (volumeOf(b) ?? -1) - (volumeOf(a) ?? -1));
  const counted = keywords.filter((keyword) => volumeOf(keyword) !== undefined).length;
  const difficulties = keywords.map((keyword) => numberIn(keyword.difficulty)).filter((one) => one !== undefined);
  return {
    cluster: first.cluster_main_keyword || first.keyword || '',
    opportunity: rounded(sumOf(keywords.map(opportunityOf))),
    volume: sumOf(keywords.map(volumeOf)) ?? null,
    counted: counted > 0 && counted < keywords.length ? `${counted} of ${keywords.length}` : undefined,
    difficulty:
      difficulties.length > 0
        ? Math.round(difficulties.reduce((sum, one) => sum + one, 0) / difficulties.length)
        : null,
    intent: byVolume[0]?.intent ?? '',
    size: keywords.length,
    keywords: byVolume
      .slice(0, 5)
      .map((keyword) => `${keyword.keyword ?? ''} (${numberIn(keyword.search_volume) ?? '?'})`),
    article_titles: titlesOf(keywords).slice(0, 2),
  };
}

const volumeOf = ({ search_volume }: Keyword): number | undefined => numberIn(search_volume);

function opportunityOf(keyword: Keyword): number | undefined {
  const volume = volumeOf(keyword);
  return volume === undefined ? undefined : (volume * (100 - (numberIn(keyword.difficulty) ?? 50))) / 100;
}

/** A cell of titles is a JSON list, or has them separated; the contract does not say. */
const titlesOf = (keywords: readonly Keyword[]): string[] =>
  keywords.flatMap((keyword) => {
    const cell = keyword.article_titles ?? '';
    const titles = cell.startsWith('[')
      ? [...cell.matchAll(/"((?:[^"\\]|\\[^])*)(?:"|\\?$)/g)].map(([, title = '']) => title)
      : cell.split(/[|;\n]/).map((title) => title.trim());
    return titles.filter(Boolean);
  });
