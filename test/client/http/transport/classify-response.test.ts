import { describe, expect, it } from 'vitest';
import { operation } from '../../../../src/catalog/index.ts';
import {
  classifyResponse,
  isRepeatable,
  isTransient,
} from '../../../../src/client/http/transport/classify-response.ts';
import type { WireResponse } from '../../../../src/client/http/transport/transport.ts';
import { chat, create, projects, sitemap } from '../../../support/stories.ts';

const now = Date.parse('2026-11-04T09:30:00Z');

const answer = (status: number, body: unknown = {}, headers: Record<string, string> = {}): WireResponse => ({
  status,
  headers,
  body: new TextEncoder().encode(typeof body === 'string' ? body : JSON.stringify(body)),
});

const refused = (code: string): unknown => ({ error: { code } });

describe('an operation is repeatable', () => {
  it.each([
    ['a read', operation('projects.list'), true],
    ['a read that costs credits', operation('knowledge_base.search'), false],
    ['a PUT', operation('projects.update'), true],
    ['a PUT whose effect recurs', operation('autopilot.update'), true],
    ['a DELETE', operation('projects.delete'), true],
    ['a PATCH', operation('images.update'), false],
    ['a POST', operation('projects.create'), false],
    ['a POST that deletes', operation('images.bulk_delete'), false],
    ['a paid POST', operation('articles.generate'), false],
  ])('%s: %s', (_, one, repeatable) => {
    expect(isRepeatable(one)).toBe(repeatable);
  });
});

it.each([300, 301, 399])('an answer %i is a redirect that is not followed', (status) => {
  expect(classifyResponse(projects, answer(status), now)).toMatchObject({
    message: expect.stringContaining('redirects are not followed'),
    status,
  });
  expect(classifyResponse(create, answer(status), now)).toMatchObject({ code: 'outcome_unknown', status });
});

describe('a refusal', () => {
  it('says after how many whole seconds the call can be repeated, if the platform does', () => {
    const after = (header: string): unknown =>
      classifyResponse(projects, answer(429, {}, { 'retry-after': header }), now)?.retryAfter;
    expect([after('90'), after('0.2'), after('Wed, 04 Nov 2026 09:31:00 GMT')]).toEqual([90, 1, 60]);
    expect(after('Wed, 04 Nov 2026 09:29:00 GMT')).toBe(0);
    expect(classifyResponse(projects, answer(429), now)?.retryAfter).toBeUndefined();
    const failed = classifyResponse(projects, answer(500, { message: 'Oops.' }, { 'retry-after': '7' }), now);
    expect(failed).toMatchObject({ code: 'unreachable', retryAfter: 7, next: expect.stringContaining('7 s') });
    expect(failed?.message).toContain('Oops.');
    expect(classifyResponse(projects, answer(500), now)?.next).toContain('later');
  });

  it('is classified by its status where its body is no JSON, or longer than a megabyte', () => {
    const long = (length: number): string => JSON.stringify({ code: 'odd', x: ' '.repeat(length - 20) });
    expect(long(1024 * 1024)).toHaveLength(1024 * 1024 + 1);
    expect(classifyResponse(create, answer(404, '<html>'), now)?.code).toBe('not_found');
    const outcomes = [create, projects].flatMap((one) =>
      [400, 408].map((status) => classifyResponse(one, answer(status), now)?.outcome),
    );
    expect(outcomes).toEqual(['rejected', 'unknown', 'rejected', 'rejected']);
    expect(classifyResponse(create, answer(404, long(1024 * 1024 - 1)), now)?.code).toBe('odd');
    expect(classifyResponse(create, answer(404, long(1024 * 1024)), now)?.code).toBe('not_found');
  });
});

describe('a failure of the platform that the contract states for the operation', () => {
  it('says that nothing was done', () => {
    const failure = classifyResponse(sitemap, answer(503, refused('sitemap_unreachable')), now);
    expect(failure).toMatchObject({ outcome: 'rejected', code: 'sitemap_unreachable' });
    expect(classifyResponse(create, answer(501), now)).toMatchObject({ outcome: 'rejected' });
    const always = { ...create, refuses: { 503: 'while it is closed' } };
    expect(classifyResponse(always, answer(503), now)).toMatchObject({ outcome: 'rejected' });
  });

  it('is another one with another code, status or operation', () => {
    const unknown = [
      classifyResponse(sitemap, answer(503, refused('overloaded')), now),
      classifyResponse(sitemap, answer(503), now),
      classifyResponse(sitemap, answer(502, refused('sitemap_unreachable')), now),
      classifyResponse(create, answer(503, refused('sitemap_unreachable')), now),
    ];
    for (const one of unknown) expect(one).toMatchObject({ code: 'outcome_unknown', next: expect.any(String) });
    expect(unknown.map((one) => one?.facts?.['platform_code'])).toEqual([
      'overloaded',
      undefined,
      'sitemap_unreachable',
      'sitemap_unreachable',
    ]);
  });

  it('leaves open what was done where a provider of the platform failed', () => {
    const failure = classifyResponse(chat, answer(502, refused('upstream_api_error')), now);
    expect(failure).toMatchObject({ code: 'outcome_unknown' });
  });
});

it('a transient failure is a 502, 503 or 504, unless the contract states it for the operation', () => {
  const statuses = [200, 404, 429, 500, 501, 502, 503, 504, 505];
  expect(statuses.filter((status) => isTransient(projects, answer(status)))).toEqual([502, 503, 504]);
  expect(isTransient(sitemap, answer(503, refused('sitemap_unreachable')))).toBe(false);
  expect(isTransient(sitemap, answer(503, refused('overloaded')))).toBe(true);
});
