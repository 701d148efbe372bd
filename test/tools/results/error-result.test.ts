import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toErrorResult } from '../../../src/tools/results/error-result.ts';
import { VisibilityError } from '../../../src/client/errors.ts';

interface Told {
  readonly fields?: Readonly<Record<string, readonly string[]>> | undefined;
  readonly fields_left_out?: number | undefined;
}

test('a refusal names the first four fields with two reasons each, and how many there are beyond', () => {
  fc.assert(
    fc.property(fc.nat(9), fc.nat(3), fc.option(fc.nat(5), { nil: undefined }), (count, reasons, before) => {
      const names = Array.from({ length: count }, (_, n) => `field_${n}`);
      const error = new VisibilityError('invalid_arguments', 'No.', {
        outcome: 'not_sent',
        fields: Object.fromEntries(names.map((name) => [name, Array.from({ length: reasons }, (_, n) => `rule ${n}`)])),
        facts: before === undefined ? undefined : { fields_left_out: before },
      });
      const { error: told } = toErrorResult(error).structured as { readonly error: Told };
      expect(Object.keys(told.fields ?? {})).toEqual(names.slice(0, 4));
      for (const list of Object.values(told.fields ?? {})) expect(list).toHaveLength(Math.min(2, reasons));
      expect((told.fields_left_out ?? 0) + Math.min(count, 4)).toBe(count + (before ?? 0));
      expect(told.fields_left_out).not.toBe(0);
    }),
    { numRuns: 200, seed: 3 },
  );
});
