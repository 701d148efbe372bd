import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Reply } from '../../src/client/calls/reply.ts';
import { fakeClient, type FakeClient } from './fake-client.ts';
import { errorOf, run } from './tool-of.ts';

const project = { id: 1, name: 'Acme Camping', domain: 'acme.example' };
const brand = { id: 1, brand_name: 'Acme Camping', domain: 'acme.example', status: 'active' };

const listed = (records: readonly object[]) => (): Reply => ({
  data: records,
  page: { page: 1, per_page: 100, total: records.length, last_page: 1 },
});

/** A team with one project only, which may be listed and nothing else. */
const team = (one: object = project, tracked: object = brand): FakeClient =>
  fakeClient({ 'projects.list': listed([one]), 'tracking.list': listed([tracked]) });

const lists: ReadonlySet<string> = new Set(['projects.list', 'tracking.list']);

/** A path, a query or a fragment, with what a person may write for a host before it, but no host. */
const withoutHost = fc
  .tuple(
    fc.constantFrom('', 'http://', 'https://', 'www.', 'HTTPS://www.', ' https://'),
    fc.constantFrom('', '/', '?', '#', '/blog', '/acme', '/?q=acme', '#acme'),
    fc.constantFrom('', ' '),
  )
  .map((parts) => parts.join(''));

/** Punctuation, which every name or domain may contain. */
const punctuation = fc.string({ unit: fc.constantFrom('.', '-', ' ', '/', '?', '_', ':'), maxLength: 4 });

const emptyName = fc.oneof(withoutHost, punctuation);

describe('a text that reduces to nothing names no project', () => {
  it.each([
    ['write_article', 'project', { keyword: 'moss' }],
    ['research_keywords', 'project', {}],
    ['audit_site', 'site', {}],
    ['audit_page', 'url', {}],
    ['visibility_report', 'brand', {}],
    ['check_brand_facts', 'brand', {}],
    ['track_brand', 'domain', {}],
  ])('in %s: it is refused, and nothing is called for the only one there is', (tool, argument, rest) =>
    fc.assert(
      fc.asyncProperty(emptyName, async (name) => {
        // An empty text is an argument that was left out.
        fc.pre(name !== '');
        // What is no domain at all may still be an address that a platform refuses.
        fc.pre(argument !== 'domain' || /^(https?:\/\/)?(www\.)?([/?#]|$)/i.test(name.trim()));
        const client = team();
        const error = errorOf(await run(client, tool, { ...rest, [argument]: name }));
        expect(error).toMatchObject({ code: 'invalid_arguments', outcome: 'not_sent' });
        expect(client.called.filter((call) => !lists.has(call.name))).toEqual([]);
      }),
      { seed: 7, numRuns: 100 },
    ),
  );

  it('not even where the record has no domain either', async () => {
    for (const domain of ['/', 'https://', '', null]) {
      const client = team({ ...project, domain }, { ...brand, domain });
      for (const name of ['/blog', 'https://', '?']) {
        const read = { operation: 'articles.list', arguments: { project: name } };
        expect(errorOf(await run(client, 'call_read', read))).toMatchObject({
          message: expect.stringContaining(JSON.stringify(name)),
          candidates: [{ id: 1, name: 'Acme Camping' }],
        });
        expect(errorOf(await run(client, 'research_keywords', { project: name })).code).toBe('invalid_arguments');
        expect(errorOf(await run(client, 'track_brand', { domain: name })).code).toBe('invalid_arguments');
      }
      expect(client.called.filter((call) => !lists.has(call.name))).toEqual([]);
    }
  });
});
