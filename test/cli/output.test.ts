import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { toMarkup } from '../../src/reports/charts/to-markup.ts';
import { exitCodeOf } from '../../src/cli/command/exit-code.ts';
import { asArgument, asCommands } from '../../src/cli/output/as-commands.ts';
import { creditsDocument } from '../../src/cli/output/credits-document.ts';
import { sinceInWords, untilInWords } from '../../src/cli/output/time-in-words.ts';

const now = Date.parse('2026-11-20T09:00:00Z');
const iso = (ms: number): string => new Date(ms).toISOString();

it('a span of time is shown in its largest whole unit', () => {
  const spans = [
    [-5_000, '0 s'],
    [999, '0 s'],
    [59_999, '59 s'],
    [60_000, '1 min'],
    [3_599_999, '59 min'],
    [3_600_000, '1 h'],
    [86_399_999, '23 h'],
    [86_400_000, '1 d'],
    [10 * 86_400_000, '10 d'],
  ] as const;
  for (const [ms, words] of spans) {
    expect(sinceInWords(iso(now - ms), now)).toBe(words);
    expect(untilInWords(iso(now + ms), now)).toBe(words);
  }
  expect([sinceInWords('soon', now), untilInWords('soon', now)]).toEqual(['soon', 'soon']);
});

it('an error becomes the exit code that says what to do', () => {
  const codes = [
    [{ code: 'invalid_arguments' }, 2],
    [{ code: 'unauthorized', status: 401 }, 2],
    [{ code: 'budget_in_flight' }, 3],
    [{ code: 'insufficient_credits' }, 3],
    [{ code: 'rate_limited' }, 4],
    [{ code: 'unreachable' }, 4],
    [{ code: 'interrupted' }, 5],
    [{ code: 'platform_refused', status: 422 }, 1],
    [{ code: 'platform_refused', status: 500 }, 1],
    [{ code: 'platform_refused', status: 503 }, 4],
    [{ code: 'run_failed' }, 1],
    [{ code: 'run_failed', cause: 'budget_exceeded' }, 3],
    [{ code: 'run_failed', cause: 'unreachable' }, 4],
    [{ code: 'run_failed', cause: 'invalid_arguments' }, 1],
  ] as const;
  expect(codes.map(([failure]) => exitCodeOf(failure))).toEqual(codes.map(([, code]) => code));
});

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

it('calls of tools are shown as commands', () => {
  const result =
    'job_list {} shows it; job_wait {"job_id":"job_1"} waits, run_code {"cancel":"run_1"} ends it; credits {"a":1}';
  expect(asCommands(result)).toBe(
    `visibility-mcp jobs shows it; visibility-mcp jobs wait job_1 waits, visibility-mcp run --cancel run_1 ends it; credits {"a":1}`,
  );
  expect(asCommands('call_read {"operation":"x"}')).toBe(`visibility-mcp call call_read '{"operation":"x"}'`);
});

it('each limit is shown with what is spent, held and left', () => {
  const markup = creditsDocument(
    {
      balance: 7,
      limits: [{ limit: '20/day', spent: 8, reserved: 2, left: 10, from: 'default', resets_at: iso(now + 7_200_000) }],
      reservations: [
        { entry: 'e', operation: 'articles.generate', credits: 2, state: 'due', since: iso(now - 60_000) },
      ],
      recent: [],
      totals: { charged: 8, reserved: 2, in_doubt: 0 },
      spending: { by_operation: [], by_day: [] },
    },
    now,
  )
    .map(toMarkup)
    .join('');
  for (const text of ['8 spent, 2 held', 'default', 'in 2 h', '1 min']) expect(markup).toContain(text);
});
