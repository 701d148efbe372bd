import { expect, test } from 'vitest';
import { type Job, operationNamed } from '../../../src/catalog/index.ts';
import { readJobStatus, upToDate } from '../../../src/client/jobs/job-status.ts';

const [chat, image, audit, batch] = ['agentic_chat.chat', 'images.generate', 'page_audit.create', 'grounding.batch'];

test.each<[string | undefined, string, readonly unknown[]]>([
  [chat, '{"agentic_status":null}', ['done', null]],
  [chat, '{"agentic_status":"running","awaiting_user":true}', ['asks', 'awaiting_user']],
  [chat, '{"agentic_status":"completed","awaiting_user":true}', ['done', 'completed']],
  [chat, '{"agentic_status":"awaiting_user","is_terminal":true}', ['asks', 'awaiting_user']],
  [chat, '{"agentic_status":"running","wait_limit_reached":true}', ['open', 'running']],
  [chat, '{"is_terminal":"true"}', ['done', null]],
  [chat, '{"awaiting_user":true}', ['asks', 'awaiting_user']],
  [chat, '{"agentic_status":{},"status":{}}', []],
  [image, '{"url":"u"}', ['done', null]],
  [image, '{"url":"","status":""}', []],
  [image, '{"url":"u","status":"x"}', []],
  [image, '{"url":"u","processing_status":null}', ['open', null]],
  [image, '{"status":"completed"}', ['done', 'completed']],
  [image, '{"url":"u","processing_status":"x"}', ['open', 'x']],
  [audit, '{"status":"analyzing","error_message":"No."}', ['failed', 'analyzing', 'No.']],
  [audit, '{"status":"failed","error_message":"","error":7,"message":"No."}', ['failed', 'failed', 'No.']],
  ['keywords.research', '{"status":"processing","error_message":"No."}', ['open', 'processing', 'No.']],
  ['keywords.research', '{"status":"processing","progress_percent":40}', ['open', 'processing', 40]],
  [batch, '{"status":"running","completed":1,"total":4}', ['open', 'running', 25]],
  [batch, '{"status":"running","completed":9,"total":4}', ['open', 'running', 100]],
  [batch, '{"status":"running","completed":-1,"total":4}', ['open', 'running', 0]],
  [batch, '{"status":"running","completed":0,"total":0}', ['open', 'running']],
  [batch, '{"status":"running","completed":"1","total":4}', ['open', 'running']],
  [batch, '{"status":"running","completed":1,"total":"4"}', ['open', 'running']],
])('%s: %s is %j', (name, record, expected) => {
  const status = readJobStatus(operationNamed(String(name)).job as Job, JSON.parse(record));
  const shown = status ? [status.kind, status.platformState, status.progress, status.reason] : [];
  expect(shown.filter((one) => one !== undefined)).toEqual(expected);
  expect(upToDate(record, { id: 1 })).toBe(record);
});
