import { afterAll, beforeAll, expect, test } from 'vitest';
import { allOperations, operationNamed } from '../../../src/catalog/index.ts';
import { sampleArguments } from '../../support/sample-arguments.ts';
import { openVisit, type Visit } from '../visit.ts';

const openOnes = allOperations().filter(({ open, aliasOf }) => open && aliasOf === undefined);

const demanding = openOnes.filter(({ optionalBody }) => !optionalBody);

/** They take a text, a verdict or ids under whatever name. */
const takesAnyName = new Set([
  'os.save_preferences',
  'prompts.bulk_monitor',
  'internal_links.decide',
  'ai_scanner.humanize',
  'prompt_check.start',
  'humanizer.humanize',
  'ai_scanner.detect',
  'content_optimizer.analyze',
  'action_center.create_todo',
  'action_center.move_todo',
  'action_center.add_note',
]);

const attempt = (name: string, body: Readonly<Record<string, unknown>>): Record<string, unknown> => {
  const operation = operationNamed(name);
  const sample = sampleArguments(operation);
  return { ...Object.fromEntries(operation.params.map((param) => [param, sample[param]])), ...body };
};

/** For calls that are refused, and change nothing. */
let refusing: Visit;
beforeAll(async () => {
  refusing = await openVisit();
});
afterAll(() => refusing.close());

test.each(demanding.map(({ name }) => name))(
  '%s refuses a body that it can make nothing of, names its fields and draws nothing',
  async (name) => {
    const { call, balance } = refusing;
    const wordless = [{}, { '': '' }, ...(name === 'os.save_preferences' ? [] : [{ zzz: 1 }])];
    const bodies = takesAnyName.has(name) ? wordless : [...wordless, { zzz: 'nonsense', yyy: { a: [true] } }];
    for (const body of bodies) {
      const { status, body: refusal } = await call(name, attempt(name, body), 'sandbox-owner');
      if (status === 403) expect(operationNamed(name).audience.who).toBe('admin');
      else {
        expect(status, JSON.stringify(body)).toBe(422);
        expect(Object.values(refusal.errors).flat().length).toBeGreaterThan(0);
      }
    }
    expect(await balance()).toBe(1000);
  },
);
