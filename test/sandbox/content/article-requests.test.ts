import { expect, test } from 'vitest';
import { visit } from '../visit.ts';

const wish = { id: 1, domain: 'https://www.Kistenrat.example/', prompts: ['Which box?'], keywords: [], consent: true };

test('a request needs consent, and one for a domain is active at a time', async () => {
  const { call } = await visit();
  expect((await call('article_requests.create', { ...wish, consent: false })).body.errors).toHaveProperty('consent');
  const { consent: _, ...silent } = wish;
  expect((await call('article_requests.create', silent)).status).toBe(422);
  const { body } = await call('article_requests.create', wish);
  expect(body).toMatchObject({ domain: 'kistenrat.example', status: 'active' });
  expect((await call('article_requests.create', wish)).status).toBe(409);
  expect((await call('article_requests.withdraw', { id: 1, requestId: body.id })).body.status).toBe('withdrawn');
  expect((await call('article_requests.create', wish)).status).toBe(200);
  expect((await call('article_requests.list', { id: 1, per_page: 1 })).body.meta).toMatchObject({
    total: 2,
    last_page: 2,
  });
});

test('prompts and keywords are named by text or by id', async () => {
  const { call } = await visit();
  const { body } = await call('article_requests.create', {
    id: 1,
    domain: 'magazine.example',
    prompts: [1, 'Which box?'],
    keywords: [2],
    consent: true,
  });
  expect(body).toMatchObject({ prompts: [1, 'Which box?'], keywords: [2], status: 'active' });
});
