import { describe, expect, it } from 'vitest';
import { hasNginx } from '../support/network/nginx.ts';
import { postgresServer } from '../support/state/store.ts';
import { endure, type Trial } from './support/incidents.ts';

const trials: Trial[] = [
  { replicas: 2, incidents: ['killed'] },
  { replicas: 3, incidents: ['terminated', 'frozen'] },
];

describe.runIf(hasNginx && postgresServer).concurrent('clients of both eras', () => {
  it.for(trials)(
    'pay each call once, lose no job and see one error at most each time that one of $replicas replicas is $incidents',
    { timeout: 180_000 },
    async (trial, scope) => {
      const { paid, jobs, worst, errors } = await endure(scope, trial);
      expect(paid).toBeGreaterThan(80);
      expect(jobs).toBeGreaterThanOrEqual(6);
      expect(Math.max(...worst), errors.join('\n')).toBeLessThanOrEqual(1);
    },
  );
});
