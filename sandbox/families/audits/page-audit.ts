import type { Call } from '../../engine/handler-call.ts';
import { implement, type Stored } from '../../engine/implement.ts';
import { numbered, kind, type Row } from '../../engine/documents.ts';
import type { Invention } from '../../invention/invention.ts';
import { pixel } from '../../formats/picture.ts';
import { after, failed, plan, shouldFail, type Running } from '../../engine/plan.ts';
import { Binary, slices } from '../../engine/http/reply.ts';
import { trackingProjects } from '../tracking/brand/kinds.ts';
import type { World } from '../../engine/world.ts';

type PageAudit = Stored<'page_audit.get', 'screenshot_url' | 'ideal_screenshot_url'> & {
  tracking_project_id: number | null;
  secret: string;
  rendered: boolean;
};

const audits = kind<PageAudit>('page_audit');

/** docs/platform/audits.md#page-audits: the start, and up to three AI renders. */
const prices = { audit: 30, render: 15 };

/** Seconds of the audit, and of the render afterwards, for which the audit does not wait. */
const auditPlan = plan(
  'page_audit.audit',
  audits,
  after(5, 'scraping'),
  after(25, 'screenshotting'),
  after(20, 'analyzing'),
  after(40, complete),
  after(150, ({ body }) => void (body.rendered = true)),
);

/** Rules: docs/platform/audits.md#page-audits. */
export const pageAuditFamily = implement('page_audit', {
  operations: {
    create: (call) => {
      const { input } = call;
      const url = input.url;
      const tracking_project_id =
        input.tracking_project_id === undefined || input.tracking_project_id === null
          ? null
          : call.own(trackingProjects, input.tracking_project_id).id;
      call.costs(prices.audit + prices.render * call.invent('renders', url).whole(1, 3));
      const { id } = call.add(audits, newAudit(call, { url, tracking_project_id, persona: input.persona ?? null }));
      call.start(auditPlan, id);
      return { id, status: 'pending', url };
    },
    get: (call) => show(call, call.own(audits, call.input.id)),
    list: (call) => {
      const project = call.input.tracking_project_id;
      const mine = call.store.all(audits, { team: call.caller.team });
      return slices(
        project === undefined ? mine : mine.filter(({ body }) => body.tracking_project_id === project),
        (row) => show(call, row),
      );
    },
  },

  links: {
    '/screenshots/page': picture,
    '/screenshots/ideal': picture,
  },

  seed: (world) => {
    const body = newAudit(world, {
      url: 'https://fjordkiste.example/',
      tracking_project_id: numbered('tracking_project', 1),
      persona: null,
    });
    const done = { status: 'completed', rendered: true, ...findings(world.invent('page', body.url), body) } as const;
    world.add(audits, { ...body, ...done }, { team: 1 });
  },
});

type Order = Pick<PageAudit, 'url' | 'tracking_project_id' | 'persona'>;

const newAudit = ({ store, invent }: Pick<World, 'store' | 'invent'>, order: Order): PageAudit => ({
  ...order,
  status: 'pending',
  error_message: null,
  secret: invent('screenshot', store.next('page_audit_secret')).token(24),
  rendered: false,
  lighthouse: null,
  analysis: null,
});

function picture({ store }: World, secret: string): Binary | undefined {
  return store.all(audits).some(({ body }) => body.secret === secret)
    ? new Binary('image/png', 'page.png', pixel)
    : undefined;
}

function show({ address }: Pick<Call, 'address'>, { id, body: { secret, rendered, ...fields } }: Row<PageAudit>) {
  const photographed = fields.status === 'analyzing' || fields.status === 'completed';
  return {
    id,
    ...fields,
    screenshot_url: photographed ? address(`/screenshots/page/${secret}`) : null,
    ideal_screenshot_url: rendered ? address(`/screenshots/ideal/${secret}`) : null,
  };
}

function complete(row: Row<PageAudit>, { world }: Running): 'failed' | void {
  if (shouldFail(row.body.url))
    return failed(row, {
      status: 'failed',
      error_message: 'The page could not be read, as its address asked for.',
    });
  Object.assign(row.body, { status: 'completed', ...findings(world.invent('page', row.body.url), row.body) });
}

/** Effect of a page's issues on its scores: each lowers those it concerns. */
function findings(
  random: Invention,
  { url, persona }: Pick<PageAudit, 'url' | 'persona'>,
): Pick<PageAudit, 'lighthouse' | 'analysis'> {
  const pageFlaws = flaws.filter(() => random.chance(0.4));
  const score = (...areas: readonly Area[]) => {
    const hit = pageFlaws.filter(({ concerns }) => areas.some((area) => concerns.includes(area)));
    return Math.max(
      5,
      random.whole(90, 98) - hit.reduce((sum, { severity }) => sum + (severity === 'high' ? 28 : 12), 0),
    );
  };
  const unanswered = pageFlaws.filter(({ concerns }) => concerns.includes('fit')).length;
  return {
    lighthouse: {
      performance: score('speed'),
      seo: score('seo'),
      accessibility: score('access'),
      best_practices: score('trust'),
    },
    analysis: {
      user_intent: 'commercial',
      persona_fit: score('fit'),
      trust_score: score('trust'),
      layout_score: score('layout'),
      cta_score: score('action'),
      problem_solution_clarity: score('fit', 'seo'),
      above_the_fold_quality: score('layout', 'action'),
      mobile_friendliness_visual: score('mobile'),
      personas: [
        {
          name: persona ?? 'Careful Carla',
          who: 'Compares three offers before she buys',
          primary_motivation: 'To be sure of the choice',
          pain_points: ['Too many offers look alike'],
          goals: ['A choice that she will not regret'],
          fit_score: score('fit'),
          fit_reason:
            unanswered === 0
              ? 'The page answers all three of her questions.'
              : `The page leaves ${Math.min(3, unanswered)} of her three questions open.`,
        },
      ],
      // docs/platform/audits.md#page-audits the highest severity is high; lower ones are suggestions, not critical issues.
      critical_issues: pageFlaws
        .filter(({ severity }) => severity === 'high')
        .map(({ severity, title, explanation, evidence }) => ({
          severity,
          title,
          explanation,
          evidence: `${evidence} (${url})`,
        })),
      improvement_suggestions: pageFlaws.map(({ suggestion }) => suggestion),
    },
  };
}

type Area = 'fit' | 'trust' | 'layout' | 'action' | 'seo' | 'speed' | 'access' | 'mobile';

/** A possible issue of a page, and the scores that it concerns. */
interface Flaw {
  readonly severity: 'high' | 'medium';
  readonly concerns: readonly Area[];
  readonly title: string;
  readonly explanation: string;
  readonly evidence: string;
  readonly suggestion: string;
}

const flaws: readonly Flaw[] = [
  {
    severity: 'high',
    concerns: ['fit', 'action'],
    title: 'No price in view',
    explanation: 'Visitors must scroll past two screens to learn what it costs.',
    evidence: 'First price below the third section',
    suggestion: 'Show the price next to the first picture.',
  },
  {
    severity: 'high',
    concerns: ['action', 'layout', 'trust'],
    title: 'The main button looks like the others',
    explanation: 'Four buttons of one size and colour compete above the fold.',
    evidence: 'Four equal buttons in the header',
    suggestion: 'Give the main button a colour of its own and make the others links.',
  },
  {
    severity: 'medium',
    concerns: ['access', 'mobile', 'speed'],
    title: 'Weak contrast',
    explanation: 'Grey text on light grey is hard to read outdoors.',
    evidence: 'Contrast of 2.8 to 1 in the footer',
    suggestion: 'Raise the contrast of small text to 4.5 to 1.',
  },
  {
    severity: 'medium',
    concerns: ['seo', 'fit'],
    title: 'The heading does not name the product',
    explanation: 'The main heading is a slogan.',
    evidence: 'Main heading without the product',
    suggestion: 'Name the product and its use in the main heading.',
  },
];
