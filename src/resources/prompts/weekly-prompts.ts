import { oneLine } from '../../base/text/one-line.ts';
import { brandArgument, type Prompt } from './prompt.ts';

/** A call as a model makes it; arguments that were not given are left out. */
const callOf = (tool: string, args: Readonly<Record<string, unknown>>): string => `${tool} ${JSON.stringify(args)}`;

const clean = (text: string | undefined): string | undefined => (text ? oneLine(text, 200) : undefined);

/** The text of a prompt: numbered steps, what to do with their results, and how many calls and credits it may take without asking. */
const workflow = (goal: string, steps: readonly string[], then: string, takes: string): string =>
  [goal, ...steps.map((step, at) => `${at + 1}. ${step}`), then, takes].join('\n');

/** Prompts for tasks of every week, over the existing tools. Each states its maximum of calls and credits. */
export const weeklyPrompts: readonly Prompt[] = [
  {
    name: 'weekly_pulse',
    tools: ['visibility_report', 'check_brand_facts'],
    title: 'Weekly pulse',
    description: 'What changed for a brand since last week, and why. 2 calls, free.',
    arguments: [brandArgument],
    render: ({ brand }) =>
      workflow(
        'Tell me what changed this week.',
        [
          callOf('visibility_report', { brand: clean(brand), days: 7, compare: 'previous' }),
          callOf('check_brand_facts', { brand: clean(brand) }),
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
    arguments: [brandArgument],
    render: ({ brand }) =>
      workflow(
        'Tell me which competitors gain on us.',
        [
          callOf('visibility_report', { brand: clean(brand), days: 90, compare: 'previous' }),
          callOf('call_read', {
            operation: 'cited_sources.list',
            arguments: { id: clean(brand) ?? 'ID', is_own_domain: 'false', sort: 'first_seen_desc', per_page: 25 },
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
    arguments: [
      { name: 'project', description: 'Name or domain of the project', required: false, suggests: 'projects' },
      brandArgument,
      { name: 'credits', description: 'Sum that the articles may cost, 20 if left out', required: false },
    ],
    render: ({ project, brand, credits }) =>
      workflow(
        `Plan what to write next for up to ${clean(credits) ?? '20'} credits.`,
        [
          callOf('visibility_report', { brand: clean(brand), days: 30 }),
          callOf('research_keywords', { project: clean(project) }),
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
    arguments: [brandArgument],
    render: ({ brand }) =>
      workflow(
        'Go through the false claims with me.',
        [callOf('check_brand_facts', { brand: clean(brand) })],
        'Show each claim with the sentence that was said, the fact and its source, the most severe first. Ask me which are resolved and which are no errors, and settle only those: call_write of accuracy.resolve, as the answer shows. For the others say what to publish, and where.',
        'At most 1 call and one for each claim that I decide; 0 credits.',
      ),
  },
  {
    name: 'agency_review',
    tools: ['visibility_report'],
    overBrands: true,
    title: 'Agency review',
    description: 'All brands beside each other, and the two that need attention. 3 calls an account, free.',
    arguments: [{ name: 'days', description: 'Length of the period, 30 if left out', required: false }],
    render: ({ days }) =>
      workflow(
        `Review all brands over ${clean(days) ?? '30'} days.`,
        [
          callOf('visibility_report', { brand: 'all', days: Number(days) || 30, compare: 'previous' }),
          'The same of each of the two brands at the top, by tracking_project_id.',
        ],
        'Where tools take account, do this in each account. Show one table of all brands, the largest fall first, then for the two why they fell and what to do. Name brands that could not be read.',
        'At most 3 calls an account and 0 credits.',
      ),
  },
];
