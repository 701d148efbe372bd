import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runHere, temporaryFolder } from './program.ts';

const token = 'token-that-nobody-may-read';

test.each([
  [
    'call_paid',
    {
      operation: 'articles.generate',
      arguments: { id: 1001, keyword: token, article_type: 'blog', target_length: 500 },
    },
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
  const { stdout, stderr } = await runHere(['call', tool, JSON.stringify(given), '--max-wait', '5'], { env });
  expect(JSON.parse(stdout)).toHaveProperty('ok');
  expect(stdout + stderr).not.toContain(token);
  for (const name of readdirSync(folder)) expect(readFileSync(join(folder, name)).includes(token), name).toBe(false);
});

/** Each program gives the token away in another way. */
const programs = {
  'its result and its log': `log('${token}', { '${token}': 1 }); return { '${token}': ['${token}', btoa('${token}')] }`,
  'an error that it throws': `throw new Error('cannot use ${token}')`,
  'the answer to a call': `return await platform.articles.get({ id: '${token}' })`,
  'what it is, where it is no program': `return '${token}' +`,
};

test.each(Object.entries(programs))('run shows no token by %s, nor does jobs wait', async (_, code) => {
  const folder = temporaryFolder();
  const file = join(folder, 'program.ts');
  writeFileSync(file, code);
  const env = {
    VISIBILITY_API_URL: 'http://127.0.0.1:1/api/v1',
    VISIBILITY_API_TOKEN: token,
    VISIBILITY_ACCOUNT: 'acme',
    VISIBILITY_STATE: join(folder, 'state.db'),
  };
  const commands = [
    ['run', file, '--input', JSON.stringify({ token }), '--dry-run'],
    ['run', file, '--input', JSON.stringify({ token })],
  ];
  let id: string | undefined;
  for (const command of commands) {
    const { stdout, stderr } = await runHere(command, { env });
    expect(stdout).toContain('"ok":');
    expect(decodedIn(stdout + stderr)).not.toContain(token);
    id = /"run_id":"(run_\w+)"/.exec(stdout)?.[1] ?? id;
  }
  if (id === undefined) throw new Error('no run has begun');
  const { stdout, stderr } = await runHere(['jobs', 'wait', id], { env });
  expect(stdout).toContain(id);
  expect(decodedIn(stdout + stderr)).not.toContain(token);
});

/** A text, and what stands in it as Base64. */
const decodedIn = (text: string): string =>
  [text, ...(text.match(/[\w+/]{16,}/g) ?? []).map((one) => Buffer.from(one, 'base64').toString())].join('\n');
