import { describe, expect, it } from 'vitest';
import { hasNginx } from '../support/network/nginx.ts';
import { postgresServer } from '../support/state/schemas.ts';
import { isThorough } from '../support/thorough.ts';
import { endure, type Trial } from './support/incidents.ts';

/** What becomes of a replica that is asked to end is in nginx.test.ts too. */
const trials: Trial[] = [
  { replicas: 2, incidents: ['killed', 'unreachable', 'frozen'] },
  ...(isThorough ? [{ replicas: 3, incidents: ['terminated', 'killed'] } as const] : []),
];

describe.runIf(hasNginx && postgresServer).concurrent('clients of both eras', () => {
  it.for(trials)(
    'pay each call once, lose no job and see one error at most, with $replicas replicas: $incidents',
    { timeout: 420_000 },
    async (trial, scope) => {
      const { paid, jobs, programs, incidents, errors } = await endure(scope, trial);
      expect(paid).toBeGreaterThan(80);
      expect(jobs).toBeGreaterThanOrEqual(6);
      expect(programs).toBe(trial.incidents.length);
      for (const [n, experiences] of incidents.entries())
        for (const { era, answered, errors: count, refusals } of experiences) {
          const incident = trial.incidents[n];
          expect(answered, incident).toBeGreaterThan(0);
          const isOfDatabase = incident === 'unreachable';
          const isHarmless = isOfDatabase || (incident === 'terminated' && era === '2026-07-28');
          expect(count, `${incident}: ${errors.join('\n')}`).toBeLessThanOrEqual(isHarmless ? 0 : 1);
          if (!isOfDatabase) expect(refusals, incident).toBe(0);
        }
    },
  );
});
