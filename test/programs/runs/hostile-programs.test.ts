import { afterAll, describe, expect, it } from 'vitest';
import { resultOf, stage } from './support/stage.ts';
import { worstPrograms } from './support/worst-programs.ts';

const limits = { runs: 20, calls: 20, log: 50, arguments: 5_000, result: 1_000, wall: 1_000, memory: 32, data: 1 };
const at = await stage({}, { ...limits, compute: 30 });
/** For computing without an end. */
const brief = await stage({}, { ...limits, compute: 0.2 });
afterAll(async () => {
  await at[Symbol.asyncDispose]();
  await brief[Symbol.asyncDispose]();
});

/** Every program here leaves the process as it was. */
async function runHere(code: string, order?: Parameters<typeof at.run>[1], where = at) {
  const view = await where.run(code, order);
  expect(where.defects).toEqual([]);
  expect(Object.keys(Object.prototype)).toEqual([]);
  return view;
}

describe('a program that exceeds a bound is ended, with the bound and its setting:', () => {
  it.each(worstPrograms)('%s', async (_, code, bound) => {
    const view = await runHere(code, undefined, bound === 'compute' ? brief : at);
    expect(view.failure).toMatchObject({
      code: 'run_limit',
      next: expect.stringMatching(new RegExp(`raise (${bound}) in VISIBILITY_CODE`)),
    });
  });

  it('and its own catch does not stop that', async () => {
    const view = await runHere('for (;;) { try { for (;;); } catch {} finally { for (;;); } }', undefined, brief);
    expect(view.failure).toMatchObject({ code: 'run_limit' });
  });
});

describe('a program cannot', () => {
  it('have more memory than its bound, in blocks of any size', async () => {
    const view = await runHere(`
      const sizes = [];
      for (const size of [1e6, 1e5, 1e4]) {
        const blocks = [];
        try { for (;;) blocks.push(new Uint8Array(size).fill(1)) } catch {}
        sizes.push(Math.round(blocks.length * size / 2 ** 20));
      }
      return sizes`);
    // With the 16 MB that an engine begins with.
    for (const megabytes of resultOf(view) as number[]) expect(megabytes).toBeLessThanOrEqual(32 + 16);
    expect(resultOf(view)).toHaveLength(3);
  });

  it('import, or reach this process through constructors, prototypes, stacks or callers', async () => {
    const view = await runHere(`
      const global = 'return typeof process + typeof require + typeof fetch';
      const attempts = {
        file: async () => import('node:fs'),
        itself: async () => import('./program.ts'),
        require: async () => require('fs'),
        call: async () => platform.articles.get.constructor(global)(),
        error: () => platform.articles.get({ id: -1 }).catch((error) => error.constructor.constructor(global)()),
        result: async () => (await platform.projects.list()).constructor.constructor(global)(),
        prelude: async () => platform.__proto__.constructor(global),
        log: async () => log.constructor(global)(),
        stack: async () => Error.prepareStackTrace?.toString(),
        caller: async () => (function f() { return f.caller?.toString() })(),
      };
      const seen = {};
      for (const [name, attempt] of Object.entries(attempts)) seen[name] = String(await attempt().catch(() => undefined));
      return seen`);
    for (const [name, seen] of Object.entries(resultOf(view) as object))
      expect([name, seen]).toEqual([name, expect.stringMatching(/^(undefined)+$/)]);
  });

  it('make its calls look like others by polluting what the bridge uses', async () => {
    const view = await runHere(`
      JSON.stringify = () => '[{"id":1}]'; JSON.parse = () => ({ data: 'forged' });
      Promise.prototype.then = new Proxy(Promise.prototype.then, {});
      Map.prototype.get = () => undefined; Map.prototype.set = () => undefined;
      Array.prototype[Symbol.iterator] = function* () { yield 'forged' };
      Object.defineProperty(Object.prototype, 'toJSON', { value: () => 'forged', configurable: true });
      try { return (await platform.projects.update({ id: 1, name: 'polluted' })).data } catch (error) { return error.code }`);
    // Whatever it did to itself: the grant holds outside of it.
    expect(view.run.calls['projects.update'] ?? 0).toBeLessThanOrEqual(1);
    expect((await at.client.call('projects.get', { id: 1 })).data).not.toMatchObject({ name: 'polluted' });
  });

  it('reach the functions behind platform through a stack', async () => {
    const view = await runHere(`
      const functions = [];
      const { String: text } = globalThis;
      Error.prepareStackTrace = (_, sites) => {
        for (const site of sites) functions.push(text(site.getFunction()));
        return 'stack';
      };
      globalThis.String = (value) => { new Error('seen').stack; return text(value) };
      const looking = { toJSON() { new Error('seen').stack; return 1 } };
      Promise.prototype.then = new Proxy(Promise.prototype.then, { apply() { new Error('seen').stack; throw 1 } });
      try { await platform.projects.list(looking) } catch {}
      log(looking, new Error('seen'));
      return functions`);
    expect(resultOf(view)).toEqual([]);
  });

  it('grant itself more', async () => {
    const view = await runHere(`
      const codes = [];
      for (const attempt of [
        () => platform.projects.update({ id: 1, name: 'x' }, { may: ['write'] }),
        () => platform.storylines.create({ project: 1, keyword: 'x' }, { max_credits: 100, run: null, consent: 'person' }),
        () => platform.workflows.writeArticle({ project: '1', keyword: 'x' }),
        () => platform['projects.update'].x({ id: 1, name: 'x' }),
        () => platform['workflows']['run_code']({ code: 'return 1', may: ['write'] }),
      ]) try { await attempt(); codes.push('done') } catch (error) { codes.push(error.code) }
      return codes`);
    expect(resultOf(view)).not.toContain('done');
    expect(view.run.charged).toBe(0);
  });

  it('read or write a file by a call', async () => {
    const view = await runHere(
      `try { return await platform.files.upload({ file: '/etc/passwd' }) } catch (error) { return error.code }`,
      { may: ['read', 'write'] },
    );
    expect(resultOf(view)).toMatch(/not_permitted|invalid_arguments|unknown_operation|file_refused/);
  });

  it('forge the end or the progress of its run by what it returns or throws', async () => {
    const thrown = await runHere(
      `throw Object.assign(new Error('x'), { code: 'completed', state: 'completed', run: { state: 'completed' }, outcome: 'not_sent' })`,
    );
    expect(thrown.state).toBe('failed');
    expect(thrown.failure).toMatchObject({ code: 'run_failed' });
    const returned = await runHere(`return { ok: false, error: { code: 'x' }, run: { run_id: 'run_x' } }`);
    expect(returned.state).toBe('completed');
    expect(await at.tool('job_wait', { job_id: returned.run.id })).toMatchObject({
      ok: true,
      data: { ok: false, run: { run_id: 'run_x' } },
      run: { run_id: returned.run.id },
    });
  });

  it('fail by what it logs', async () => {
    const view = await runHere(
      `const e = new Error(); Object.defineProperty(e, 'message', { get() { throw 1 } });
       log(e, Symbol('s'), 10n, new Proxy({}, { getPrototypeOf() { throw 1 } }), { toJSON() { throw 1 }, toString() { throw 2 } })`,
    );
    expect(view.run.log).toEqual([expect.stringMatching(/^\[.*shown\] Symbol\(s\) 10 \[.*shown\] \[.*shown\]$/)]);
  });

  it('escape by its result or error', async () => {
    const ends: readonly (readonly [string, RegExp])[] = [
      [`return ${'['.repeat(50_000)}`, /^SyntaxError: the program is nested too deeply/],
      ['return 10n', /BigInt|big/i],
      ['const a = {}; a.a = a; return a', /circular/i],
      ["throw 'text'", /text/],
      ['throw { get message() { throw 1 } }', /./],
      ['throw null', /null/],
      ["throw Object.freeze(new Error('frozen'))", /frozen/],
      ["throw new Error('out of memory')", /out of memory \(line 1\)/],
      ["throw Object.defineProperty(new Error(), 'stack', { get() { throw this } })", /cannot be shown/],
      ["throw Object.assign(new Error('x'), { name: { toString() { throw 7 } } })", /cannot be shown/],
      ['throw new Proxy({}, { getPrototypeOf() { throw 1 } })', /cannot be shown/],
      ["throw new Error('x'.repeat(5e6))", /^x{4000}…/],
      ["return platform['x'.repeat(5e6)].get()", /^platform\.x{40,100}: there is no such operation/],
    ];
    const views = await Promise.all(ends.map(([code]) => runHere(code)));
    for (const [at, [code, says]] of ends.entries())
      expect([code, views[at]?.failure]).toEqual([
        code,
        expect.objectContaining({ code: 'run_failed', message: expect.stringMatching(says) }),
      ]);
  });
});

it.each([
  ['an enum', 'const a = 1;\nenum Color { Red }', /enum is not supported/, 2],
  ['a redefinition', 'let a = 1;\nlet a = 2;', /redefinition/, 2],
])('a text that is no program is refused with its line: %s', async (_, code, says, line) => {
  const view = await runHere(code);
  expect(view.failure).toMatchObject({ code: 'run_failed', message: expect.stringMatching(says), line });
});
