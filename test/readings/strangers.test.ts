import { expect, test } from 'vitest';
import { check } from './support/check.ts';
import { strangers } from './support/strangers.ts';

/** A few operations, workflows and programs: those that read lists, start jobs, and pay. */
const extent = {
  operations: [
    'keywords.list',
    'storylines.get',
    'articles.create',
    'articles.generate',
    'knowledge_base.add_url',
    'grounding.batch',
    'credits.history',
  ],
  workflows: ['write_article', 'ground_urls', 'audit_site'],
  programs: ['visibility-digest.ts'],
  purchases: 6,
};

test.each(Object.entries(strangers))('on a platform of another hand everything holds: %s', async (_, readings) => {
  expect(await check(readings, extent)).toMatchObject({ falls: [] });
});
