import { matches } from '../shared/matches.ts';
import { implement, type Stored } from '../../engine/implement.ts';
import { kind, type Row } from '../../engine/documents.ts';
import { after, planFor, shouldFail, type Running } from '../../engine/plan.ts';
import { days, iso, seconds } from '../../engine/platform-time.ts';
import { writeArticle } from '../../invention/writing/write-article.ts';
import { capital } from '../../invention/writing/label.ts';
import { slices } from '../../engine/http/reply.ts';
import { metaDescription } from '../../invention/writing/headline.ts';
import { articles, draft } from './articles.ts';
import { projects, writingLanguage } from './projects.ts';

interface Autopilot {
  module: string;
  frequency: string;
  config: Record<string, unknown>;
  is_active: boolean;
  runs: number;
}

type Run = Stored<'autopilot.runs', 'article_url'>;

const autopilots = kind<Autopilot>('autopilot');
const runs = kind<Run>('autopilot_run');

const show = ({ id, createdAt, body }: Row<Autopilot>) => ({ id, ...body, created_at: iso(createdAt) });

/** Days. */
const intervals: Readonly<Record<string, number>> = { daily: 1, weekly: 7, monthly: 30 };

/** Exactly one row for each run, with any outcome; runs continue while the autopilot exists. */
const runPlan = planFor('autopilot.run', autopilots, ({ body }) => [
  after(((intervals[body.frequency] ?? 7) * days) / seconds, (row, job) => {
    const { world, team, at } = job;
    if (row.body.is_active) {
      row.body.runs += 1;
      world.add(runs, { ...runOnce(row, job), ran_at: iso(at) }, { team, parent: row.id });
    }
    job.again();
  }),
]);

/** Rules: docs/platform/content.md#autopilot. */
export const autopilotFamily = implement('autopilot', {
  operations: {
    list: ({ store, caller }) => store.all(autopilots, { team: caller.team }).map(show),
    create: (call) => {
      const { input } = call;
      const config = { ...(input.config as Record<string, unknown>) };
      if (typeof config['project_id'] === 'number') call.own(projects, config['project_id']);
      const row = call.add(autopilots, {
        module: input.module,
        frequency: input.frequency,
        config,
        is_active: true,
        runs: 0,
      });
      call.start(runPlan, row.id);
      return show(row);
    },
    update: (call) => {
      const row = call.own(autopilots, call.input.id);
      const { module, frequency, config } = call.input;
      if (module) row.body.module = module;
      if (frequency) row.body.frequency = frequency;
      if (config) row.body.config = config;
      if (typeof call.openBody['is_active'] === 'boolean') row.body.is_active = call.openBody['is_active'];
      // The next run is one new interval away from now.
      call.jobs.stop(runPlan, row.id);
      call.start(runPlan, row.id);
      return show(row);
    },
    delete: (call) => call.delete(call.own(autopilots, call.input.id), runs),
    runs: (call) => {
      const all = call.store.all(runs, { parent: call.own(autopilots, call.input.id).id });
      const matching = all.filter(({ body }) => matches(call.input, body, 'status'));
      return slices(matching, ({ id, body }) => ({
        id,
        ...body,
        article_url: body.article_id === null ? null : call.address(`/api/v1/articles/${body.article_id}`),
      }));
    },
  },

  seed: ({ add, now }) => {
    const body: Autopilot = {
      module: 'articles',
      frequency: 'weekly',
      config: { project_id: 1, settings: { auto_publish: true } },
      is_active: false,
      runs: 2,
    };
    const { id: parent } = add(autopilots, body, { team: 1 });
    for (const [n, [status, geo_score, skip_reason]] of (
      [
        ['success', 82, null],
        ['skipped_low_score', 58, 'The score 58 is below 70.'],
      ] as const
    ).entries()) {
      const at = now() - (14 - 7 * n) * days;
      add(
        runs,
        { keyword: 'camping box', status, geo_score, skip_reason, article_id: null, ran_at: iso(at) },
        { team: 1, parent, at },
      );
    }
  },
});

/** Writes an article and scores it by the gate: below the threshold it stays a draft. */
function runOnce({ id, body }: Row<Autopilot>, { world, team, at }: Running): Omit<Run, 'ran_at'> {
  const keyword = keywordOf(body);
  const none = { keyword: keyword ?? null, geo_score: null, article_id: null };
  if (keyword === undefined) return { ...none, status: 'skipped_no_keyword', skip_reason: 'No keyword is left.' };
  const random = world.invent('autopilot', id, body.runs);
  const words = random.whole(300, 1200);
  const credits = Math.ceil(words / 1000) * creditsPerThousandWords;
  if (world.ledger.available(team) < credits)
    return { ...none, status: 'skipped_no_credits', skip_reason: `This run takes ${credits} credits.` };
  if (shouldFail(keyword)) return { ...none, status: 'failed', skip_reason: null };

  const { auto_publish, min_geo_score = 70 } = settingsOf(body);
  const geo_score = random.whole(45, 98);
  const low = auto_publish === true && geo_score < Number(min_geo_score);
  const project = body.config['project_id'];
  const language = writingLanguage(world, typeof project === 'number' ? project : null);
  const article = draft({
    title: capital(keyword),
    language,
    content: writeArticle(random, { topic: keyword, words, language }),
    meta_description: metaDescription(keyword, language),
    processing_status: 'ready',
    status: auto_publish === true && !low ? 'published' : 'draft',
  });
  const { id: article_id } = world.add(articles, article, {
    team,
    parent: typeof project === 'number' ? project : undefined,
    at,
  });
  world.ledger.post({ team, delta: -credits, endpoint: 'autopilot', reference: article_id, at });
  if (article.status === 'published')
    world.announce({
      type: 'article.published',
      team,
      at,
      data: { article_id, project_id: typeof project === 'number' ? project : null, status: 'published' },
      resource: ['articles.get', article_id],
    });
  return {
    keyword,
    geo_score,
    article_id,
    status: low ? 'skipped_low_score' : 'success',
    skip_reason: low ? `The score ${geo_score} is below ${String(min_geo_score)}.` : null,
  };
}

/** The contract says "by word count" but not how: here the price of an article for each begun thousand. */
const creditsPerThousandWords = 5;

/** The gate's settings are in the configuration, directly or under `settings`. */
function settingsOf({ config }: Autopilot): Record<string, unknown> {
  const { settings } = config;
  return { ...config, ...(typeof settings === 'object' && settings !== null ? settings : {}) };
}

/** The next of the given keywords, once each; if none are given, one invented from the module's name. */
function keywordOf({ module, config: { keywords, keyword }, runs: nth }: Autopilot): string | undefined {
  if (Array.isArray(keywords)) {
    const next: unknown = keywords[nth - 1];
    return typeof next === 'string' ? next : undefined;
  }
  return typeof keyword === 'string' ? keyword : `${module} ${nth}`;
}
