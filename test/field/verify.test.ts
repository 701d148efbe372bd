import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startSandbox, type Sandbox } from '../../sandbox/sandbox.ts';
import { systemClock } from '../../src/base/clock.ts';
import type { Verification } from '../../src/app/verify/verification.ts';
import { runHere, temporaryFolder, type Ended } from '../cli/program.ts';

/** The result of `verify` for a platform that answers one address differently. */

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ rate: 0, clock: systemClock });
});
afterAll(() => sandbox.close());

interface Verified extends Ended {
  readonly outcome: Verification;
  readonly markdown: string;
}

async function verifying(families: string, path: RegExp, body: (text: string) => string): Promise<Verified> {
  const proxy = createServer((request, response) => {
    void fetch(new URL(request.url ?? '', sandbox.url), {
      headers: { authorization: request.headers.authorization ?? '' },
    }).then(async (answer) => {
      const text = await answer.text();
      const type = answer.headers.get('content-type') ?? '';
      response.writeHead(answer.status, { 'content-type': type });
      response.end(path.test((request.url ?? '').replace(/\?.*/, '')) ? body(text) : text);
    });
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const folder = temporaryFolder();
  const out = join(folder, 'out.md');
  try {
    const ended = await runHere(['verify', '--families', families, '--out', out, '--json'], {
      env: {
        VISIBILITY_API_URL: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}/api/v1`,
        VISIBILITY_API_TOKEN: 'sandbox-owner',
        VISIBILITY_RATE: '60000',
        VISIBILITY_STATE: join(folder, 'state.db'),
      },
    });
    const outcome = JSON.parse(ended.stdout) as Verification;
    return { ...ended, outcome, markdown: readFileSync(out, 'utf8') };
  } finally {
    proxy.closeAllConnections();
    proxy.close();
  }
}

const findings = ({ outcome }: Verified) => outcome.operations.flatMap(({ findings: all }) => all);

const ownDocument = (paths: object): string => JSON.stringify({ openapi: '3.1.0', paths });
const answering = (schema: object): object => ({
  get: { responses: { 200: { content: { 'application/json': { schema } } } } },
});

describe("the platform's own OpenAPI document", () => {
  const token = Buffer.from('sandbox-owner').toString('base64');
  test.each([
    ['a person and an account number', '/customers/Erika Mustermann <erika@kunde.example>/iban/DE12 5001 0517'],
    ['the token in base64', `/y/b64/${token}`],
    ['a heading and a picture', '/x\n\n## heading\n\n![x](http://evil.example/beacon.png)'],
    ['a terminal sequence', '/x/\u001B[31mred'],
    ['the token itself', '/sandbox-owner'],
  ])('has no value of an address published: %s', async (_, path) => {
    const verified = await verifying('platform', /openapi/, () => ownDocument({ [path]: { get: {} } }));
    const published = verified.stdout + verified.markdown;
    expect(published).not.toMatch(/Mustermann|erika|5001|## heading|beacon|\u001B|sandbox-owner/);
    expect(published).not.toContain(token);
    expect(findings(verified).map(({ kind, path: at }) => [kind, /^openapi GET \/[a-z/*-]*$/.test(at)])).toEqual([
      ['extra', true],
    ]);
    expect(verified.code).toBe(0);
  });

  test('has none of its types published', async () => {
    const schema = { type: '\n\n## evil heading\n\n![x](http://evil.example/b.png)' };
    const verified = await verifying('platform', /openapi/, () => ownDocument({ '/projects': answering(schema) }));
    expect(verified.stdout + verified.markdown).not.toContain('evil');
    expect(verified.code).toBe(0);
  });

  test.each([
    ['more than 1 MB', 'x'.repeat(1_000_001), 'more than 1 MB'],
    ['brackets without an end', '['.repeat(20_000), 'unreadable'],
    ['no YAML', '{{', 'unreadable'],
    ['another document', '{"paths": []}', 'another document'],
    ['nothing', '', 'another document'],
  ])('that is none is refused, and nothing waits for it: %s', async (_, text, seen) => {
    const verified = await verifying('platform', /openapi/, () => text);
    expect(findings(verified)).toEqual([{ kind: 'shape', path: 'openapi', expected: 'an OpenAPI document', seen }]);
  });
});

test('an answer that differs in thousands of places has at most 100 findings', async () => {
  const fields = Object.fromEntries(Array.from({ length: 4_900 }, (_, at) => [`field_${at}`, 'x']));
  const row = { id: 'x', name: [], ...fields };
  const answer = JSON.stringify({ data: [row, row], meta: [] });
  const verified = await verifying('projects', /\/projects$/, () => answer);
  const list = verified.outcome.operations.find(({ operation }) => operation === 'projects.list');
  expect(list?.findings.length).toBeLessThanOrEqual(100);
  expect(verified.stdout).not.toContain('field_');
  expect(verified.code).toBe(1);
});

const changing = (edit: (answer: Record<string, never>) => unknown) => (text: string) => {
  const answer = JSON.parse(text) as Record<string, never>;
  return JSON.stringify(edit(answer) ?? answer);
};

test.each([
  [
    'content_audits',
    /\/compare$/,
    changing((one) => {
      for (const part of ['trend', 'issues'])
        Object.assign(one[part]!, { by_type_delta: { error: null, warning: null, info: null } });
    }),
  ],
  ['geo_criteria', /\/geo-criteria$/, changing(({ data }) => ({ data }))],
  [
    'content_insights',
    /\/content-freshness$/,
    changing(() => ({ data: [{ freshness: { level: 2 }, age_days: '3' }] })),
  ],
  ['tracking,insights', /\/scores$/, changing(() => ({ data: [{ date: '2026-11-01' }] }))],
  ['tracking,reality_check', /\/avi$/, changing((one) => ({ data: one }))],
  ['wiki', /\/wiki\/pages\/.+$/, changing((one) => ({ data: one }))],
] as const)('what the documents state or leave open is no difference: %s', async (families, path, body) => {
  const verified = await verifying(families, path, body);
  expect(findings(verified).filter(({ kind }) => kind !== 'extra')).toEqual([]);
  expect(verified.code).toBe(0);
});

test('records are asked about by the lists that name them', async () => {
  const { outcome } = await verifying('page_audit,grounding', /never/, (text) => text);
  const results = new Map(outcome.operations.map(({ operation, result, why }) => [operation, [result, why]]));
  const audits = (await (
    await fetch(`${sandbox.url}/page-audits`, { headers: { authorization: 'Bearer sandbox-owner' } })
  ).json()) as { data: unknown[] };
  expect(results.get('page_audit.get')).toEqual(
    audits.data.length > 0 ? ['ok', undefined] : ['no_sample', 'the account has none to ask about'],
  );
  expect(results.get('grounding.audit')).toEqual(['ok', undefined]);
});
