import { inBody, inRecords, isRecord, needsField, renamed, valued, without, inRows } from '../../readings/change.ts';
import type { Reading } from '../../readings/reading.ts';

/** Readings of what document 1 says of modules and goals, and document 3 of chat, to-dos, team and the rest. */
export const workspaceReadings: readonly Reading[] = [
  needsField('goals-body', 'Document 1, "/goals": body: not shown.', 'projects.create_goal', ['name', 'title']),
  {
    name: 'modules-by-key',
    turnsOn: 'Document 1, "GET /modules": modules; the form is not shown.',
    behaviour: 'An object by key: {data: {tracking: true}}.',
    operations: ['projects.list_modules'],
    changeResponse: inRows((rows) => ({
      data: Object.fromEntries(rows.filter(isRecord).map(({ key, active }) => [String(key), active])),
    })),
  },
  {
    name: 'chat-idle',
    turnsOn:
      'Document 3, "Session": agentic_status null when idle; whether a finished turn shows completed or null is not said.',
    behaviour: 'null.',
    operations: ['agentic_chat.session'],
    changeResponse: inRecords(valued({ agentic_status: { completed: null } })),
  },
  {
    name: 'chat-terse',
    turnsOn: 'Document 3, "POST /agentic/chat": tool_calls; whether it is a number or a list is not said.',
    behaviour: 'A list of calls.',
    operations: ['agentic_chat.chat', 'agentic_chat.answer_question'],
    changeResponse: inRecords((turn) =>
      typeof turn['tool_calls'] === 'number'
        ? { ...turn, tool_calls: Array.from({ length: turn['tool_calls'] }, (_, n) => ({ tool: `tool_${n}` })) }
        : turn,
    ),
  },
  {
    name: 'chat-dear',
    turnsOn: 'Document 1, "Agentic chat": varies with tools used.',
    behaviour: 'Thirty credits a turn.',
    operations: ['agentic_chat.chat', 'agentic_chat.answer_question'],
    changeCharge: () => 30,
  },
  {
    name: 'todos-by-column',
    turnsOn: 'Document 3, "GET /action-center/todos": the list is not shown; a to-do moves to a board column.',
    behaviour: 'A board: {data: {open: […], done: […]}}.',
    operations: ['action_center.list_todos'],
    changeResponse: inRows((rows) => ({
      data: Object.groupBy(rows.filter(isRecord), (todo) => String(todo['column'] ?? 'open')),
    })),
  },
  {
    name: 'todo-names',
    turnsOn: 'Document 3, "POST /action-center/todos": neither body nor answer are shown.',
    behaviour: 'The answer has todo_id and no id.',
    operations: ['action_center.create_todo'],
    changeResponse: inRecords(renamed({ id: 'todo_id' })),
  },
  {
    name: 'metrics-by-day',
    turnsOn: 'Document 3, "/google/gsc/properties/{p}/metrics": the answer is not shown.',
    behaviour: '{rows: […]}.',
    operations: ['google.gsc_metrics', 'google.ga4_metrics'],
    changeResponse: inBody((body) => (isRecord(body) ? { rows: body['data'] } : body)),
  },
  {
    name: 'team-wrapped',
    turnsOn: 'Document 3, "GET /team": team; the form is not shown.',
    behaviour: '{team: {…}}, the id as team_id.',
    operations: ['team.get'],
    changeResponse: inBody((body) => (isRecord(body) ? { team: renamed({ id: 'team_id' })(body) } : body)),
  },
  {
    name: 'dashboard-empty',
    turnsOn: 'Document 3, "GET /dashboard": the answer is not shown.',
    behaviour: '204.',
    operations: ['dashboard.get'],
    changeResponse: (sent) => (sent.status === 200 ? { status: 204, headers: {}, body: '' } : sent),
  },
  {
    name: 'engines-matrix',
    turnsOn: 'Document 3, "GET /engines": engine capability matrix; the form is not shown.',
    behaviour: 'A bare array.',
    operations: ['engines.list'],
    changeResponse: inBody((body) => (isRecord(body) && Array.isArray(body['engines']) ? body['engines'] : body)),
  },
  {
    name: 'insights-flat',
    turnsOn: 'Document 3, "GET /data-mining/insights/{project}": full payload of all sections; the form is not shown.',
    behaviour: 'The sections are the fields of the answer.',
    operations: ['deep_insights.get'],
    changeResponse: inBody((body) => (isRecord(body) && isRecord(body['sections']) ? body['sections'] : body)),
  },
  {
    name: 'lever-rows',
    turnsOn: 'Document 3, "…/drill-down": details, trend, by_llm; their forms are not shown.',
    behaviour: 'Lists, and trend absent.',
    operations: ['citation_causality.lever'],
    changeResponse: inRecords((record) => ({ ...without('trend')(record), details: [record['details']] })),
  },
  {
    name: 'job-object',
    turnsOn:
      'Document 3, "POST /citation-causality/projects/{project}/audit": 202 {job, …}; what job holds is not shown.',
    behaviour: '{uuid, id, name}.',
    operations: ['citation_causality.audit_project'],
    changeResponse: inRecords((record) => ({
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
    behaviour: 'A reference number and nothing else.',
    operations: ['incidents.report'],
    changeResponse: inRecords(({ id }) => ({ reference: `INC-${String(id)}` })),
  },
];
