import { oneLine } from '../../base/text/one-line.ts';
import type { Prompt, PromptArgument } from './prompt.ts';

const clean = (text: string | undefined, maxLength = 200): string | undefined =>
  text ? oneLine(text, maxLength) : undefined;

/** A call as a model makes it; arguments that were not given are left out. */
const callOf = (tool: string, args: Readonly<Record<string, unknown>>): string => `${tool} ${JSON.stringify(args)}`;

const needed = (name: string, description: string): PromptArgument => ({ name, description, required: true });
const optional = (name: string, description: string, suggests?: string): PromptArgument => ({
  name,
  description,
  required: false,
  suggests,
});

const project = optional('project', 'Name or domain of the project', 'projects');
const brand = optional('brand', 'Brand or domain; not needed if only one is tracked', 'tracking-projects');

/** A prompt for one tool; its arguments are those of the call. */
const ofTool = (
  name: string,
  title: string,
  description: string,
  all: readonly PromptArgument[],
  then: string,
  lists: Readonly<Record<string, RegExp>> = {},
): Prompt => ({
  name,
  title,
  description,
  arguments: all,
  render: (given) => {
    const args = Object.entries(given).flatMap(([argument, written]) => {
      const text = clean(written, 2_000);
      const separator = lists[argument];
      const list = separator && text?.split(separator).map((one) => one.trim());
      return text === undefined ? [] : [[argument, list?.filter(Boolean) ?? text] as const];
    });
    const goOn = 'If it is not finished in time, call it again with the same arguments; that pays nothing twice.';
    return `Use ${callOf(name, Object.fromEntries(args))}. ${goOn}\n${then}`;
  },
});

/** A prompt for each workflow, in the order of the tools. */
const toolPrompts: readonly Prompt[] = [
  ofTool(
    'write_article',
    'Write an article',
    'Write a blog article for a keyword in one of your projects. Costs 5 credits.',
    [
      needed('keyword', 'What the article is about and should be found for'),
      project,
      optional('target_length', 'Words, 1200 if left out'),
    ],
    'Then show the title, the word count, what it cost, and the text.',
  ),
  ofTool(
    'research_keywords',
    'Research keywords',
    'Find keywords worth writing for, from terms of yours or from a project alone. Costs 5 credits.',
    [
      optional('seeds', 'Terms to start from, separated by commas; left out, an AI finds them for the project'),
      project,
    ],
    'Show the clusters as a table, best opportunity first, with volume and difficulty. Then say which three to write about first, and why.',
    { seeds: /,/ },
  ),
  ofTool(
    'audit_page',
    'Audit a page',
    'Audit one page as its visitors see it. Costs 30 credits, and up to 45 more for renders.',
    [needed('url', 'Address of the page'), optional('persona', 'Whose eyes to look with')],
    'Report the scores, whom the page fits and whom not, and what to change, in order of effect. Say what it cost.',
  ),
  ofTool(
    'audit_site',
    'Audit a site',
    'Crawl a site, score its pages and compare with the previous audit. Costs 10 credits.',
    [needed('site', 'Domain or address')],
    'Report the score, what changed since the previous audit, and the worst pages with their issues. Close with what to fix first.',
  ),
  ofTool(
    'ground_urls',
    'Check pages for AI citation',
    'Audit pages for whether AI assistants can cite them. Costs 1 credit per page.',
    [needed('urls', 'Addresses, separated by spaces or commas')],
    'Report the pages worst first, with score and tier. Then list what to fix: first what several pages have in common, then page by page.',
    { urls: /[\s,]+/ },
  ),
  ofTool(
    'track_brand',
    'Track a brand',
    'Watch how AI assistants speak of a brand. Costs 5 credits; each later run costs more, shown beforehand.',
    [needed('domain', "The brand's own domain"), optional('country', 'Market, such as DE')],
    'Put every question it returns to me, and show me the suggestions before you confirm them. Then tell me what a run costs; start none unasked.',
  ),
  ofTool(
    'visibility_report',
    'Report on AI visibility',
    'How AI assistants see a tracked brand, and where it could win. Free.',
    [brand],
    'Start with score and tier, then the platforms, the gaps, the competitors and the cited sources. Close with three things to do, the easiest to win first.',
  ),
  ofTool(
    'check_brand_facts',
    "Check a brand's facts",
    'What AI assistants get wrong about a tracked brand. Free.',
    [brand],
    'List the claims, most severe first, each with the platform, the truth and its source. Say where the truth is missing, and what could be published to set it right.',
  ),
  ofTool(
    'ask_agent',
    "Ask the platform's agent",
    "Give the platform's own agent a task. It draws credits as it works; no price is known beforehand.",
    [needed('message', 'What it should do')],
    'Put every question it asks back to me. Then show its answer and what it cost.',
  ),
];

/** The text of a prompt: numbered steps, instructions for their results, and the maximum calls and credits without asking. */
const workflow = (goal: string, steps: readonly string[], then: string, takes: string): string =>
  [goal, ...steps.map((step, at) => `${at + 1}. ${step}`), then, takes].join('\n');

/** Prompts for weekly tasks with the existing tools. Each states its maximum of calls and credits. */
const weeklyPrompts: readonly Prompt[] = [
  {
    name: 'weekly_pulse',
    tools: ['visibility_report', 'check_brand_facts'],
    title: 'Weekly pulse',
    description: 'What changed for a brand since last week, and why. 2 calls, free.',
    arguments: [brand],
    render: (given) =>
      workflow(
        'Tell me what changed this week.',
        [
          callOf('visibility_report', { brand: clean(given['brand']), days: 7, compare: 'previous' }),
          callOf('check_brand_facts', { brand: clean(given['brand']) }),
        ],
        'First a sentence on the index, then what moved most, each with its operation from sources; domains gained and lost; claims that are new. Say what could not be measured.',
        'At most 2 calls and 0 credits.',
      ),
  },
  {
    name: 'competitor_radar',
    tools: ['visibility_report', 'call_read'],
    title: 'Competitor radar',
    description: 'Which competitors gain on a brand, and on which pages. 2 calls, free.',
    arguments: [brand],
    render: (given) =>
      workflow(
        'Tell me which competitors gain on us.',
        [
          callOf('visibility_report', { brand: clean(given['brand']), days: 90, compare: 'previous' }),
          callOf('call_read', {
            operation: 'cited_sources.list',
            arguments: {
              id: clean(given['brand']) ?? 'ID',
              is_own_domain: 'false',
              sort: 'first_seen_desc',
              per_page: 25,
            },
          }),
        ],
        'ID is tracking_project_id of the report. Name each competitor with a larger share than ours, the change of both shares, and the newest pages that cite them and not us. Close with the three pages to win first.',
        'At most 2 calls and 0 credits.',
      ),
  },
  {
    name: 'what_to_write',
    tools: ['visibility_report', 'research_keywords', 'estimate'],
    title: 'What to write next',
    description: 'From gaps and keywords to a plan of articles within a sum. 3 calls, up to 5 credits; writes nothing.',
    arguments: [project, brand, optional('credits', 'Sum that the articles may cost, 20 if left out')],
    render: (given) =>
      workflow(
        `Plan what to write next for up to ${clean(given['credits']) ?? '20'} credits.`,
        [
          callOf('visibility_report', { brand: clean(given['brand']), days: 30 }),
          callOf('research_keywords', { project: clean(given['project']) }),
          callOf('estimate', { calls: [{ operation: 'write_article', arguments: { keyword: 'KEYWORD' } }] }),
        ],
        'In the estimate, a call for each keyword of the plan. Choose keywords that close a gap of the report, the best opportunity first, and stop at the sum. Show the plan as a table: keyword, gap, volume, difficulty, credits. Write nothing before I agree.',
        'At most 3 calls and 5 credits.',
      ),
  },
  {
    name: 'settle_false_claims',
    tools: ['check_brand_facts', 'call_write'],
    title: 'Settle false claims',
    description: 'Go through what assistants say wrongly, and settle it by your decision. Free.',
    arguments: [brand],
    render: (given) =>
      workflow(
        'Go through the false claims with me.',
        [callOf('check_brand_facts', { brand: clean(given['brand']) })],
        'Show each claim with the sentence that was said, the fact and its source, the most severe first. Ask me which are resolved and which are no errors, and settle only those: call_write of accuracy.resolve, as the answer shows. For the others say what to publish, and where.',
        'At most 1 call and one for each claim that I decide; 0 credits.',
      ),
  },
  {
    name: 'agency_review',
    tools: ['visibility_report'],
    overBrands: true,
    title: 'Agency review',
    description: 'All brands compared, and the two that need attention. 3 calls an account, free.',
    arguments: [optional('days', 'Length of the period, 30 if left out')],
    render: ({ days }) =>
      workflow(
        `Review all brands over ${Number(days) || 30} days.`,
        [
          callOf('visibility_report', { brand: 'all', days: Number(days) || 30, compare: 'previous' }),
          'The same of each of the two brands at the top, by tracking_project_id.',
        ],
        'Where tools take account, do this in each account. Show one table of all brands, the largest fall first, then for the two why they fell and what to do. Name brands that could not be read.',
        'At most 3 calls an account and 0 credits.',
      ),
  },
];

/** The prompts of workflows, in the order of the tools, then the weekly ones. */
export const prompts: readonly Prompt[] = [...toolPrompts, ...weeklyPrompts];
