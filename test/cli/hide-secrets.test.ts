import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runProgram, temporaryFolder } from './program.ts';

const token = 'token-that-nobody-may-read';

test.each([
  ['call_paid', { operation: 'articles.generate', arguments: { id: 1, keyword: token, article_type: 'blog', target_length: 500 } }],
  ['call_paid', { operation: 'articles.generate', arguments: { [token]: 1 } }],
  ['call_read', { operation: token }],
  ['find_operations', { query: token }],
])('a token that a caller writes into the arguments of %s is in no result and in no file', async (tool, given) => {
  const folder = temporaryFolder();
  const env = { VISIBILITY_API_URL: 'http://127.0.0.1:1/api/v1', VISIBILITY_API_TOKEN: token, VISIBILITY_STATE: join(folder, 'state.db') };
  const { stdout, stderr } = await runProgram(['call', tool, JSON.stringify(given), '--max-wait', '5'], { env });
  expect(JSON.parse(stdout)).toHaveProperty('ok');
  expect(stdout + stderr).not.toContain(token);
  for (const name of readdirSync(folder)) expect(readFileSync(join(folder, name)).includes(token), name).toBe(false);
});
