import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { hideSecrets } from '../../src/cli/wiring/hide-secrets.ts';
import type { JobLookup } from '../../src/tools/jobs/job-lookup.ts';
import type { Tool } from '../../src/tools/tool.ts';
import { runProgram, temporaryFolder } from './program.ts';

const token = 'token-that-nobody-may-read';

test.each([
  [
    'call_paid',
    { operation: 'articles.generate', arguments: { id: 1, keyword: token, article_type: 'blog', target_length: 500 } },
  ],
  ['call_paid', { operation: 'articles.generate', arguments: { [token]: 1 } }],
  ['call_read', { operation: token }],
  ['find_operations', { query: token }],
])('a token that a caller writes into the arguments of %s is in no result and in no file', async (tool, given) => {
  const folder = temporaryFolder();
  const env = {
    VISIBILITY_API_URL: 'http://127.0.0.1:1/api/v1',
    VISIBILITY_API_TOKEN: token,
    VISIBILITY_STATE: join(folder, 'state.db'),
  };
  const { stdout, stderr } = await runProgram(['call', tool, JSON.stringify(given), '--max-wait', '5'], { env });
  expect(JSON.parse(stdout)).toHaveProperty('ok');
  expect(stdout + stderr).not.toContain(token);
  for (const name of readdirSync(folder)) expect(readFileSync(join(folder, name)).includes(token), name).toBe(false);
});

test.each([
  ['percent escapes', [...token].map((letter) => `%${letter.charCodeAt(0).toString(16)}`).join('')],
  ['JSON escapes', [...token].map((letter) => `\\u00${letter.charCodeAt(0).toString(16)}`).join('')],
  ['base64', Buffer.from(token).toString('base64')],
])('nor in %s', async (_, spelled) => {
  const structured = { ok: true, data: { [`a ${spelled}`]: [`b ${spelled}`] } };
  const echo: Tool = {
    name: 'echo',
    title: '',
    description: '',
    inputSchema: {},
    annotations: {},
    read: async () => ({
      args: {},
      effects: [],
      run: async () => result,
    }),
  };
  const result = { text: JSON.stringify(structured), structured };
  const lookups: readonly JobLookup[] = [
    { kind: 'failed', result },
    { kind: 'unavailable', message: `not now: ${spelled}` },
  ];
  const { tools, job } = hideSecrets(
    {
      tools: [echo],
      resources: { fixed: [], templates: [] },
      prompts: [],
      money: () => Promise.reject(new Error('no money here')),
      job: async (id) => lookups[Number(id)] ?? { kind: 'unknown' },
    },
    [token],
  );
  const shown = await (await tools[0]?.read({}))?.run({});
  expect(shown?.structured).toEqual({ ok: true, data: { '[secret]': ['[secret]'] } });
  expect(shown?.text).toBe(JSON.stringify(shown?.structured));
  expect(await Promise.all(['0', '1', '2'].map((id) => job(id, {})))).toEqual([
    { kind: 'failed', result: shown },
    { kind: 'unavailable', message: '[secret]' },
    { kind: 'unknown' },
  ]);
});
