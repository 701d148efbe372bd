import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { lastOf, runHere, start, temporaryFolder, type Line } from './program.ts';

const begun = `log('begun'); await sleep(600_000); return 1`;

/** A state on which a run of 15 credits was killed, under a limit of 15 a day. */
async function killedRun(): Promise<{ id: string; file: string; env: Record<string, string> }> {
  const folder = temporaryFolder();
  const file = join(folder, 'nightly.ts');
  writeFileSync(file, begun);
  const env = { VISIBILITY_SANDBOX: 'true', VISIBILITY_BUDGET: '15/day', XDG_STATE_HOME: folder };
  const { child, ended } = start(['run', file, '--progress', '--max-credits', '15'], { env });
  await new Promise<void>((resolve) =>
    child.stderr.on('data', (text: string) => text.includes('"begun"') && resolve()),
  );
  child.kill('SIGKILL');
  const { stderr } = await ended;
  const { progress } = JSON.parse(stderr.slice(0, stderr.indexOf('\n'))) as { progress: { run_id: string } };
  return { id: progress.run_id, file, env };
}

/** The command in a sentence: the first one that contains this word. */
const commandIn = (text: string, word: string): string[] =>
  (new RegExp(`visibility-mcp (run --${word} run_\\w+)`).exec(text)?.[1] ?? '').split(' ');

describe('a run whose process was killed', () => {
  it('is listed at once, named by whatever it blocks, and cancelled by the words of the refusal', async () => {
    const { id, file, env } = await killedRun();
    const jobs = await runHere(['jobs', '--state', 'interrupted'], { env, columns: 200 });
    const listed = await runHere(['call', 'job_list', '{"state":"interrupted"}'], { env });
    const credits = await runHere(['credits', '--json'], { env });
    const refused = await runHere(['run', file, '--max-credits', '15'], { env });
    expect(jobs.stdout).toContain(id);
    expect(jobs.stdout).toContain(`visibility-mcp run --resume ${id}`);
    expect(lastOf(listed)).toMatchObject({ ok: true, data: { jobs: [{ job_id: id, state: 'interrupted' }] } });
    expect(lastOf(credits)).toMatchObject({
      totals: { reserved: 15 },
      reservations: [{ entry: id, operation: 'run_code', credits: 15, state: 'interrupted' }],
    });
    expect(refused.code).toBe(3);
    const { error } = lastOf(refused) as { error: { code: string; next: string; held_by: unknown } };
    expect(error).toMatchObject({
      code: 'budget_in_flight',
      held_by: [{ run_id: id, state: 'interrupted', credits: 15 }],
    });
    const cancelled = await runHere(commandIn(error.next, 'cancel'), { env });
    expect([cancelled.code, lastOf(cancelled)]).toMatchObject([0, { ok: true, run: { state: 'cancelled' } }]);
    const { reservations, totals } = lastOf(await runHere(['credits', '--json'], { env })) as Line;
    expect([reservations, totals]).toMatchObject([[], { reserved: 0 }]);
  });

  it('is resumed by the words of the refusal of a single call', async () => {
    const { id, env } = await killedRun();
    const order = '{"operation":"storylines.create","arguments":{"project":1,"keyword":"pegs"}}';
    const refused = await runHere(['call', 'call_paid', order], { env });
    expect(refused.code).toBe(3);
    const { next } = (lastOf(refused) as { error: { next: string } }).error;
    const { child, ended } = start([...commandIn(next, 'resume'), '--progress'], { env });
    await new Promise<void>((resolve) =>
      child.stderr.on('data', (text: string) => text.includes('under_way":1') && resolve()),
    );
    child.kill('SIGTERM');
    const stopped = await ended;
    expect(stopped.code).toBe(5);
    expect(lastOf(stopped)).toMatchObject({
      ok: false,
      error: { code: 'interrupted', next: `visibility-mcp run --resume ${id}` },
      run: { run_id: id, state: 'interrupted' },
    });
  });
});
