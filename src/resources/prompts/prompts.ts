import { oneLine } from '../../base/text/one-line.ts';
import { brandArgument, type Prompt } from './prompt.ts';

/** Text that a person wrote or chose from suggestions, delimited from the prompt around it. */
const quoted = (text: string): string => JSON.stringify(oneLine(text, maxLength));

/** Characters of one argument. */
const maxLength = 2_000;

const lines = (...parts: readonly string[]): string => parts.join('\n');

const goOn = 'If it is not finished in time, call it again with the same arguments; that pays nothing twice.';

/** A prompt for each workflow, in the order of the tools. */
export const prompts: readonly Prompt[] = [
  {
    name: 'write_article',
    title: 'Write an article',
    description: 'Write a blog article for a keyword in one of your projects. Costs 5 credits.',
    arguments: [
      { name: 'keyword', description: 'What the article is about and should be found for', required: true },
      { name: 'project', description: 'Name or domain of the project', required: false, suggests: 'projects' },
      { name: 'length', description: 'Words, 1200 if left out', required: false },
    ],
    render: ({ keyword = '', project = '', length = '' }) =>
      lines(
        `Write a blog article for the keyword ${quoted(keyword)}${project ? ` in the project ${quoted(project)}` : ''}${length ? `, about ${length} words long` : ''}.`,
        `Use write_article. ${goOn}`,
        'Then show the title, the word count, what it cost, and the text.',
      ),
  },
  {
    name: 'research_keywords',
    title: 'Research keywords',
    description: 'Find keywords worth writing for, from terms of yours or from a project alone. Costs 5 credits.',
    arguments: [
      {
        name: 'seeds',
        description: 'Terms to start from, separated by commas; left out, an AI finds them for the project',
        required: false,
      },
      { name: 'project', description: 'Name or domain of the project', required: false, suggests: 'projects' },
    ],
    render: ({ seeds = '', project = '' }) =>
      lines(
        `Research keywords with research_keywords${
          seeds
            ? ` for ${seeds
                .split(',')
                .map((seed) => quoted(seed.trim()))
                .join(', ')}`
            : ', without seeds'
        }${project ? ` for the project ${quoted(project)}` : ''}. ${goOn}`,
        'Show the clusters as a table, best opportunity first, with volume and difficulty. Then say which three to write about first, and why.',
      ),
  },
  {
    name: 'audit_page',
    title: 'Audit a page',
    description: 'Audit one page as its visitors see it. Costs 30 credits, and up to 45 more for renders.',
    arguments: [
      { name: 'url', description: 'Address of the page', required: true },
      { name: 'persona', description: 'Whose eyes to look with', required: false },
    ],
    render: ({ url = '', persona = '' }) =>
      lines(
        `Audit the page ${url} with audit_page${persona ? `, as seen by: ${persona}` : ''}. ${goOn}`,
        'Report the scores, whom the page fits and whom not, and what to change, in order of effect. Say what it cost.',
      ),
  },
  {
    name: 'audit_site',
    title: 'Audit a site',
    description: 'Crawl a site, score its pages and compare with the previous audit. Costs 10 credits.',
    arguments: [{ name: 'site', description: 'Domain or address', required: true }],
    render: ({ site = '' }) =>
      lines(
        `Audit the site ${site} with audit_site. ${goOn}`,
        'Report the score, what changed since the previous audit, and the worst pages with their issues. Close with what to fix first.',
      ),
  },
  {
    name: 'ground_urls',
    title: 'Check pages for AI citation',
    description: 'Audit pages for whether AI assistants can cite them. Costs 1 credit per page.',
    arguments: [{ name: 'urls', description: 'Addresses, separated by spaces or commas', required: true }],
    render: ({ urls = '' }) =>
      lines(
        `Audit these pages for citation readiness with ground_urls: ${urls
          .split(/[\s,]+/)
          .filter(Boolean)
          .join(' ')}`,
        'Report the pages worst first, with score and tier. Then list what to fix: first what several pages have in common, then page by page.',
      ),
  },
  {
    name: 'track_brand',
    title: 'Track a brand',
    description:
      'Watch how AI assistants speak of a brand. Costs 5 credits; each later run costs more, shown beforehand.',
    arguments: [
      { name: 'domain', description: "The brand's own domain", required: true },
      { name: 'country', description: 'Market, such as DE', required: false },
    ],
    render: ({ domain = '', country = '' }) =>
      lines(
        `Bring the brand behind ${domain} into tracking with track_brand${country ? ` for the market ${country}` : ''}. ${goOn}`,
        'Put every question it returns to me, and show me the suggestions before you confirm them. Then tell me what a run costs; start none unasked.',
      ),
  },
  {
    name: 'visibility_report',
    title: 'Report on AI visibility',
    description: 'How AI assistants see a tracked brand, and where it could win. Free.',
    arguments: [brandArgument],
    render: ({ brand = '' }) =>
      lines(
        `Report on AI visibility${brand ? ` of ${quoted(brand)}` : ''} with visibility_report.`,
        'Start with score and tier, then the platforms, the gaps, the competitors and the cited sources. Close with three things to do, the easiest to win first.',
      ),
  },
  {
    name: 'check_brand_facts',
    title: "Check a brand's facts",
    description: 'What AI assistants get wrong about a tracked brand. Free.',
    arguments: [brandArgument],
    render: ({ brand = '' }) =>
      lines(
        `Check what AI assistants get wrong${brand ? ` about ${quoted(brand)}` : ''} with check_brand_facts.`,
        'List the claims, most severe first, each with the platform, the truth and its source. Say where the truth is missing, and what could be published to set it right.',
      ),
  },
  {
    name: 'ask_agent',
    title: "Ask the platform's agent",
    description: "Give the platform's own agent a task. It draws credits as it works; no price is known beforehand.",
    arguments: [{ name: 'task', description: 'What it shall do', required: true }],
    render: ({ task = '' }) =>
      lines(
        `Give the platform's agent this task with ask_agent: ${quoted(task)}`,
        `Put every question it asks back to me. ${goOn} Then show its answer and what it cost.`,
      ),
  },
];
