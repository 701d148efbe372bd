import fc from 'fast-check';

/** Milliseconds for which a counterexample is made smaller: it must be told before the test's own time is up. */
const shrinking = 10_000;

/** As `fc.assert`, with a limit to the time of shrinking, and none to that of the runs. A run that has begun is waited for. */
export async function holds<Values>(
  property: fc.IAsyncProperty<Values>,
  settings: fc.Parameters<Values>,
): Promise<void> {
  const run = await fc.check(property, { ...settings, endOnFailure: true });
  if (!run.failed) return;
  const { counterexamplePath } = run;
  if (counterexamplePath !== null)
    await fc.assert(property, { ...settings, path: counterexamplePath, skipAllAfterTimeLimit: shrinking });
  // It did not fail again: what is reported then is the first failure.
  throw new Error(fc.defaultReportMessage(run), { cause: run.errorInstance });
}
