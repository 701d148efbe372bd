import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { resultDocument } from '../../src/cli/output/result-document.ts';
import type { ToolResult } from '../../src/tools/index.ts';
import { asArgument, asCommands } from '../../src/cli/output/as-commands.ts';

it.skipIf(process.platform === 'win32')('a shell reads an argument as it was, whatever it holds', () => {
  const text = fc.string({ unit: fc.constantFrom("'", '"', '\\', '$', '`', ' ', '\n', '!', 'a', '{}', '*') });
  fc.assert(
    fc.property(fc.array(text, { minLength: 20, maxLength: 20 }), (texts) => {
      const printed = execFileSync('sh', ['-c', `printf '%s\\0' ${texts.map(asArgument).join(' ')}`], {
        encoding: 'utf8',
      });
      expect(printed.split('\0').slice(0, -1)).toEqual(texts);
    }),
    { seed: 1, numRuns: 10 },
  );
});

it.each([
  [undefined, '5 credits charged'],
  [true, 'up to 5 credits charged'],
])('a charge whose confirmation is missing (%s) is shown as %j', async (unconfirmed, line) => {
  const result = { structured: { ok: true, data: null, credits: { charged: 5, unconfirmed } } };
  expect(JSON.stringify(await resultDocument({}, result as unknown as ToolResult))).toContain(`"${line}"`);
});

it('calls of tools are shown as commands', () => {
  const result =
    'job_list {} shows it; job_wait {"job_id":"job_1"} waits, run_code {"cancel":"run_1"} ends it; credits {"a":1}';
  expect(asCommands(result)).toBe(
    `visibility-mcp jobs shows it; visibility-mcp jobs wait job_1 waits, visibility-mcp run --cancel run_1 ends it; credits {"a":1}`,
  );
  expect(asCommands('call_read {"operation":"x"}')).toBe(`visibility-mcp call call_read '{"operation":"x"}'`);
});
