import { implement, type Filled } from '../../engine/implement.ts';
import { change, kind, type Row } from '../../engine/documents.ts';
import { after, plan, type Running } from '../../engine/plan.ts';
import { invalid } from '../../engine/http/refusal.ts';
import type { World } from '../../engine/world.ts';
import { articles, type Article } from './articles.ts';
import { projectOf } from './projects.ts';

type Suggestion = Filled<'internal_links.suggestions', 'article_id'>;

const runs = kind<{ status: 'running' | 'completed' }>('internal_link_run');
const suggestions = kind<Suggestion>('link_suggestion');

const show = ({ id, parent, body }: Row<Suggestion>) => ({ id, article_id: parent, ...body });

const analyzePlan = plan('internal_links.analyze', runs, after(45, link));

/** Rules: docs/platform/content.md#internal-links. */
export const internalLinkFamily = implement('internal_links', {
  operations: {
    analyze: (call) => {
      const { id } = call.add(runs, { status: 'running' }, { parent: projectOf(call).id });
      call.start(analyzePlan, id);
      // Both price lists of the contract say 5; the other version bounds estimates only.
      call.costs(5);
      return { run_id: id, status: 'queued' };
    },
    suggestions: (call) => {
      const { id: parent } = call.own(articles, call.input.id);
      return call.store
        .all(suggestions, { parent })
        .map(show)
        .toSorted((a, b) => b.score - a.score);
    },
    decide: (call) => show(change(call.own(suggestions, call.input.id), { status: verdict(call.openBody) })),
  },

  seed: (world) => {
    const [to, from] = world.store.all(articles, { parent: 1 });
    if (from && to) suggest(world, from, to, world.now());
  },
});

const flags: ReadonlySet<string> = new Set(['true', 'false', '1', '0']);

/** The contract does not show the body: every likely word for a verdict is accepted. */
function verdict(body: Readonly<Record<string, unknown>>): 'accepted' | 'rejected' {
  for (const [field, value] of Object.entries(body)) {
    const word = typeof value === 'string' && !flags.has(value) ? value : field;
    const negated = [false, 0, 'false', '0'].some((off) => off === value);
    if (/^(accept|appro|appl)/i.test(word)) return negated ? 'rejected' : 'accepted';
    if (/^(reject|dismiss|declin|ignore)/i.test(word)) return negated ? 'accepted' : 'rejected';
  }
  throw invalid({ status: ['The status field must be one of: accepted, rejected.'] });
}

function suggest({ add, invent }: World, from: Row<Article>, to: Row<Article>, at: number): void {
  const score = invent('link', from.id, to.id).whole(40, 98) / 100;
  const body: Suggestion = {
    target_article_id: to.id,
    anchor_text: to.body.title.toLowerCase(),
    score,
    status: 'pending',
  };
  add(suggestions, body, { team: from.team, parent: from.id, at });
}

/** Suggests links between neighbours; earlier suggestions keep their verdicts. */
function link({ parent, body }: Row<{ status: string }>, { world, at }: Running): void {
  const texts = parent === null ? [] : world.store.all(articles, { parent });
  for (const [n, from] of texts.entries()) {
    const existing = new Set(
      world.store.all(suggestions, { parent: from.id }).map((row) => row.body.target_article_id),
    );
    for (const to of [texts[n + 1], texts[n - 1]]) {
      if (to && !existing.has(to.id)) suggest(world, from, to, at);
    }
  }
  body.status = 'completed';
}
