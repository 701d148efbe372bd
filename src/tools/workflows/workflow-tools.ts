import * as z from 'zod';
import { pinOf, type Pins } from '../../catalog/pins.ts';
import type { ProjectKind } from '../../catalog/index.ts';
import type { Platform } from '../../client/index.ts';
import { reference, text } from '../definition/tool-arguments.ts';
import type { ToolOptions } from '../definition/tool-options.ts';
import { outputSchema } from '../results/output-schema.ts';
import { defineWorkflow, type Workflow } from './shared/define-workflow.ts';
import {
  askAgentInput,
  researchKeywordsInput,
  trackBrandInput,
  visibilityReportInput,
  writeArticleInput,
} from './shared/orders.ts';

// Each file is loaded by the first call that needs it, since the start of the program only needs the names of the
// tools.
const sites = () => import('./shared/resolve-site.ts');
const projects = () => import('./shared/resolve-project.ts');

/** A placeholder for an id that does not affect the price. */
const anyId = 1;

const writeArticle = defineWorkflow({
  name: 'write_article',
  title: 'Write an article',
  about: 'Write an article for a keyword',
  description:
    'Write a blog article for a keyword in a project: waits (about 90 s), returns id, status and first lines (fields ["text"]: all). Costs 5 credits, 10 from a storyline. Asked again, it joins the job or returns the text without paying.',
  input: writeArticleInput,
  lacks: ({ keyword, storyline }) =>
    keyword === undefined && storyline === undefined ? 'keyword is required without storyline' : undefined,
  view: 'article',
  maxCredits: 5,
  paidCall: async ({ project, storyline, keyword = 'any', target_length = 1200 }, reader) => {
    if (storyline !== undefined) return ['storylines.assemble_article', { id: storyline }];
    await (await projects()).resolveProject(reader, project);
    return ['articles.generate', { id: anyId, keyword, article_type: 'blog', target_length }];
  },
  run: async (task, order) => (await import('./write-article/write-article.ts')).writeArticle(task, order),
});

const researchKeywords = defineWorkflow({
  name: 'research_keywords',
  title: 'Research keywords',
  about: 'Find keywords in clusters, best opportunities first',
  description:
    "Find keywords worth writing for, from seed terms or, without seeds, by AI from a project's profile. Waits (about 2 min), returns clusters with volume and difficulty, best opportunities first. With a project or without seeds, the platform stores every keyword found in the project. Costs 5 credits; one made here under 24 h ago is returned free, unless again.",
  input: researchKeywordsInput,
  view: 'keywords',
  maxCredits: 5,
  paidCall: async (order, reader) =>
    (await import('./research-keywords/research-keywords.ts')).researchCall(order, reader),
  run: async (task, order) => (await import('./research-keywords/research-keywords.ts')).researchKeywords(task, order),
});

const auditPage = defineWorkflow({
  name: 'audit_page',
  title: 'Audit a page',
  about: 'Audit one page in depth',
  hint: 'one, in depth',
  description:
    'Audit one page as its visitors see it: scores, fit for personas, critical issues, improvements. Waits (about 90 s). Costs 30 credits plus up to 45 for renders, which follow minutes later. One made here under 24 h ago is returned free, unless again. Whole site: audit_site. Citability by AI: ground_urls.',
  input: () => ({
    url: text,
    persona: text.describe('Whose eyes to look with').optional(),
  }),
  view: 'audit',
  maxCredits: 75,
  paidCall: async ({ url }) => ['page_audit.create', { url: (await sites()).pageAddress(url) }],
  run: async (task, order) => (await import('./audit-page/audit-page.ts')).auditPage(task, order),
});

const auditSite = defineWorkflow({
  name: 'audit_site',
  title: 'Audit a site',
  about: 'Crawl a site and score its pages',
  hint: 'crawl',
  description:
    'Crawl a site and check its pages: score, issues by type, worst pages, what changed since the previous audit. Waits (about 3 min). Costs 10 credits; one under 24 h old is returned free, unless again. One page in depth: audit_page.',
  input: () => ({
    site: reference.describe('Domain, URL, or name of a project'),
  }),
  view: 'audit',
  maxCredits: 10,
  paidCall: async ({ site }, reader) => [
    'content_audits.create',
    { source_url: await (await sites()).resolveSite(reader, site) },
  ],
  run: async (task, { site }) => (await import('./audit-site/audit-site.ts')).auditSite(task, site),
});

const groundUrls = defineWorkflow({
  name: 'ground_urls',
  title: 'Audit URLs for citation readiness',
  about: 'Check whether AI assistants can cite pages',
  hint: 'can AI cite them',
  description:
    'Audit public pages for whether AI assistants can cite them: score 0 to 100, tier and the findings worth fixing per URL, worst first. Waits (20 to 60 s). 1 credit for one URL, unstated for several; audits under 24 h are free, unless again.',
  input: () => ({
    urls: z.array(text).min(1).max(500).describe('http or https'),
  }),
  view: 'audit',
  paidCall: async ({ urls }) => (await import('./ground-urls/ground-urls.ts')).groundingCall(urls),
  run: async (task, { urls }) => (await import('./ground-urls/ground-urls.ts')).groundUrls(task, urls),
});

const trackBrand = defineWorkflow({
  name: 'track_brand',
  title: 'Track a brand',
  about: 'Bring a brand into tracking',
  hint: 'set up AI tracking',
  description:
    'Bring a brand into AI-visibility tracking: analysis (about 90 s), confirmation, activation. Costs 5 credits; first_run costs more, shown as credits_per_run. Where something is missing or to be confirmed it returns question: put it to the person, then call again with the same arguments and the answer. Results: visibility_report.',
  input: trackBrandInput,
  lacks: ({ domain, brand }) =>
    domain === undefined && brand === undefined ? 'domain or brand is required' : undefined,
  paidCall: async ({ first_run, ...order }) => [
    'ingest.start',
    { ...(await import('./track-brand/track-brand.ts')).ingestOf(order), start_run: first_run === true || undefined },
  ],
  isDialogue: true,
  unlessPinned: ['tracking project'],
  run: async (task, order) => (await import('./track-brand/track-brand.ts')).trackBrand(task, order),
});

const askAgent = defineWorkflow({
  name: 'ask_agent',
  title: "Ask the platform's agent",
  about: "Give the platform's own agent a task",
  hint: 'a task no tool here does',
  description:
    "Give the platform's own agent a task in words, where no tool here does it. It answers or asks back: put its question to the person, then call with session_id and answer. Up to 10 min. Metered: draws credits as it works, no bound known beforehand: under a budget the operator allows it (VISIBILITY_BUDGET=…,50/unpriced).",
  input: askAgentInput,
  lacks: ({ message, session_id, answer }) =>
    (answer === undefined ? message : session_id) === undefined
      ? 'message is required, or session_id with answer'
      : undefined,
  maxCredits: null,
  paidCall: ({ message = 'any', answer }) =>
    answer === undefined
      ? ['agentic_chat.chat', { message }]
      : ['agentic_chat.answer_question', { id: anyId, option_label: answer }],
  isDialogue: true,
  unlessPinned: ['project', 'tracking project'],
  run: async (task, order) => (await import('./ask-agent/ask-agent.ts')).askAgent(task, order),
});

const visibilityReport = defineWorkflow({
  name: 'visibility_report',
  title: 'Report on AI visibility',
  about: 'Report how AI assistants see a brand',
  description:
    'How AI assistants see a tracked brand: AVI score and tier, platforms and gaps, low-hanging fruit, competitors, trend, cited sources. Free. A written report costs credits: reports.generate. Not tracked yet: track_brand.',
  input: visibilityReportInput,
  output: outputSchema({
    tracking_project_id: 'integer',
    platforms: 'list',
    not_available: 'object',
  }),
  view: 'report',
  run: async (task, order) => (await import('./visibility-report/visibility-report.ts')).visibilityReport(task, order),
});

const checkBrandFacts = defineWorkflow({
  name: 'check_brand_facts',
  title: "Check a brand's facts",
  about: 'Show what AI assistants get wrong about a brand',
  description:
    'What AI assistants get wrong about a tracked brand: open claims, most severe first, how many are known_wrong, each with its verdict, the truth and its source. Free. Checking the claims again costs credits: accuracy.reverify.',
  input: () => ({
    brand: reference.describe('Brand, name, domain or id; optional if only one').optional(),
  }),
  output: outputSchema({
    tracking_project_id: 'integer',
    open_claims: 'integer',
    by_severity: 'object',
    claims: 'list',
    knowledge: 'object',
    not_available: 'object',
  }),
  run: async (task, { brand }) =>
    (await import('./check-brand-facts/check-brand-facts.ts')).checkBrandFacts(task, brand),
});

/** In the order in which they are listed. */
const workflows: readonly ((client: Platform, options: ToolOptions) => Workflow)[] = [
  writeArticle,
  researchKeywords,
  auditPage,
  auditSite,
  groundUrls,
  trackBrand,
  askAgent,
  visibilityReport,
  checkBrandFacts,
];

/** The tools for whole tasks that the pins allow. A read-only server has only those that report. */
export const workflowTools = (client: Platform, options: ToolOptions): readonly Workflow[] =>
  workflows
    .map((make) => make(client, options))
    .filter(({ annotations }) => !options.readOnly || annotations.readOnlyHint === true)
    .flatMap((tool) => pinnedTool(tool, client.pins));

/** The same tools for listing their names; they cannot be run. */
export const workflowsToName = (readOnly: boolean): readonly Workflow[] =>
  workflowTools({} as Platform, { toolsets: [], readOnly, maxWaitSeconds: undefined });

/** The arguments of workflows that name a project. */
const kinds: ReadonlyMap<string, ProjectKind> = new Map([
  ['project', 'project'],
  ['brand', 'tracking project'],
]);

/** A workflow under the pins: without the argument that they fix, or undefined if they exclude it. */
function pinnedTool(tool: Workflow, pins: Pins | undefined): readonly Workflow[] {
  if (!pins) return [tool];
  if (tool.unlessPinned.some((kind) => pinOf(pins, kind) !== undefined)) return [];
  const { properties = {}, ...schema } = tool.inputSchema as {
    readonly properties?: Readonly<Record<string, unknown>> | undefined;
  };
  const shown = Object.entries(properties).filter(([name]) => {
    const kind = kinds.get(name);
    return kind === undefined || pinOf(pins, kind) === undefined;
  });
  return [{ ...tool, inputSchema: { ...schema, properties: Object.fromEntries(shown) } }];
}
