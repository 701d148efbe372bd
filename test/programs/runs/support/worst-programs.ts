/**
 * Programs that take as much as they can: what each does, its code, and the bound that ends it, by the name that the setting has
 * for it. `npm run bench` measures what others notice of them.
 */
export const worstPrograms: readonly (readonly [what: string, code: string, bound: string])[] = [
  ['an endless loop after a call', 'await platform.projects.list(); for (;;);', 'compute'],
  ['a pattern that never ends', "/^(a+)+$/.test('a'.repeat(40) + 'b')", 'compute'],
  ['a loop in a getter of what it returns', 'return { get a() { for (;;); } }', 'compute'],
  ['one huge buffer', 'return new Uint8Array(1e9).length', 'memory'],
  ['waiting for nothing, for ever', 'for (;;) await null', 'compute'],
  ['a message that loops', "throw Object.defineProperty(new Error(), 'message', { get() { for (;;); } })", 'compute'],
  ['arrays upon arrays', 'const a = []; for (;;) a.push(new Float64Array(1_000_000))', 'memory'],
  ['a result nested too deeply', 'let o = {}; for (let n = 0; n < 20_000; n++) o = { o }; return o', 'depth'],
  ['recursion through calls', 'const f = (n) => [n].map(f); f(1)', 'depth'],
  ['empty lines in its log', "for (let n = 0; n < 1e6; n++) log('')", 'log'],
  [
    'arguments upon arguments',
    "for (;;) await platform.projects.list({ q: 'x'.repeat(1e6) }).catch(() => 1)",
    'arguments',
  ],
  ['a log of one huge line', "log('x'.repeat(60_000))", 'log'],
  ['calls without waiting', 'for (let n = 0; n < 50; n++) platform.projects.list(); await sleep(1000)', 'calls'],
  [
    'data of its calls',
    "for (;;) await platform.projects.list({ page: 1, per_page: 100 }), await platform.estimate(Array.from({ length: 20 }, () => ['storylines.create', { project: 1, keyword: 'x'.repeat(500) }]))",
    'data|calls',
  ],
];
