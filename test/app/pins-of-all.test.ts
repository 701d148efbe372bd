import fc from 'fast-check';
import { expect, test } from 'vitest';
import { pinsOfAll } from '../../src/app/serve.ts';

const pin = fc.option(fc.integer({ min: 1, max: 2 }), { nil: undefined });
const pins = fc.option(fc.record({ project: pin, trackingProject: pin }), { nil: undefined });

test('an argument is left out of the tools of several accounts where each is pinned to the same value', () => {
  fc.assert(
    fc.property(fc.array(pins, { minLength: 1, maxLength: 4 }), (all) => {
      const shared = pinsOfAll(all.map((one) => ({ pins: one })) as Parameters<typeof pinsOfAll>[0]);
      for (const name of ['project', 'trackingProject'] as const) {
        const values = new Set(all.map((one) => one?.[name]));
        expect(shared?.[name]).toBe(values.size === 1 ? all[0]?.[name] : undefined);
      }
    }),
    { seed: 8, numRuns: 200 },
  );
});
