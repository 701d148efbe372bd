/**
 * Makes whatever takes a locale refuse it, in words that say what to use instead. The engine knows no locales: it would answer
 * any of them in American English, or ignore it.
 *
 * The text of this function is what the engine evaluates, before the program: it must use nothing from outside itself.
 */
export function refuseLocales(): void {
  const refuse = (what: string): never => {
    throw new Error(
      `${what} needs a locale, and programs have none. Build the text from parts: date.toISOString().slice(0, 10), getUTCDate(), number.toFixed(2), padStart; compare texts with < after normalize().`,
    );
  };
  const guard = (type: { readonly name: string; readonly prototype: object }, name: string, first: number): void => {
    const own = Reflect.get(type.prototype, name) as (...given: unknown[]) => unknown;
    const guarded = function (this: unknown, ...given: unknown[]): unknown {
      if (given[first] !== undefined || given[first + 1] !== undefined)
        refuse(`${type.name}.${name} with a locale or options`);
      return Reflect.apply(own, this, given);
    };
    Object.defineProperty(type.prototype, name, {
      value: guarded,
      writable: true,
      configurable: true,
      enumerable: false,
    });
  };
  for (const name of ['toLocaleString', 'toLocaleDateString', 'toLocaleTimeString']) guard(Date, name, 0);
  for (const type of [Number, BigInt, Array]) guard(type, 'toLocaleString', 0);
  for (const name of ['toLocaleUpperCase', 'toLocaleLowerCase']) guard(String, name, 0);
  guard(String, 'localeCompare', 1);
  const intl = new Proxy({}, { get: (_, name) => refuse(`Intl.${String(name)}`) });
  Object.defineProperty(globalThis, 'Intl', { value: intl, writable: true, configurable: true, enumerable: false });
}
