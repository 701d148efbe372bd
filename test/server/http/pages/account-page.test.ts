import { expect, it } from 'vitest';
import { accountPage } from '../../../../src/server/http/pages/account-page.ts';

it('says the state of a job in the language of the page', () => {
  const jobs = [{ job_id: 'job_1', operation: 'articles.generate', state: 'needs_you' }] as const;
  const view = { csrf: '', connections: [], limits: [], jobs };
  const look = { service: 'Visibility' };
  expect(accountPage({ ...look, language: 'de' }, view)).toContain('braucht eine Antwort, job_1');
  expect(accountPage({ ...look, language: 'en' }, view)).toContain('needs an answer, job_1');
});
