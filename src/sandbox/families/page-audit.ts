import type { Call } from '../call.ts';
import type { Implementation } from '../implementation.ts';
import { kind, type Row } from '../kind.ts';
import type { Invention } from '../invention.ts';
import { pixel } from '../picture.ts';
import { mustFail, type Plan } from '../plan.ts';
import { Binary, slices } from '../reply.ts';
import { trackingProjects } from '../tracking/kinds.ts';
import type { World } from '../world.ts';

interface PageAudit {
  url: string;
  tracking_project_id: number | null;
  persona: string | null;
  status: 'pending' | 'scraping' | 'screenshotting' | 'analyzing' | 'completed' | 'failed';
  error_message: string | null;
  secret: string;
  rendered: boolean;
  lighthouse: Readonly<Record<string, number>> | null;
  analysis: Readonly<Record<string, unknown>> | null;
}

const audits = kind<PageAudit>('page_audit');

/** Document 3, "Page audit": the start, and each AI render, of which there are up to three. */
const prices = { audit: 30, render: 15 };

/** Document 3, "Page audit" and "States". */
export const pageAuditFamily: Implementation = {
  family: 'page_audit',
  operations: {
    create: (call) => {
      const { given } = call;
      const url = given.text('url');
      const tracking_project_id = given.maybeNumber('tracking_project_id') ?? null;
      if (tracking_project_id !== null) call.own(trackingProjects, tracking_project_id);
      call.costs(prices.audit + prices.render * call.invent('renders', url).whole(1, 3));
      const { id } = call.add(audits, pending(call, { url, tracking_project_id, persona: given.maybeText('persona') ?? null }));
      call.start('page_audit.audit', id);
      return { id, status: 'pending', url };
    },
    get: (call) => show(call, call.own(audits, call.given.id('id'))),
    list: (call) => {
      const project = call.given.maybeNumber('tracking_project_id');
      const mine = call.store.all(audits, { team: call.caller.team });
      return slices(project === undefined ? mine : mine.filter(({ body }) => body.tracking_project_id === project), (row) => show(call, row));
    },
  },

  plans: { audit: auditing() },

  links: {
    '/screenshots/page': picture,
    '/screenshots/ideal': picture,
  },

  seed: (world) => {
    const body = pending(world, { url: 'https://fjordkiste.example/', tracking_project_id: 1, persona: null });
    const done = { status: 'completed', rendered: true, ...findings(world.invent('page', body.url), body) } as const;
    world.store.add(audits, { team: 1, at: world.now(), body: { ...body, ...done } });
  },
};

type Asked = Pick<PageAudit, 'url' | 'tracking_project_id' | 'persona'>;

const pending = ({ store, invent }: Pick<World, 'store' | 'invent'>, asked: Asked): PageAudit => ({
  ...asked,
  status: 'pending',
  error_message: null,
  secret: invent('screenshot', store.next('page_audit_secret')).token(24),
  rendered: false,
  lighthouse: null,
  analysis: null,
});

function picture({ store }: World, secret: string): Binary | undefined {
  return store.all(audits).some(({ body }) => body.secret === secret) ? new Binary('image/png', 'page.png', pixel) : undefined;
}

function show({ address }: Pick<Call, 'address'>, { id, body: { secret, rendered, ...known } }: Row<PageAudit>) {
  const photographed = known.status === 'analyzing' || known.status === 'completed';
  return {
    id,
    ...known,
    screenshot_url: photographed ? address(`/screenshots/page/${secret}`) : null,
    ideal_screenshot_url: rendered ? address(`/screenshots/ideal/${secret}`) : null,
  };
}

/** About a minute and a half, and two and a half more for the render, which the audit does not wait for. */
function auditing(): Plan<PageAudit> {
  const enter = (after: number, status: PageAudit['status']) => ({ after, run: ({ body }: Row<PageAudit>) => void (body.status = status) });
  return {
    of: audits,
    steps: () => [
      enter(5, 'scraping'),
      enter(25, 'screenshotting'),
      enter(20, 'analyzing'),
      {
        after: 40,
        run: ({ body }, { world }) => {
          if (mustFail(body.url)) {
            Object.assign(body, { status: 'failed', error_message: 'The page could not be read, as its address asked for.' });
            return 'failed';
          }
          Object.assign(body, { status: 'completed', ...findings(world.invent('page', body.url), body) });
        },
      },
      { after: 150, run: ({ body }) => void (body.rendered = true) },
    ],
  };
}

function findings(made: Invention, { url, persona }: Pick<PageAudit, 'url' | 'persona'>): Pick<PageAudit, 'lighthouse' | 'analysis'> {
  const score = () => made.whole(35, 95);
  return {
    lighthouse: { performance: score(), seo: score(), accessibility: score(), best_practices: score() },
    analysis: {
      user_intent: 'commercial',
      persona_fit: score(),
      trust_score: score(),
      layout_score: score(),
      cta_score: score(),
      problem_solution_clarity: score(),
      above_the_fold_quality: score(),
      mobile_friendliness_visual: score(),
      personas: [
        {
          name: persona ?? 'Careful Carla',
          who: 'An invented visitor who compares before she buys',
          primary_motivation: 'To be sure',
          pain_points: ['Too many offers look alike'],
          goals: ['A choice she will not regret'],
          fit_score: score(),
          fit_reason: 'The page answers two of her three questions.',
        },
      ],
      critical_issues: [
        {
          severity: made.pick(['high', 'medium', 'low']),
          title: 'No price in view',
          explanation: 'Visitors must scroll to learn what it costs.',
          evidence: url,
        },
      ],
      improvement_suggestions: ['Show the price beside the first picture.'],
    },
  };
}
