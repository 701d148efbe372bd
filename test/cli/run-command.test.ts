import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { processClock } from '../support/clock/process-clock.ts';
import { lastOf, linesOf, onSandbox, runHere, runProgram, start, temporaryFolder, type Line } from './program.ts';

/** A folder with a program, and the state that its runs share. */
function written(code: string): { file: string; folder: string; env: Record<string, string> } {
  const folder = temporaryFolder();
  const file = join(folder, 'program.ts');
  writeFileSync(file, code);
  return { file, folder, env: { ...onSandbox('100/day'), XDG_STATE_HOME: folder } };
}

describe('visibility-mcp run', () => {
  it('in a pipe prints the result alone, and log and progress on stderr where asked; input is JSON or a file', async () => {
    const { file, folder, env } = written(
      `log('asked', input.words.length); const { data } = await platform.projects.list(); return [data.length > 0, input.words]`,
    );
    // A file as PowerShell writes it.
    writeFileSync(join(folder, 'input.json'), '\uFEFF{"words": ["from", "file"]}\r\n', 'utf16le');
    writeFileSync(file, `\uFEFF${readFileSync(file, 'utf8')}`);
    const text = await runProgram(['run', file, '--progress', '--input', '{"words": ["inline"]}'], { env });
    const given = await runHere(['run', file, '--input', `@${join(folder, 'input.json')}`], { env });
    expect([text.code, given.code]).toEqual([0, 0]);
    expect(lastOf(text)).toMatchObject({
      ok: true,
      sandbox: true,
      data: [true, ['inline']],
      run: { state: 'completed' },
    });
    expect(lastOf(given)).toMatchObject({ data: [true, ['from', 'file']] });
    expect([linesOf(text).length, linesOf(given).length, given.stderr]).toEqual([1, 1, '']);
    const result = linesOf({ stdout: text.stderr });
    expect(result).toContainEqual({ log: 'asked 1' });
    expect(result.some(({ progress }) => (progress as Line | undefined)?.['run_id'] !== undefined)).toBe(true);
  });

  it('lets a program do what --may and --max-credits grant, and no more', async () => {
    const { file, env } = written(`
      const codes = [];
      for (const attempt of [
        () => platform.projects.update({ id: 1, name: 'Named' }),
        () => platform.storylines.create({ project: 1, keyword: 'granted' }),
      ]) try { await attempt(); codes.push('done') } catch (error) { codes.push(error.code) }
      return codes`);
    expect(lastOf(await runHere(['run', file], { env }))['data']).toEqual(['not_permitted', 'budget_exceeded']);
    const granted = await runHere(['run', file, '--may', 'read,write', '--max-credits', '5'], { env });
    expect(lastOf(granted)).toMatchObject({ data: ['done', 'done'], run: { credits: { max: 5, charged: 5 } } });
  });

  it('ends with 1 and the place of a failure, and with 2 for an invalid command line', async () => {
    const { file, env } = written(`\nthrow new TypeError('boo')`);
    const failed = await runHere(['run', file], { env });
    expect(failed.code).toBe(1);
    expect(lastOf(failed)).toMatchObject({ ok: false, error: { code: 'run_failed', line: 2, outcome: 'not_sent' } });
    for (const [args, says] of [
      [[], 'which program'],
      [[`${file}.missing`], 'cannot read'],
      [[file, '--may', 'read,paid'], '--max-credits grants paid calls'],
      [[file, '--may', 'everything'], 'not one of read, write, delete'],
      [[file, '--max-credits', 'many'], 'not a whole number'],
      [[file, '--input', '{'], 'input'],
    ] as const) {
      const ended = await runHere(['run', ...args], { env });
      expect([ended.code, ended.stdout]).toEqual([2, '']);
      expect(ended.stderr).toContain(says);
    }
  });

  it('gives the value alone: with --raw on stdout, with --out in a file that a failure leaves as it was', async () => {
    const { file, folder, env } = written(`if (input.fails) throw new Error('no'); return input.value`);
    const out = join(folder, 'out.txt');
    const values = ['# Digest\n\n<<marks>> stay', Array.from({ length: 10 }, (_, n) => ({ n })), null];
    for (const [at, value] of values.entries()) {
      // Under its key a program is run once, and its result given twice.
      const args = ['run', file, '--key', String(at), '--input', JSON.stringify({ value })];
      const raw = await runHere([...args, '--raw'], { env });
      const written = await runHere([...args, '--out', out], { env });
      expect([raw.code, raw.stderr, written]).toEqual([0, '', { code: 0, stdout: '', stderr: '' }]);
      const text = readFileSync(out, 'utf8');
      expect([raw.stdout.slice(0, -1), text].map((one) => (typeof value === 'string' ? one : JSON.parse(one)))).toEqual(
        [value, value],
      );
    }
    const failed = await runHere(['run', file, '--input', '{"fails": true}', '--out', out], { env });
    expect([
      failed.code,
      readFileSync(out, 'utf8'),
      readdirSync(folder).filter((name) => name.endsWith('.part')),
    ]).toEqual([1, 'null\n', []]);
    const nowhere = await runHere(['run', file, '--out', join(folder, 'missing', 'out')], { env });
    expect([nowhere.code, nowhere.stderr]).toEqual([2, expect.stringContaining('no folder')]);
  });

  it('ends with the code that the program ended itself with, also when it is asked again; what follows exit is not done', async () => {
    const { file, env } = written(`
      for (const wrong of [64, -1, 1.5, 'x', null])
        try { exit(wrong) } catch (error) { if (error.name !== 'RangeError') throw error }
      try { exit(input.code) } catch {}
      await platform.projects.update({ id: 1, name: 'Never' }); for (;;);`);
    const ended = (code: unknown, ...more: string[]) =>
      runHere(['run', file, '--may', 'write', '--input', JSON.stringify({ code }), ...more], { env });
    const first = await ended(3, '--key', 'three');
    expect([first.code, lastOf(first)]).toMatchObject([67, { ok: true, run: { exit_code: 3, calls: {} } }]);
    expect((await ended(3, '--key', 'three')).code).toBe(67);
    expect([(await ended(0)).code, (await ended(63)).code]).toEqual([0, 127]);
  });

  it('leaves on Ctrl-C a run that the printed command resumes, paying nothing twice', async () => {
    const { file, env } = written(`
      const a = await platform.storylines.create({ project: 1, keyword: 'first' });
      log('paid');
      await sleep(20_000);
      const b = await platform.storylines.create({ project: 1, keyword: 'second' });
      return [a.data.status, b.data.status]`);
    const clock = processClock(10);
    const { child, ended } = start(['run', file, '--progress', '--max-credits', '10'], { env, clock });
    await new Promise<void>((resolve) =>
      child.stderr.on('data', (text: string) => text.includes('"log":"paid"') && resolve()),
    );
    child.kill('SIGINT');
    const interrupted = await ended;
    expect(interrupted.code).toBe(5);
    const { next, run } = lastOf(interrupted) as { next: string; run: Line };
    expect(run).toMatchObject({ state: 'interrupted', credits: { max: 10, charged: 5 } });
    expect(interrupted.stderr).toContain(next);
    const [, ...args] = next.split(' ');
    const resumed = await runProgram(args, { env, clock });
    expect(resumed.code).toBe(0);
    expect(lastOf(resumed)).toMatchObject({
      data: ['completed', 'completed'],
      run: { credits: { charged: 10 }, calls: { 'storylines.create': 2 } },
    });
    // Resumed again, it tells its result.
    expect(lastOf(await runHere(args, { env }))).toMatchObject({ data: ['completed', 'completed'] });
  });

  it('with --dry-run reads, prices and lists what it would write and pay for, and sends none of that', async () => {
    const { file, env } = written(`
      const { data: projects } = await platform.projects.list();
      await platform.projects.update({ id: projects[0].id, name: 'Never' });
      const { data } = await platform.storylines.create({ project: projects[0].id, keyword: 'dry' });
      await platform.keywords.delete({ id: 4001 });
      return [projects.length, typeof data.id]`);
    const dry = await runHere(['run', file, '--may', 'read,write,delete', '--max-credits', '4', '--dry-run'], {
      env,
    });
    expect(lastOf(dry)).toMatchObject({
      ok: true,
      data: [2, 'number'],
      run: { dry_run: true },
      planned: [
        { operation: 'projects.update', arguments: { id: expect.any(Number), name: 'Never' }, credits: 0 },
        { operation: 'storylines.create', credits: 5 },
        { operation: 'keywords.delete', credits: 0 },
      ],
      estimated: 5,
      fits: false,
    });
    const { file: look } = { file: join(env['XDG_STATE_HOME'] ?? '', 'look.ts') };
    writeFileSync(
      look,
      'return [(await platform.credits.history()).data.filter(({ delta }) => delta < 0).length, (await platform.projects.list()).data.map((one) => one.name)]',
    );
    const [charges, names] = lastOf(await runHere(['run', look], { env }))['data'] as [number, string[]];
    expect([charges, names.includes('Never')]).toEqual([0, false]);
    expect(lastOf(await runHere(['run', file, '--dry-run'], { env }))).toMatchObject({
      ok: false,
      error: { cause: 'not_permitted' },
    });
  });
});
