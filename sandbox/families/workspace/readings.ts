import { inBody, inRecords, isRecord, needsField, renamed, valued, without, inRows } from '../../readings/change.ts';
import type { Reading } from '../../readings/reading.ts';

/** Of what document 1 says of modules and goals, and document 3 of chat, to-dos, team and the rest. */
export const workspaceReadings: readonly Reading[] = [
  needsField('goals-body', 'Document 1, "/goals": body: not shown.', 'projects.create_goal', ['name', 'title']),
  {
    name: 'modules-by-key',
    turnsOn: 'Document 1, "GET /modules": modules; the form is not shown.',
    keeps: 'An object by key: {data: {tracking: true}}.',
    of: ['projects.list_modules'],
    sends: inRows((rows) => ({
      data: Object.fromEntries(rows.filter(isRecord).map(({ key, active }) => [String(key), active])),
    })),
  },
  {
    name: 'chat-idle',
    turnsOn:
      'Document 3, "Session": agentic_status null when idle; whether a finished turn shows completed or null is not said.',
    keeps: 'null.',
    of: ['agentic_chat.session'],
    sends: inRecords(valued({ agentic_status: { completed: null } })),
  },
  {
    name: 'chat-terse',
    turnsOn: 'Document 3, "POST /agentic/chat": tool_calls; whether it is a number or a list is not said.',
    keeps: 'A list of calls.',
    of: ['agentic_chat.chat', 'agentic_chat.answer_question'],
    sends: inRecords((turn) =>
      typeof turn['tool_calls'] === 'number'
        ? { ...turn, tool_calls: Array.from({ length: turn['tool_calls'] }, (_, n) => ({ tool: `tool_${n}` })) }
        : turn,
    ),
  },
  {
    name: 'chat-dear',
    turnsOn: 'Document 1, "Agentic chat": varies with tools used.',
    keeps: 'Thirty credits a turn.',
    of: ['agentic_chat.chat', 'agentic_chat.answer_question'],
    draws: () => 30,
  },
  {
    name: 'todos-by-column',
    turnsOn: 'Document 3, "GET /action-center/todos": the list is not shown; a to-do moves to a board column.',
    keeps: 'A board: {data: {open: […], done: […]}}.',
    of: ['action_center.list_todos'],
    sends: inRows((rows) => ({
      data: Object.groupBy(rows.filter(isRecord), (todo) => String(todo['column'] ?? 'open')),
    })),
  },
  {
    name: 'todo-names',
    turnsOn: 'Document 3, "POST /action-center/todos": neither body nor answer are shown.',
    keeps: 'The answer has todo_id and no id.',
    of: ['action_center.create_todo'],
    sends: inRecords(renamed({ id: 'todo_id' })),
  },
  {
    name: 'metrics-by-day',
    turnsOn: 'Document 3, "/google/gsc/properties/{p}/metrics": the answer is not shown.',
    keeps: '{rows: […]}.',
    of: ['google.gsc_metrics', 'google.ga4_metrics'],
    sends: inBody((body) => (isRecord(body) ? { rows: body['data'] } : body)),
  },
  {
    name: 'team-wrapped',
    turnsOn: 'Document 3, "GET /team": team; the form is not shown.',
    keeps: '{team: {…}}, the id as team_id.',
    of: ['team.get'],
    sends: inBody((body) => (isRecord(body) ? { team: renamed({ id: 'team_id' })(body) } : body)),
  },
  {
    name: 'dashboard-empty',
    turnsOn: 'Document 3, "GET /dashboard": the answer is not shown.',
    keeps: '204.',
    of: ['dashboard.get'],
    sends: (sent) => (sent.status === 200 ? { status: 204, headers: {}, body: '' } : sent),
  },
  {
    name: 'engines-matrix',
    turnsOn: 'Document 3, "GET /engines": engine capability matrix; the form is not shown.',
    keeps: 'A bare array.',
    of: ['engines.list'],
    sends: inBody((body) => (isRecord(body) && Array.isArray(body['engines']) ? body['engines'] : body)),
  },
  {
    name: 'insights-flat',
    turnsOn: 'Document 3, "GET /data-mining/insights/{project}": full payload of all sections; the form is not shown.',
    keeps: 'The sections are the fields of the answer.',
    of: ['deep_insights.get'],
    sends: inBody((body) => (isRecord(body) && isRecord(body['sections']) ? body['sections'] : body)),
  },
  {
    name: 'lever-rows',
    turnsOn: 'Document 3, "…/drill-down": details, trend, by_llm; their forms are not shown.',
    keeps: 'Lists, and trend absent.',
    of: ['citation_causality.lever'],
    sends: inRecords((record) => ({ ...without('trend')(record), details: [record['details']] })),
  },
  {
    name: 'job-object',
    turnsOn:
      'Document 3, "POST /citation-causality/projects/{project}/audit": 202 {job, …}; what job holds is not shown.',
    keeps: '{uuid, id, name}.',
    of: ['citation_causality.audit_project'],
    sends: inRecords((record) => ({
      ...record,
      job: {
        uuid: '0198f3a2-5c1e-7000-8000-000000000001',
        id: isRecord(record['job']) ? record['job']['id'] : record['job'],
        name: 'audit',
      },
    })),
  },
  {
    name: 'incidents-accepted',
    turnsOn: 'Document 3, "POST /incidents": report an AI incident publicly (202).',
    keeps: 'A reference number and nothing else.',
    of: ['incidents.report'],
    sends: inRecords(({ id }) => ({ reference: `INC-${String(id)}` })),
  },
];
