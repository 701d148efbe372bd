import { expect, test } from 'vitest';
import { operations, prepare, send } from './example.ts';
import { visit } from './visit.ts';

/** Operations whose address names two documents, with what each must have changed or shown of the one that it names last. */
const withTwo = operations.filter(({ params }) => params.length > 1);

test.each(withTwo.map((operation) => [operation.name, operation] as const))(
  '%s takes each id of its address for the kind that it belongs to',
  async (name, operation) => {
    const here = await visit({ balance: 50_000 });
    const given = await prepare(here, operation);
    const ids = operation.params.map((param) => given[param]);
    expect(new Set(ids).size, JSON.stringify(given)).toBe(ids.length);
    const numbers = operation.params.filter((param) => typeof given[param] === 'number');
    // Each id in the place of the other is that of nothing.
    const [one = '', other = ''] = numbers;
    if (numbers.length > 1) {
      const swapped = await send(here, operation, { ...given, [one]: given[other], [other]: given[one] });
      expect([403, 404], `${name} swapped`).toContain(swapped.status);
      const repeated = await send(here, operation, { ...given, [one]: given[other] });
      expect([403, 404], `${name} repeated`).toContain(repeated.status);
    }
    expect((await send(here, operation, given)).status, name).toBeLessThan(300);
  },
);
