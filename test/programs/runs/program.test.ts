import * as release from '@jitl/quickjs-ng-wasmfile-release-sync';
import { newQuickJSWASMModuleFromVariant, type QuickJSSyncVariant } from 'quickjs-emscripten-core';
import { describe, expect, it } from 'vitest';
import { codeLimits, type CodeLimits } from '../../../src/base/code-limits.ts';
import type { CallAnswer, EngineOutput } from '../../../src/programs/engine/messages.ts';
import { Program } from '../../../src/programs/engine/program.ts';

const module = await newQuickJSWASMModuleFromVariant(release.default as unknown as QuickJSSyncVariant);

interface Settings {
  readonly input?: string;
  readonly isDry?: boolean;
  readonly limits?: Partial<CodeLimits>;
}

/** A program in this thread. */
function started(code: string, { input = 'null', isDry = false, limits = {} }: Settings = {}) {
  const outputs: EngineOutput[] = [];
  const program = new Program(
    module,
    { kind: 'start', code, input, seed: 7, isDry, limits: codeLimits({ memory: 16, ...limits }) },
    (output) => outputs.push(output as unknown as EngineOutput),
  );
  program.run();
  return { program, outputs, end: () => outputs.at(-1)?.end };
}

const ok = (n: number, json = 'null'): CallAnswer => ({ n, ok: true, json });
const endOf = (code: string, settings?: Settings) => started(code, settings).end();
const limit = (name: keyof CodeLimits) => ({ kind: 'limit', limit: name });
const returned = (value: unknown) => ({ kind: 'returned', json: JSON.stringify(value) });

describe('a program', () => {
  it('asks, logs, and continues with what it gets', () => {
    const { program, outputs } = started(
      `log('a', { b: 1 }); const one = platform.projects.get({ id: 1 }); const { data } = await platform.keywords.list(); log(data); return [await one, input]`,
      { input: '"i"' },
    );
    expect(outputs).toEqual([
      {
        kind: 'output',
        calls: [
          { n: 0, name: 'projects.get', args: '[{"id":1}]' },
          { n: 1, name: 'keywords.list', args: '[]' },
        ],
        log: ['a {"b":1}'],
        end: undefined,
      },
    ]);
    program.answer(ok(1, '{"data":"d"}'));
    program.answer(ok(0, '1'));
    expect(outputs.slice(1)).toEqual([
      { kind: 'output', calls: [], log: ['d'], end: undefined },
      { kind: 'output', calls: [], log: [], end: returned([1, 'i']) },
    ]);
  });

  it('repeats its random numbers, and knows whether it runs dry', () => {
    const code = 'return [Math.random(), Math.random(), platform.dryRun]';
    const end = endOf(code) as { json: string };
    expect(endOf(code)).toEqual(end);
    expect(JSON.parse(end.json)).toEqual([expect.any(Number), expect.any(Number), false]);
    expect(endOf('return platform.dryRun', { isDry: true })).toEqual(returned(true));
  });

  it('may end itself', () => {
    expect(endOf('try { exit(3) } catch {} for (;;);')).toEqual({ kind: 'returned', json: 'null', exit: 3 });
    expect(endOf('exit(64)')).toMatchObject({ kind: 'threw', error: { name: 'RangeError' } });
    expect(endOf('exit(3); return 1')).toMatchObject({ exit: 3 });
  });

  it('computes nothing more once it has returned', () => {
    const { program, outputs } = started('platform.a.b().then(() => log("late")); return 1');
    program.answer(ok(0));
    expect(outputs.map(({ log }) => log)).toEqual([[], []]);
  });
});

describe('a bound ends a program', () => {
  it.each<[string, Partial<CodeLimits>, object]>([
    [`return 'x'.repeat(1022)`, { result: 1 }, returned('x'.repeat(1022))],
    [`return 'x'.repeat(1023)`, { result: 1 }, limit('result')],
    [`log('x'.repeat(992)); log(''); return 1`, { log: 1 }, returned(1)],
    [`log('x'.repeat(993)); log(''); return 1`, { log: 1 }, limit('log')],
    [`platform.a.b('x'.repeat(1020)); return 1`, { arguments: 1 }, returned(1)],
    [`platform.a.b('x'.repeat(1021)); return 1`, { arguments: 1 }, limit('arguments')],
    [`platform.a.b('x'.repeat(600)); platform.a.b('x'.repeat(600)); return 1`, { arguments: 1 }, limit('arguments')],
    ['platform.a.b(); return 1', { calls: 1 }, returned(1)],
    ['platform.a.b(); platform.a.b(); return 1', { calls: 1 }, limit('calls')],
    ['for (;;) platform.a.b()', { calls: 3, compute: 0.5 }, limit('calls')],
    ['for (;;);', { compute: 0.02 }, limit('compute')],
    ['try { for (;;); } catch { return 1 } finally { for (;;); }', { compute: 0.02 }, limit('compute')],
    ['const f = (n) => [n].map(f); f(1)', {}, limit('depth')],
    ['const f = (n) => n && 1 + f(n - 1); return f(400)', {}, returned(400)],
    ['const f = (n) => n && 1 + f(n - 1); return f(400)', { depth: 32 }, limit('depth')],
    ['const a = []; for (;;) a.push({})', { memory: 2 }, limit('memory')],
    [`throw Object.assign(new Error('out of memory'), { name: 'InternalError' })`, {}, limit('memory')],
    [`throw new RangeError('memory access out of bounds')`, {}, limit('memory')],
    [`throw new RangeError('Maximum call stack size exceeded')`, {}, limit('depth')],
    [`throw new Error('out of memory')`, {}, { kind: 'threw' }],
    [`throw new RangeError('no stack overflow')`, {}, limit('depth')],
    [`throw new RangeError('other')`, {}, { kind: 'threw', error: { name: 'RangeError' } }],
  ])('%s with %j', (code, limits, end) => {
    expect(endOf(code, { limits })).toMatchObject(end);
  });

  it('of computing in all its outputs together, not of waiting', async () => {
    const burn = 'for (const until = 4e5, a = []; a.length < until;) a.push(1);';
    const { program, end } = started(`for (;;) { ${burn} await platform.a.b(); }`, { limits: { compute: 0.2 } });
    let rounds = 0;
    for (; end() === undefined; rounds++) program.answer(ok(rounds));
    expect(end()).toEqual(limit('compute'));
    expect(rounds).toBeGreaterThan(1);
  });
});
