import { existing, type Call } from '../../engine/handler-call.ts';
import { firstText, anyText } from '../shared/open-body.ts';
import { implement } from '../../engine/implement.ts';
import { change, keyedKind, kind, type Row } from '../../engine/documents.ts';
import { days, iso } from '../../engine/platform-time.ts';
import { invalid, notFound } from '../../engine/http/refusal.ts';
import { slices } from '../../engine/http/reply.ts';
import type { World } from '../../engine/world.ts';

interface Todo {
  title: string;
  description: string | null;
  column: string;
  status: 'open' | 'snoozed' | 'completed';
  snoozed_until: string | null;
  completed_at: string | null;
  notes: { id: number; user_id: number; body: string; created_at: string }[];
}

const todos = kind<Todo>('todo');
const profiles = keyedKind<Record<string, unknown>, string>('goal_profile');
interface ActionPath {
  computed_at: string;
  steps: { title: string; weight: number }[];
}

const paths = kind<ActionPath>('action_path');

const show = ({ id, createdAt, body }: Row<Todo>) => ({ id, ...body, created_at: iso(createdAt) });

/** Rules: docs/platform/tracking.md#action-center. */
export const actionCenterFamily = implement('action_center', {
  operations: {
    goal_profile: (call) => profileOf(call).body,
    create_goal_profile: (call) => {
      const id = `team-${call.caller.team}`;
      const existing = call.store.get(profiles, id);
      if (existing) call.store.remove(existing);
      return call.add(profiles, { ...call.openBody }, { id }).body;
    },
    update_goal_profile: (call) => {
      const row = profileOf(call);
      row.body = { ...row.body, ...call.openBody };
      return row.body;
    },
    goal_templates: () => templates(['visibility', 'leads', 'trust']),
    industry_templates: () => templates(['outdoor', 'hospitality', 'software']),
    seo_detectors: () => templates(['missing_titles', 'thin_pages', 'lost_citations', 'slow_pages']),
    path: (call) => showPath(pathOf(call)),
    paths: ({ store, caller }) => store.all(paths, { team: caller.team }).map(showPath),
    recompute_path: (call) => showPath(call.add(paths, newPath(call, call.caller.team))),

    list_todos: (call) =>
      slices(call.store.all(todos, { team: call.caller.team }), (row) => show(reopenIfDue(call, row))),
    create_todo: (call) => {
      const title = anyText(call.openBody, 'title', 'name');
      if (title === undefined) throw invalid({ title: ['The title field is required.'] });
      return show(call.add(todos, todo(title, firstText(call.openBody, 'description', 'body') ?? null)));
    },
    get_todo: (call) => show(reopenIfDue(call, call.own(todos, call.input.id))),
    delete_todo: (call) => call.delete(call.own(todos, call.input.id)),
    todo_outcome: (call) => outcome(call, call.own(todos, call.input.id)),
    complete_todo: (call) => place(call, call.own(todos, call.input.id), 'done'),
    snooze_todo: (call) => {
      const row = call.own(todos, call.input.id);
      const until = Date.parse(firstText(call.openBody, 'until', 'snoozed_until', 'snooze_until') ?? '');
      if (Number.isNaN(until) && Object.keys(call.openBody).length > 0)
        throw invalid({ until: ['The until field must be a date.'] });
      const snoozed_until = iso(Number.isNaN(until) ? call.now() + 7 * days : until);
      return show(change(row, { status: 'snoozed', snoozed_until }));
    },
    move_todo: (call) => {
      const column = anyText(call.openBody, 'column', 'status', 'to');
      if (column === undefined) throw invalid({ column: ['The column field is required.'] });
      return place(call, call.own(todos, call.input.id), column);
    },
    add_note: (call) => {
      const row = call.own(todos, call.input.id);
      const body = anyText(call.openBody, 'body', 'note', 'text', 'content');
      if (body === undefined) throw invalid({ body: ['The body field is required.'] });
      const note = { id: row.body.notes.length + 1, user_id: call.caller.user, body, created_at: iso(call.now()) };
      row.body.notes.push(note);
      return note;
    },
  },

  seed: (world) => {
    const { add, now } = world;
    add(profiles, { goal: 'visibility', industry: 'outdoor', horizon_months: 6 }, { team: 1, id: 'team-1' });
    add(paths, newPath(world, 1), { team: 1 });
    add(todos, todo('Give every box page a title', 'Found by missing_titles.'), { team: 1 });
    const at = now() - 21 * days;
    add(
      todos,
      {
        ...todo('Name the author of the stove guide', null),
        column: 'done',
        status: 'completed',
        completed_at: iso(at),
      },
      { team: 1, at },
    );
  },
});

const todo = (title: string, description: string | null): Todo => ({
  title,
  description,
  column: 'open',
  status: 'open',
  snoozed_until: null,
  completed_at: null,
  notes: [],
});

const profileOf = (call: Call): Row<Record<string, unknown>, string> =>
  existing(call, profiles, `team-${call.caller.team}`);

const templates = (keys: readonly string[]) => keys.map((key) => ({ key, label: key.replaceAll('_', ' ') }));

/**
 * docs/platform/tracking.md#action-center: the column done completes it; completing it again keeps the first time.
 * Another column opens it again.
 */
function place({ now }: World, row: Row<Todo>, column: string) {
  const done = column === 'done';
  const completed_at = done ? (row.body.completed_at ?? iso(now())) : null;
  return show(change(row, { column, completed_at, status: done ? 'completed' : 'open', snoozed_until: null }));
}

/** A snoozed to-do reopens when its time is over. */
function reopenIfDue({ now }: World, row: Row<Todo>): Row<Todo> {
  if (row.body.status !== 'snoozed' || Date.parse(row.body.snoozed_until ?? '') > now()) return row;
  return change(row, { status: 'open', snoozed_until: null });
}

/** Its effect is known 14 days after it was completed. */
function outcome({ invent, now }: World, { id, body }: Row<Todo>) {
  const random = invent('outcome', id);
  const [baseline, gain] = [random.whole(20, 60), random.whole(-3, 18)];
  const measured = body.completed_at !== null && now() >= Date.parse(body.completed_at) + 14 * days;
  return {
    todo_id: id,
    status: measured ? 'measured' : body.completed_at === null ? 'not_completed' : 'measuring',
    baseline,
    realized: measured ? baseline + gain : null,
    delta_14d: measured ? gain : null,
  };
}

function pathOf({ store, caller }: Call) {
  const [row] = store.all(paths, { team: caller.team });
  if (!row) throw notFound('path');
  return row;
}

const showPath = ({ id, body }: Row<ActionPath>) => ({ id, ...body });

const newPath = ({ invent, now }: World, team: number) => ({
  computed_at: iso(now()),
  steps: ['Mend the titles', 'Name the authors', 'Answer first', 'Link the sources']
    .map((title) => ({ title, weight: invent('path', team, title).whole(1, 100) }))
    .toSorted((a, b) => b.weight - a.weight),
});
