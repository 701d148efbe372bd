import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { hiddenIn } from '../support/hidden-characters.ts';
import { json, startPlatform } from '../support/platform.ts';
import { hasTerminal, onTerminal, onTerminalHere } from './on-terminal.ts';
import { fileOf, read, runHere, temporaryFolder } from './program.ts';

/** Sets the clipboard, clears the screen, hides, turns the text around. Each word of it is shown. */
const hostile =
  'one\u001b]52;c;cm0gLXJmIH4=\u0007two\u001b[2J\u001b[8mthree\u009b31mfour\u009d0;x\u009cfive\u202esix\u0008\r\u200b';

/** Sequences that the program itself writes: styles, and the movements of its live lines. */
const own = /\r\u001b\[K/g;

/** A platform all of whose texts are hostile. */
async function hostilePlatform(): Promise<Record<string, string>> {
  const platform = await startPlatform();
  onTestFinished(() => platform.close());
  platform.on('GET /credits', json({ data: { balance: 50, plan: hostile } }));
  platform.on('GET /projects', json({ data: [{ id: 1, name: hostile, [hostile]: hostile }] }));
  platform.on('GET /projects/#', json({ message: hostile, error: { code: hostile } }, 404));
  platform.on('POST /projects/#/storylines', json({ storyline_id: 3, status: hostile }, 202));
  platform.on('GET /storylines/#', json({ data: { id: 3, status: 'failed', error_message: hostile } }));
  platform.on('GET /tracking-projects', json({ data: [{ id: 1, brand_name: hostile, domain: hostile }] }));
  const folder = temporaryFolder();
  return {
    VISIBILITY_API_URL: platform.url,
    VISIBILITY_API_TOKEN: 'token',
    VISIBILITY_STATE: join(folder, 'state.db'),
    VISIBILITY_BUDGET: 'none',
    // Lookups have a quarter of it: a busy machine takes its time.
    VISIBILITY_MAX_WAIT: '600',
    HOME: folder,
  };
}

describe.skipIf(!hasTerminal)('no command lets a terminal obey', () => {
  // A terminal for each way in which bytes leave: documents, JSON, live lines, logs, errors of each layer.
  it('a text of the platform, of a program, or of its own command line', async () => {
    const env = await hostilePlatform();
    const start = ['call', 'call_paid', '{"operation":"storylines.create","arguments":{"project":1,"keyword":"k"}}'];
    const lists = 'const { data } = await platform.projects.list(); const name = data[0].name;';
    const commands: readonly (readonly [shows: string, args: readonly string[]])[] = [
      ['onetwo', read('projects.list', {})],
      [String.raw`one\u001b]52`, [...read('projects.list', {}), '--json']],
      ['onetwo', read('projects.get', { id: 9 })],
      ['job_failed', start],
      ['onetwo', ['credits']],
      ['onetwo', ['call', 'visibility_report', '{}']],
      ['onetwo', ['run', fileOf(`${lists} log(name); await sleep(50); log(name); return { name, [name]: data }`)]],
      ['onetwo', ['run', fileOf(`${lists} throw new Error(name)`)]],
      ['onetwo', ['run', fileOf(`${lists} await platform.projects.get({ id: 9, [name]: name })`)]],
      ['no tool', ['call', hostile]],
      ['no such command', [hostile]],
      ['not JSON', ['call', 'call_read', hostile]],
      ['cannot read', ['run', hostile]],
      ['ok', ['doctor']],
      ['storylines.create', ['jobs']],
    ];
    // The first call makes the store; what only looks at a store finds it.
    await onTerminalHere(read('projects.list', {}), { env });
    for (const [shows, args] of commands) {
      const shown = await onTerminalHere(args, { env });
      expect(shown.replaceAll(own, ''), args.join(' ')).toContain(shows);
      expect(hiddenIn(shown.replaceAll(own, '')), args.join(' ')).toEqual([]);
    }
  });

  it('of the process itself: documents, live lines and refusals', async () => {
    const env = await hostilePlatform();
    const program =
      'const { data } = await platform.projects.list(); const name = data[0].name; log(name); return name';
    for (const [shows, args] of [
      ['onetwo', ['run', fileOf(program)]],
      ['no such command', [hostile]],
    ] as const) {
      const shown = await onTerminal(args, { env });
      expect(shown.replaceAll(own, ''), args.join(' ')).toContain(shows);
      expect(hiddenIn(shown.replaceAll(own, '')), args.join(' ')).toEqual([]);
    }
  });

  it('through stderr while stdout is a pipe, nor through JSON in the pipe', async () => {
    const env = await hostilePlatform();
    const file = fileOf('const { data } = await platform.projects.list(); log(data[0].name); return data');
    const { stdout } = await runHere(['run', file], { env });
    expect(hiddenIn(stdout)).toEqual([]);
    const last = JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as { data: { name: string }[] };
    expect(last.data[0]?.name).toBe(hostile);
  });
});
