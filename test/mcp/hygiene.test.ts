import { linkSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openHost } from './support/in-process.ts';
import { type Behaviour, hangUp, json, platformFor } from '../support/platform.ts';
import { olderClient, startHttp } from './support/http-server.ts';
import { fault } from './support/message.ts';
import { folder } from './support/scope.ts';
import { pointedAt, startHost, token } from './support/stdio-host.ts';

const scope = { onTestFinished };

/** Forms in which a token might leak. */
const forms = [
  token,
  encodeURIComponent(token),
  Buffer.from(token).toString('base64').replace(/=+$/, ''),
  Buffer.from(token).toString('hex'),
  token.slice(0, 16),
];
const leaks = (text: string): string[] => forms.filter((form) => text.includes(form));

/** Every file of a folder as text, byte for byte. */
const filesIn = (path: string): string =>
  readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile())
    .map((one) => readFileSync(join(one.parentPath, one.name), 'latin1'))
    .join('\n');

const echo = { echoed: `Bearer ${token}`, authorization: token, nested: [{ message: `token ${token} is bad` }] };

describe('the token', () => {
  it('is in nothing that can be read: answers, errors, logs, files, the process list', async () => {
    const platform = await platformFor(scope);
    const acts: Record<number, Behaviour> = {
      1: json({ data: { id: 1, status: 'completed', ...echo } }),
      2: json({ message: `No such thing for ${token}`, ...echo }, 404),
      3: json({ message: 'Invalid.', errors: { [token]: [`${token} is unknown`], id: [token] } }, 422),
      4: json({ error: { code: token.toLowerCase().replace(/[^a-z0-9_]/g, '_'), message: token } }, 409),
      5: (_, response) => void response.writeHead(200, { 'content-type': 'text/html' }).end(`<p>${token}</p>`),
      6: json({ data: { id: 6 } }, 302, { location: `${platform.url}/storylines/1?token=${token}` }),
      7: hangUp,
      8: (_, response) =>
        void response
          .writeHead(200, `Hello ${token}`, {
            'x-token': token,
            'set-cookie': `t=${token}`,
            'content-type': 'application/json',
          })
          .end(`{"data":"${token}`),
    };
    for (const [id, act] of Object.entries(acts)) platform.on(`GET /storylines/${id}`, act);
    platform.on('POST /tracking-projects/1/prompts/1/generate-brief', json({ data: { brief: token } }));
    platform.on('POST /tracking-projects/1/prompts/2/generate-brief', json(echo, 500));
    platform.on('POST /grounding/analyze', json({ audit_id: 'a-1', status: 'failed', reason: token }));
    const state = folder(scope);
    const host = await startHost(scope, {
      env: pointedAt(platform, { VISIBILITY_STATE: join(state, 'state.db'), VISIBILITY_LOG_LEVEL: 'trace' }),
    });
    for (const id of Object.keys(acts))
      await host.call('call_read', { operation: 'storylines.get', arguments: { id: Number(id) }, format: 'detailed' });
    for (const prompt of [1, 2])
      await host.call('call_paid', { operation: 'insights.generate_brief', arguments: { id: 1, prompt } });
    await host.call('call_paid', { operation: 'grounding.analyze', arguments: { url: 'https://tea.example/' } });
    await host.call('credits');
    await host.call('job_list');
    host.write('no json\n');
    await host.request('no/such/method');
    await host.request('resources/read', { uri: 'visibility://jobs' });
    expect(leaks(readFileSync(`/proc/${host.child.pid}/cmdline`, 'utf8'))).toEqual([]);
    expect(
      platform.seen.every(
        ({ headers, target, body }) => headers.authorization === `Bearer ${token}` && leaks(target + body).length === 0,
      ),
    ).toBe(true);
    expect(leaks(filesIn(state))).toEqual([]);
    host.child.stdin.end();
    await host.ended;
    const { stdout, stderr } = host.output();
    expect(leaks(stdout)).toEqual([]);
    expect(leaks(stderr)).toEqual([]);
    expect(leaks(filesIn(state))).toEqual([]);
  });

  it('in its file is read, and neither it nor the state can be uploaded', async () => {
    const platform = await platformFor(scope);
    const place = folder(scope);
    const file = join(place, 'token');
    const state = join(place, 'state.db');
    writeFileSync(file, `${token}\n`);
    symlinkSync(file, join(place, 'keywords.csv'));
    linkSync(file, join(place, 'more.csv'));
    const host = await openHost(scope, {
      env: {
        VISIBILITY_API_URL: platform.url,
        VISIBILITY_API_TOKEN_FILE: file,
        VISIBILITY_STATE: state,
        VISIBILITY_FILES: place,
      },
    });
    const list = join(place, 'list.csv');
    writeFileSync(list, 'keyword\ntea\n');
    expect(await host.call('call_read', { operation: 'projects.list' })).toMatchObject({ ok: true });
    expect(platform.seen[0]?.headers.authorization).toBe(`Bearer ${token}`);
    for (const secret of [
      file,
      join(place, 'keywords.csv'),
      join(place, 'more.csv'),
      place,
      '/dev/zero',
      state,
      `${state}-wal`,
      `/proc/${process.pid}/environ`,
    ]) {
      const answer = await host.call('call_paid', {
        operation: 'keywords.import_csv',
        arguments: { project: 1, file: secret },
      });
      expect(fault(answer), secret).toMatchObject({
        code: 'invalid_arguments',
        outcome: 'not_sent',
        fields: { file: [expect.any(String)] },
      });
    }
    expect(platform.to(/^POST/)).toEqual([]);
    expect(leaks(host.output().stdout)).toEqual([]);
    await host.call('call_paid', { operation: 'keywords.import_csv', arguments: { project: 1, file: list } });
    expect(platform.to(/^POST/)).toEqual([expect.objectContaining({ body: expect.stringContaining('keyword\ntea') })]);
  });

  it('is not sent to another host, whatever is asked for', async () => {
    const [platform, elsewhere] = await Promise.all([platformFor(scope), platformFor(scope)]);
    platform.on(/^GET/, json({}, 301, { location: elsewhere.url }));
    const host = await openHost(scope, { env: pointedAt(platform) });
    await host.call('call_read', { operation: 'projects.list' });
    await host.call('call_read', { operation: `GET ${elsewhere.url}/projects` });
    expect(elsewhere.seen).toEqual([]);
  });
});

it('stdout carries the protocol and nothing else, at every level of the log and over both wires', async () => {
  const platform = await platformFor(scope);
  const env = pointedAt(platform, { VISIBILITY_LOG_LEVEL: 'trace' });
  const host = await startHost(scope, { env });
  await host.call('call_read', { operation: 'projects.list' });
  await host.call('call_read', { operation: 'storylines.get', arguments: { id: 404 } });
  host.write('garbage\n');
  await host.request('ping');
  host.child.stdin.end();
  await host.ended;
  const lines = host.output().stdout.split('\n');
  expect(lines.pop()).toBe('');
  for (const line of lines) expect(JSON.parse(line)).toMatchObject({ jsonrpc: '2.0' });
  for (const line of host.output().stderr.split('\n').filter(Boolean))
    expect(JSON.parse(line)).toMatchObject({ level: expect.any(Number) });
  const client = await olderClient(await startHttp(scope, { env }));
  expect(await client.call('call_read', { operation: 'projects.list' })).toMatchObject({ ok: true });
});

describe('a path parameter', () => {
  const hostile = [
    '../credits',
    '..',
    '.',
    '../../admin',
    '%2e%2e',
    '%2e%2e%2fcredits',
    '..%2f',
    'a/b',
    'a\\b',
    'a?b=1',
    'a#b',
    'a;b',
    ' ',
    '',
    'a\r\nHost: evil',
    '\u0000',
    '\u202e茶',
    '．．',
    'x'.repeat(5000),
    '1/../2',
    '//evil.example/',
    'http://evil.example',
    '@evil.example',
    '%',
    '%zz',
    '1 OR 1=1',
  ];

  it('of any text stays one segment of its path, or is refused', async () => {
    const platform = await platformFor(scope);
    const host = await openHost(scope, { env: pointedAt(platform, { VISIBILITY_RATE: '600' }) });
    for (const id of hostile) {
      const before = platform.seen.length;
      const answer = await host.call('call_read', { operation: 'grounding.audit', arguments: { id } });
      const arrived = platform.seen.slice(before);
      for (const { target, headers } of arrived) {
        expect(target).toBe(`/api/v1/grounding/audits/${encodeURIComponent(id)}`);
        expect(new URL(target, platform.url).pathname).toBe(target);
        expect(headers.host).toBe(new URL(platform.url).host);
      }
      if (arrived.length === 0) expect(fault(answer)).toMatchObject({ code: 'invalid_arguments', outcome: 'not_sent' });
      else expect(['', '.', '..']).not.toContain(id);
    }
    // Where a number is wanted, nothing but one goes out.
    const before = platform.seen.length;
    for (const id of [...hostile, -1, 1.5, 1e21, null, {}, [1, 2], true])
      expect(fault(await host.call('call_read', { operation: 'storylines.get', arguments: { id } })).outcome).toBe(
        'not_sent',
      );
    expect(platform.seen).toHaveLength(before);
  });

  it('in an address leads to no other address', async () => {
    const platform = await platformFor(scope);
    const host = await openHost(scope, { env: pointedAt(platform) });
    for (const operation of [
      'GET /storylines/../credits',
      'GET /storylines/1%2f..%2fcredits',
      'GET http://evil.example/projects',
      'GET /projects?x=1',
    ]) {
      await host.call('call_read', { operation, arguments: {} });
    }
    expect(platform.seen.every(({ target }) => /^\/api\/v1\/(projects|credits)$/.test(target))).toBe(true);
  });
});
