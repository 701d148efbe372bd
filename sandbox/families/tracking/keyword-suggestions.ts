import { implement, type CallOf } from '../../engine/implement.ts';
import { keyedKind, numbered, change, kind, type Row } from '../../engine/documents.ts';
import { after, failed, plan, shouldFail, type Running } from '../../engine/plan.ts';
import { iso } from '../../engine/platform-time.ts';
import { refuse } from '../../engine/http/refusal.ts';
import { slices } from '../../engine/http/reply.ts';
import { measureTerm, relatedTerms } from '../../invention/terms.ts';
import { getOrCreate } from './brand/get-or-create.ts';
import { trackingProjects, trackingPrompts, type TrackingProject } from './brand/kinds.ts';
import { trackingProjectOf } from './brand/project-of.ts';
import type { World } from '../../engine/world.ts';

interface Suggestion {
  keyword: string;
  search_volume: number | null;
  language: string | null;
  /** Where it was read. */
  source: 'title' | 'heading' | 'path';
  page_url: string;
}

interface Scan {
  status: 'none' | 'queued' | 'running' | 'completed' | 'failed';
  sitemap_url: string | null;
}

const suggestions = kind<Suggestion>('keyword_suggestion');
const sitemapPages = kind<{ url: string; title: string; scanned_at: string }>('sitemap_page');
const scans = keyedKind<Scan>('sitemap_scan');

const show = <T extends object>({ id, parent, body }: Row<T>) => ({ id, tracking_project_id: parent, ...body });

const scanPlan = plan(
  'keyword_suggestions.scan',
  trackingProjects,
  after(5, (project, { world }) => void change(scanOf(world, project), { status: 'running' })),
  after(40, scan),
);

/** docs/platform/tracking.md#suggestions: what a sitemap scan finds. */
export const keywordSuggestionFamily = implement('keyword_suggestions', {
  operations: {
    list: (call) => {
      const { input } = call;
      const q = input.q?.toLowerCase() ?? '';
      const sort = input.sort ?? 'volume';
      const dir = input.dir ?? (sort === 'volume' ? 'desc' : 'asc');
      const matching = inLanguage(call).filter(({ body }) => body.keyword.includes(q));
      const sorted = matching.toSorted((a, b) => (orders[sort] ?? orders['volume'])?.(a.body, b.body) ?? 0);
      return slices(dir === 'desc' ? sorted.toReversed() : sorted, show);
    },
    convert: (call) => {
      const project = trackingProjectOf(call);
      const requestedIds = call.input.keyword_ids ?? [];
      const all = inLanguage(call);
      const selected = call.input.all === true ? all : all.filter(({ id }) => requestedIds.includes(id));
      const existing = new Set(
        call.store.all(trackingPrompts, { parent: project.id }).map(({ body }) => body.prompt_text),
      );
      const prompts = selected.map(({ body }) => ({ body, prompt_text: `What should I know about ${body.keyword}?` }));
      const newPrompts = prompts.filter(({ prompt_text }) => !existing.has(prompt_text));
      for (const { body, prompt_text } of newPrompts) {
        const { language, search_volume } = body;
        const measures = {
          language: language ?? undefined,
          search_volume: search_volume ?? undefined,
        };
        call.add(
          trackingPrompts,
          { prompt_text, prompt_category: 'suggestion', status: 'active', ...measures },
          { parent: project.id },
        );
      }
      const requested = call.input.all === true ? selected.length : requestedIds.length;
      return {
        requested,
        matched: selected.length,
        converted: newPrompts.length,
        skipped_existing: selected.length - newPrompts.length,
      };
    },
    sitemap_pages: (call) => slices(call.store.all(sitemapPages, { parent: trackingProjectOf(call).id }), show),
    sitemap_scan: (call) => {
      const project = trackingProjectOf(call);
      const scan = scanOf(call, project);
      if (scan.body.status === 'queued' || scan.body.status === 'running') {
        const more = { error: 'scan_already_running', status: scan.body.status, tracking_project_id: project.id };
        throw refuse(409, 'A sitemap scan is already under way.', more);
      }
      const sitemap_url = sitemapOf(project.body);
      if (sitemap_url === null) {
        call.costs(0);
        return { status: 'no_sitemap', sitemap_url, tracking_project_id: project.id };
      }
      scan.body = { status: 'queued', sitemap_url };
      call.start(scanPlan, project.id);
      return { status: scan.body.status, sitemap_url, tracking_project_id: project.id };
    },
  },

  seed: (world) => {
    const row = world.store.get(trackingProjects, numbered('tracking_project', 1));
    if (row) fill(world, row);
  },
});

const orders: Readonly<Record<string, (a: Suggestion, b: Suggestion) => number>> = {
  volume: (a, b) => (a.search_volume ?? 0) - (b.search_volume ?? 0),
  keyword: (a, b) => a.keyword.localeCompare(b.keyword),
  source: (a, b) => a.source.localeCompare(b.source) || a.keyword.localeCompare(b.keyword),
};

function inLanguage(call: CallOf<'keyword_suggestions.list' | 'keyword_suggestions.convert'>): Row<Suggestion>[] {
  const language = call.input.language;
  const all = call.store.all(suggestions, { parent: trackingProjectOf(call).id });
  return language === undefined ? all : all.filter(({ body }) => body.language === language);
}

/** A site on a `.invalid` host has no sitemap, nor has a project without a domain. */
const sitemapOf = ({ domain }: TrackingProject): string | null =>
  domain === null || domain.endsWith('.invalid') ? null : `https://${domain}/sitemap.xml`;

/** Adds what a scan finds and nobody has found before. */
function fill({ store, add, invent, now }: World, { id: parent, team, body: project }: Row<TrackingProject>): void {
  const place = { team, parent, at: now() };
  const existing = new Set(store.all(suggestions, { parent }).map(({ body }) => body.keyword));
  for (const page of store.all(sitemapPages, { parent })) store.remove(page);
  const random = invent('sitemap', project.domain ?? project.name);
  for (const keyword of relatedTerms(random, random.pick(['travel kettle', 'camp kitchen', 'storage box']), 9)) {
    const page_url = `https://${project.domain}/${keyword.replaceAll(' ', '-')}`;
    add(sitemapPages, { url: page_url, title: keyword, scanned_at: iso(now()) }, place);
    if (existing.has(keyword)) continue;
    const { search_volume } = measureTerm(invent, keyword);
    const source = random.pick(['title', 'heading', 'path']);
    add(suggestions, { keyword, search_volume, language: project.language, source, page_url }, place);
  }
}

const scanOf = (world: World, project: Row<TrackingProject>): Row<Scan> =>
  getOrCreate(world, scans, project, { status: 'none', sitemap_url: null });

function scan(project: Row<TrackingProject>, { world }: Running): 'failed' | void {
  const row = scanOf(world, project);
  if (shouldFail(project.body.domain)) return failed(row, { status: 'failed' });
  row.body.status = 'completed';
  fill(world, project);
}
