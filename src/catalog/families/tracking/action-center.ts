import * as z from 'zod';
import { del, family, get, id, likely, number, patch, post, text, timestamp } from '../../vocabulary/index.ts';
import { list, one, paged, assumed, maybe } from '../../vocabulary/answer.ts';

const todo = {
  id,
  ...maybe({
    title: text,
    description: text,
    column: text,
    status: text,
    snoozed_until: timestamp,
    completed_at: timestamp,
    notes: z.array(z.unknown()),
    created_at: timestamp,
  }),
};

const goalProfile = maybe({ goal: text, industry: text, horizon_months: number });
const template = maybe({ key: text, label: text });
const path = maybe({
  id,
  computed_at: timestamp,
  steps: z.array(z.looseObject(maybe({ title: text, weight: number }))),
});

/** Fields that setting up and changing the goal profile are likely to take. */
const goalFields = {
  goal: likely(text, 'a key of action_center.goal_templates', 'goals name title'),
  industry: likely(text, 'a key of action_center.industry_templates', 'template'),
  horizon_months: likely(number, 'how far ahead the path plans'),
  targets: likely(z.array(z.unknown()), 'figures to reach', 'target audience budget description'),
  priorities: likely(z.array(text), 'what comes first on the path', 'priority'),
  tracking_project_id: likely(id, 'the brand it is for, as in other bodies', 'project_id'),
};

/** Rules: docs/platform/tracking.md#action-center. Only a search-console sync is said to cost anything. */
export const actionCenter = family(
  'action_center',
  'What to do next: goals, the recommended path, and a board of to-dos with measured outcomes',
  { words: 'tasks recommendations next steps priorities kanban tasks what to do next' },
  () => ({
    goal_profile: get('/action-center/goal-profile', {
      does: 'Show the goal profile',
      asked:
        'objectives targets, what are we aiming for in the action center, our goals and priorities, what we want to achieve, objective settings',
      output: one(goalProfile),
    }),
    create_goal_profile: post('/action-center/goal-profile', {
      does: 'Set up the goal profile',
      changes: 'Embedded platform: one a team; replaces the one there is.',
      asked: 'targets new, define for the first time what we want to achieve, initial objectives, set up goals',
      example: { goal: 'visibility', industry: 'outdoor', horizon_months: 6 },
      likely: goalFields,
      output: one(goalProfile),
      status: 201,
    }),
    update_goal_profile: patch('/action-center/goal-profile', {
      does: 'Change the goal profile',
      asked: 'change what we are aiming for, other priorities goals, priorities shifted adapt goals, other objectives',
      example: { horizon_months: 12 },
      likely: goalFields,
      output: one(goalProfile),
    }),
    goal_templates: get('/action-center/goal-templates', {
      does: 'List templates for goals',
      asked: 'objectives presets, ready-made goals to choose from, predefined objectives',
      output: list(template),
    }),
    industry_templates: get('/action-center/industry-templates', {
      does: 'List templates by industry',
      asked: 'sector presets, ready-made presets for our industry branch sector, preset for law firms shops agencies',
      output: list(template),
    }),
    seo_detectors: get('/action-center/seo-detectors', {
      does: 'List the detectors that find things to do',
      asked: 'rules triggers, which problems are found automatically, what is detected, automatic seo checks available',
      output: list(template),
    }),
    path: get('/action-center/path', {
      does: 'Show the recommended path',
      asked:
        'plan roadmap next steps, what should we do next, roadmap, in which order, recommended steps, next best actions, recommended plan, what should I work on next, next step',
      output: one(path),
    }),
    paths: get('/action-center/paths', {
      does: 'List paths',
      asked: 'plans roadmaps, all roadmaps, alternative ways, list of recommended plans',
      output: list(path),
    }),
    recompute_path: post('/action-center/path/recompute', {
      does: 'Work out the recommended path again',
      changes: 'Embedded platform: adds a new path; earlier ones stay in action_center.paths.',
      asked: 'refresh plan recalculate, the roadmap is out of date, work it out again, recalculate plan',
      output: assumed(path),
      shows: 'action_center.path',
    }),

    list_todos: get('/action-center/todos', {
      does: 'List to-dos',
      asked:
        'tasks board open, which tasks are open, what is left to do, our board, assigned work, action items, kanban board cards, backlog, what are my tasks today, open to-dos, what should I work on next',
      output: paged(todo),
    }),
    create_todo: post('/action-center/todos', {
      does: 'Add a to-do',
      asked:
        'task new, put a new task on the board, somebody has to do something, new action item, add ticket, create task, new to-do',
      likely: {
        title: likely(text, 'what to do; a to-do shows it', 'name'),
        description: likely(text, 'more about it', 'body'),
      },
      output: one(todo),
      status: 201,
    }),
    get_todo: get('/action-center/todos/{id}', {
      does: 'Show a to-do with its notes',
      asked: 'task details, what is this task about, read its notes, details of one action item ticket',
      output: one(todo),
    }),
    delete_todo: del('/action-center/todos/{id}', {
      does: 'Delete a to-do',
      changes: 'No operation brings it back. Embedded platform: removes its notes and outcome.',
      asked: 'task remove, throw away a task, not needed any more, remove ticket action item',
    }),
    todo_outcome: get('/action-center/todos/{id}/outcome', {
      does: 'Show what a to-do brought: baseline, realized value, change over 14 days',
      asked:
        'task result effect impact measured, did the task have any effect, was it worth it, did it help, before after, impact of a finished task, uplift measured',
      output: one(
        maybe({
          todo_id: id,
          status: text,
          baseline: number,
          realized: number,
          delta_14d: number,
        }),
      ),
    }),
    complete_todo: post('/action-center/todos/{id}/complete', {
      does: 'Complete a to-do',
      changes:
        'Embedded platform: its outcome is measured 14 days later; action_center.move_todo to another column opens it again.',
      asked: 'task done finish, tick off a task, it is done finished, close ticket, action item finished',
      output: assumed(todo),
      optionalBody: true,
      likely: { note: likely(text, 'how it was done; to-dos take notes') },
    }),
    snooze_todo: post('/action-center/todos/{id}/snooze', {
      does: 'Put a to-do off',
      changes: 'Embedded platform: comes back automatically; any action_center.move_todo ends the snooze.',
      asked:
        'later not now, remind me of the task next week, put the task off postpone, hide task until, defer action item',
      output: assumed(todo),
      example: { until: '2026-12-01' },
      optionalBody: true,
      likely: {
        until: likely(
          text,
          'day it comes back, YYYY-MM-DD; the embedded platform takes a week from now when left out',
          'snoozed_until snooze_until',
        ),
      },
    }),
    move_todo: post('/action-center/todos/{id}/move', {
      does: 'Move a to-do to another column of the board; done completes it',
      changes: 'done completes it. Embedded platform: any other column opens it again.',
      asked:
        'drag a task to in progress column, change task state, drag card from backlog to doing, kanban column change',
      output: assumed(todo),
      example: { column: 'done' },
      likely: { column: likely(text, 'column of the board; the row names done, which completes it', 'status to') },
    }),
    add_note: post('/action-center/todos/{id}/notes', {
      does: 'Add a note for the team to a to-do',
      asked: 'task comment, write a comment remark on a task for colleagues, comment on ticket',
      output: assumed({ id, user_id: id, body: text, created_at: timestamp }),
      likely: { note: likely(text, 'what it says; leads.add_note calls it body', 'body text content') },
      status: 201,
    }),
  }),
);
