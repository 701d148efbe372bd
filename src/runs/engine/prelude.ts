import { platformObject } from '../../platform/platform-object.ts';

/**
 * What runs in the engine before the program: it makes `platform`, `sleep`, `log`, a clock and random numbers that repeat on
 * replay, and takes away what would not. Evaluates to a function of the host's functions and `{seed, now}`, which gives
 * `answer` and `start` to the host. Text, since the engine shares nothing with this process.
 */
export const prelude = `(host, seed, now) => {
  'use strict';
  const { stringify, parse } = JSON;
  const waiting = new Map();
  let calls = 0;
  const ask = (name, args) => new Promise((resolve, reject) => {
    const n = calls++;
    waiting.set(n, { resolve, reject, at: new Error().stack });
    host.ask(n, String(name), stringify(args) ?? '[]');
  });
  const RealDate = Date;
  class ReplayedDate extends RealDate {
    constructor(...given) { if (given.length === 0) super(now); else super(...given); }
    static now() { return now; }
  }
  let state = seed >>> 0;
  const random = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  const define = (name, value) =>
    Object.defineProperty(globalThis, name, { value, writable: true, configurable: true, enumerable: false });
  define('Date', ReplayedDate);
  Math.random = random;
  for (const name of ['WeakRef', 'FinalizationRegistry', 'performance', 'SharedArrayBuffer', 'Atomics']) delete globalThis[name];
  const hidden = '[something that cannot be shown]';
  const shown = (value) => {
    if (typeof value === 'string') return value;
    try { if (value instanceof Error) return value.name + ': ' + value.message; } catch { return hidden; }
    try { return stringify(value) ?? String(value); } catch {}
    try { return String(value); } catch { return hidden; }
  };
  const log = (...values) => void host.log(values.map(shown).join(' '));
  define('log', log);
  define('console', Object.freeze({ log, info: log, warn: log, error: log, debug: log }));
  define('sleep', (ms) => ask('sleep', [Math.max(0, Math.min(Number(ms) || 0, 86400000))]));
  define('platform', (${String(platformObject)})(ask));
  const told = (error) => {
    try {
      if (!(error instanceof Error)) return { name: 'Error', message: shown(error) };
      const { name, message, stack, code } = error;
      return { name: String(name), message: String(message), stack: String(stack ?? ''), ...(typeof code === 'string' ? { code } : {}) };
    } catch { return { name: 'Error', message: hidden }; }
  };
  return {
    answer(n, ok, json, at) {
      const asked = waiting.get(n);
      if (!asked) return false;
      waiting.delete(n);
      now = at;
      if (ok) asked.resolve(parse(json));
      else {
        const { message, name, ...facts } = parse(json);
        const error = new Error(message);
        Object.defineProperty(error, 'name', { value: name, configurable: true, writable: true });
        asked.reject(Object.assign(error, facts, { stack: asked.at }));
      }
      return true;
    },
    start(program, input) {
      define('input', parse(input));
      program().then(
        (value) => { let json; try { json = stringify(value) ?? 'null'; } catch (error) { return host.threw(stringify(told(error))); } host.returned(json); },
        (error) => host.threw(stringify(told(error))),
      );
    },
  };
}`;
