import { platformObject } from '../platform/platform-object.ts';
import { maxExit } from './messages.ts';

/**
 * Code that runs in the engine before the program: it defines `platform`, `sleep`, `log`, and random numbers that are the
 * same in each attempt of a run. Evaluates to a function of the host's functions, `seed` and `isDry`, which returns `answer`
 * and `start` to the host. Text, since the engine shares nothing with this process.
 *
 * The program shares its globals and prototypes, and may replace any of them. So everything needed is copied from them before
 * the program runs, and afterwards no method of a prototype is called and nothing is iterated or spread: the program's code
 * can never intercept these functions. `Error.prepareStackTrace` would give the program every function on the stack.
 */
export const prelude = `(host, seed, isDry) => {
  'use strict';
  const { ask: send, log: note, returned, threw, exited } = host;
  const { Date, Error, Map, Math, Number, Object, Promise, Proxy, RangeError, String, TypeError } = globalThis;
  const { stringify, parse } = JSON;
  const { isInteger } = Number;
  const { apply } = Reflect;
  const { assign, defineProperty } = Object;
  const { imul, max, min } = Math;
  const { then } = Promise.prototype;
  delete Error.prepareStackTrace;
  for (const name of ['WeakRef', 'FinalizationRegistry', 'performance', 'SharedArrayBuffer', 'Atomics']) delete globalThis[name];
  const waiting = { __proto__: null };
  let calls = 0;
  const ask = (name, args) => new Promise((resolve, reject) => {
    const text = String(name);
    let json = '[';
    for (let at = 0; at < args.length; at++) json += (at === 0 ? '' : ',') + (stringify(args[at]) ?? 'null');
    json += ']';
    const at = new Error().stack;
    const n = calls++;
    waiting[n] = { __proto__: null, resolve, reject, at };
    send(text, json);
  });
  let state = seed >>> 0;
  const random = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  const define = (name, value) =>
    defineProperty(globalThis, name, { __proto__: null, value, writable: true, configurable: true, enumerable: false });
  Math.random = random;
  // The engine knows no locales, and would answer any of them in American English.
  for (const name of ['toLocaleString', 'toLocaleDateString', 'toLocaleTimeString']) delete Date.prototype[name];
  delete Number.prototype.toLocaleString;
  const hidden = '[something that cannot be shown]';
  const isNeverCalled = 'the program returns a function, which nobody calls: end it with return await main()';
  const shown = (value) => {
    if (typeof value === 'string') return value;
    try { if (value instanceof Error) return value.name + ': ' + value.message; } catch { return hidden; }
    try { return stringify(value) ?? String(value); } catch {}
    try { return String(value); } catch { return hidden; }
  };
  const log = (...values) => {
    let line = '';
    for (let at = 0; at < values.length; at++) line += (at === 0 ? '' : ' ') + shown(values[at]);
    note(line);
  };
  define('log', log);
  define('console', Object.freeze({ log, info: log, warn: log, error: log, debug: log }));
  define('sleep', (ms) => ask('sleep', [max(0, min(Number(ms) || 0, 86400000))]));
  define('exit', (code = 0) => {
    if (!isInteger(code) || code < 0 || code > ${maxExit}) throw new RangeError('exit: the code is a whole number from 0 to ${maxExit}');
    exited(code);
    // Nothing that catches it reaches anybody any more.
    throw new Error('the program has ended itself');
  });
  define('platform', (${String(platformObject)})(ask, { dry_run: isDry }));
  const fieldsOfError = (error) => {
    try {
      if (!(error instanceof Error)) return { __proto__: null, name: 'Error', message: shown(error) };
      const { name, message, stack, code } = error;
      return { __proto__: null, name: String(name), message: String(message), stack: String(stack ?? ''), code: typeof code === 'string' ? code : undefined };
    } catch { return { __proto__: null, name: 'Error', message: hidden }; }
  };
  const fail = (error) => threw(stringify(fieldsOfError(error)));
  return {
    answer(n, ok, json) {
      const asked = waiting[n];
      delete waiting[n];
      if (ok) asked.resolve(parse(json));
      else {
        const { message, name, ...facts } = parse(json);
        const error = new Error(message);
        defineProperty(error, 'name', { __proto__: null, value: name, configurable: true, writable: true });
        asked.reject(assign(error, facts, { stack: asked.at }));
      }
    },
    start(program, input) {
      define('input', parse(input));
      apply(then, program(), [
        (value) => { let json; try { if (typeof value === 'function') throw new TypeError(isNeverCalled); json = stringify(value) ?? 'null'; } catch (error) { return fail(error); } returned(json); },
        fail,
      ]);
    },
  };
}`;
