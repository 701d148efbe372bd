import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import stringWidth from 'fast-string-width';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { json, startPlatform } from '../support/platform.ts';
import { hasTerminal, onTerminal as seatAt, onTerminalHere } from './on-terminal.ts';
import { runHere, temporaryFolder } from './program.ts';

const settings = () => ({
  VISIBILITY_SANDBOX: '1',
  VISIBILITY_STATE: state,
  VISIBILITY_BUDGET: 'standard',
  XDG_STATE_HOME: folder,
});

const onTerminal = (args: readonly string[], { env, ...seat }: Parameters<typeof seatAt>[1] = {}): Promise<string> =>
  seatAt(args, { ...seat, env: { ...settings(), ...env } });

const shownHere: typeof onTerminal = (args, { env, ...seat } = {}) =>
  onTerminalHere(args, { ...seat, env: { ...settings(), ...env } });

const inPipe = (args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
  runHere(args, {
    env: { ...settings(), ...env },
  });

const withoutStyles = (text: string): string => text.replaceAll(/\u001b\[[0-9;]*m/g, '');

/** A store with a job of 5 credits on record. */
const folder = mkdtempSync(join(tmpdir(), 'visibility-mcp-'));
const state = join(folder, 'state.db');
afterAll(() => rmSync(folder, { recursive: true, force: true }));
beforeAll(() => {
  const order = '{"operation":"storylines.create","arguments":{"project":1,"keyword":"tea"},"wait_s":0}';
  return inPipe(['call', 'call_paid', order]);
});

describe.skipIf(!hasTerminal)('at a terminal', () => {
  test('a person sees headings, tables and bars', async () => {
    const shown = await shownHere(['call', 'visibility_report']);
    expect(shown).toContain('\u001b[1mFjordkiste');
    expect(withoutStyles(shown)).toMatch(/Presence +57 {2}█{13}/);
    for (const line of withoutStyles(shown).split('\n')) expect(stringWidth(line)).toBeLessThanOrEqual(80);
  });

  test('credits has a bar for each limit, and jobs say what to do next', async () => {
    const credits = withoutStyles(await onTerminal(['credits']));
    expect(credits).toMatch(/200\/day {3}[█▒]+░+ +195 /);
    expect(credits).toMatch(/200.*set here +in \d+ (h|min|s)/);
    expect(credits).toContain('storylines.create');
    const jobs = withoutStyles(await shownHere(['jobs']));
    expect(jobs).toMatch(/^Job +State +Operation +Age +Progress +Next/);
    expect(jobs).toMatch(/job_\w+ +(starting|running) +storylines.create +\d+ (s|min)[^]*wait for it/);
  });

  test('doctor marks what is fine, and says what to do about the rest', async () => {
    const shown = withoutStyles(await shownHere(['doctor'], { env: { VISIBILITY_BUDGET: 'none' } }));
    expect(shown).toMatch(/^✓ ok +node/m);
    expect(shown).toMatch(/^! warn +budget[^]*→ set VISIBILITY_BUDGET/m);
  });

  test.each([
    ['credits'],
    ['jobs'],
    ['doctor'],
    ['call', 'credits'],
    ['call', 'call_read', '{"operation":"projects.list"}'],
  ])('%s %s fits into 40 columns, without colours and in ASCII', async (...args) => {
    const env = { NO_COLOR: '1', LANG: 'C', LC_ALL: 'C' };
    const shown = await (args[0] === 'doctor' ? onTerminal : shownHere)(args, { columns: 40, env });
    expect(shown).toMatch(/^[\n\x20-\x7e]+$/);
    for (const line of shown.split('\n')) expect(line.length, line).toBeLessThanOrEqual(40);
  });

  test.each([['credits'], ['jobs'], ['doctor']])('--json prints for %s what a pipe gets', async (...args) => {
    const masked = (text: string): string => text.replaceAll(/"progress":\d+|\d+ credits \(/g, '…');
    const piped = async (): Promise<string> => masked((await inPipe([...args, '--json'])).stdout);
    let [before, shown, after] = ['', '', await piped()];
    // The job goes on, and may end and be charged meanwhile.
    while (before !== after) [before, shown, after] = [after, await shownHere([...args, '--json']), await piped()];
    expect(masked(shown)).toBe(after);
    expect(JSON.parse(shown)).toBeTypeOf('object');
  });

  test('an error stands in words, a progress line in its place', async () => {
    const failed = withoutStyles(await shownHere(['call', 'visibility_report', '{"brand":"nobody"}']));
    expect(failed).toMatch(/^[a-z_]+: \S/);
    const order = '{"operation":"storylines.create","arguments":{"project":1,"keyword":"rope"},"wait_s":1}';
    const waited = await shownHere(['call', 'call_paid', order], { env: { VISIBILITY_SANDBOX_SPEED: '100' } });
    expect(withoutStyles(waited)).toMatch(/\d+ % {2}[A-Z][^]*running \(visibility-mcp jobs wait job_/);
  });

  test('Ctrl-C leaves a run that can be resumed, and prints how', async () => {
    const file = join(temporaryFolder(), 'program.ts');
    writeFileSync(file, "log('begun'); await platform.projects.list({}); await sleep(600_000); return 1;");
    let pressed = false;
    const shown = await onTerminal(['run', file], {
      type: (sofar) => {
        if (pressed || !/1 calls done, 1 under way/.test(sofar)) return undefined;
        pressed = true;
        return '\u0003';
      },
    });
    expect(shown).toContain('begun');
    const [, id] = /visibility-mcp run --resume (run_\w+)/.exec(shown) ?? [];
    expect(id).toBeDefined();
    expect(withoutStyles(shown)).toContain(`${id} interrupted`);
    expect((await inPipe(['run', '--cancel', id ?? ''])).stdout).toContain('cancelled');
  });

  test('escape sequences of the platform do not reach it', async () => {
    const platform = await startPlatform();
    onTestFinished(() => platform.close());
    const plan = 'stu\u001b]0;owned\u0007di\u001b[2J\u009b31mo\r';
    platform.on('GET /credits', json({ data: { balance: 7, plan } }));
    const shown = await onTerminal(['credits'], {
      env: {
        VISIBILITY_SANDBOX: '',
        VISIBILITY_API_URL: platform.apiUrl,
        VISIBILITY_API_TOKEN: 'token',
        VISIBILITY_STATE: '',
        XDG_STATE_HOME: temporaryFolder(),
        NO_COLOR: '1',
      },
    });
    expect(shown).toContain('Plan “studio”');
    expect(shown).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/);
  });
});

test('in a pipe the result is one line of JSON, whatever is said of colours', async () => {
  const { stdout } = await inPipe(['call', 'credits'], { FORCE_COLOR: '1' });
  expect(JSON.parse(stdout)).toMatchObject({ ok: true });
  expect(stdout.trim()).not.toContain('\n');
  expect((await inPipe(['doctor'])).stdout).toMatch(/^ok +node/m);
  expect((await inPipe(['doctor'], { FORCE_COLOR: '1' })).stdout).toContain('\u001b[32mok');
});
