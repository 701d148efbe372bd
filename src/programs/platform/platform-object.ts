/** Makes one call by name, such as `articles.get`, `estimate`, `jobs.wait` or `workflows.write_article`. */
export type Ask = (name: string, args: readonly unknown[]) => Promise<unknown>;

/**
 * The object `platform`, as the library gives it and as a program of `run_code` sees it: families and their actions, `workflows`, `jobs`,
 * `estimate` and `save`, and `members`, which one of the two has alone. Camel case is understood too. A `Proxy`, so that a name which
 * does not exist reaches the answering side, whose refusal has the nearest one.
 *
 * The text of this function is also what the engine of `run_code` evaluates: it must use nothing from outside itself.
 */
export function platformObject(
  ask: Ask,
  members: Readonly<Record<PropertyKey, unknown>> = {},
): Readonly<Record<string, unknown>> {
  const toSnakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

  const callOf = (name: string): unknown =>
    Object.assign((...args: unknown[]) => ask(name, args), {
      all: (input: Readonly<Record<string, unknown>> = {}, options: unknown = {}) =>
        noList(name, pagesOf(name, input, options)),
    });

  /** Makes list members of the iterator throw: a program that mistakes it for a list would otherwise get nothing and no error. */
  function noList(name: string, records: AsyncGenerator<unknown>): AsyncGenerator<unknown> {
    const refuse = (): never => {
      throw new TypeError(
        `platform.${name}.all gives its records one by one: for await (const one of …), or await Array.fromAsync(…)`,
      );
    };
    for (const member of ['data', 'length', 'map', 'filter', 'forEach', 'slice', 'toJSON'])
      Object.defineProperty(records, member, { get: refuse, enumerable: false });
    return records;
  }

  let lists = 0;

  /** Requests one page after another. The receiver reads them in order, and fails at the end of a list that is not complete. */
  async function* pagesOf(name: string, input: unknown, options: unknown): AsyncGenerator<unknown> {
    const list = lists++;
    for (;;) {
      const page = (await ask(name, [input, { ...(options as object | null), list }])) as {
        readonly records: readonly unknown[];
        readonly isLast: boolean;
      };
      yield* page.records;
      if (page.isLast) return;
    }
  }

  /** An object whose members are `own`, and others made at their first use. It has no `then`, so that it can be awaited. */
  const lazily = (
    make: (name: string) => unknown,
    own: Readonly<Record<PropertyKey, unknown>> = {},
  ): Readonly<Record<string, unknown>> => {
    const made = new Map<string, unknown>();
    return new Proxy(Object.freeze(own), {
      get(_, name) {
        if (typeof name === 'symbol') return own[name];
        if (name === 'then' || name === 'toJSON') return undefined;
        const snakeName = toSnakeCase(name);
        if (Object.hasOwn(own, snakeName)) return own[snakeName];
        if (!made.has(snakeName)) made.set(snakeName, make(snakeName));
        return made.get(snakeName);
      },
    });
  };

  /** Saves rows, which may come one by one, as a list. */
  async function save(name: unknown, rows: unknown): Promise<unknown> {
    const isAsync = typeof rows === 'object' && rows !== null && Symbol.asyncIterator in rows;
    if (!isAsync) return ask('save', [name, rows]);
    const list: unknown[] = [];
    for await (const row of rows as AsyncIterable<unknown>) list.push(row);
    return ask('save', [name, list]);
  }

  /** Does the work at most once for that name. Later callers get its result as JSON. */
  const once = async (name: unknown, ...rest: unknown[]): Promise<unknown> => {
    const [options, work] = rest.length > 1 ? rest : [{}, rest[0]];
    if (typeof work !== 'function') throw new Error('platform.once takes a name, options and a function to run.');
    const turn = (await ask('once.begin', [name, options])) as { claimed?: string; done?: unknown };
    if (turn.claimed === undefined) return turn.done;
    let value: unknown;
    try {
      value = await (work as () => unknown)();
    } catch (error) {
      await ask('once.drop', [name, turn.claimed]).catch(() => undefined);
      throw error;
    }
    return ((await ask('once.end', [name, turn.claimed, value])) as { value: unknown }).value;
  };

  /**
   * Makes calls of one operation in parallel and resolves when all have ended, each with its result or its error. With
   * `maxCredits`, the first calls whose maximum prices fit into it are made; a call that does not fit, or has no maximum
   * price, is refused here.
   */
  const all = async (name: unknown, inputs: unknown, callOptions: unknown = {}): Promise<unknown> => {
    if (typeof name !== 'string' || !Array.isArray(inputs))
      throw new Error('platform.jobs.all takes the name of an operation and a list of arguments.');
    const operation = name.split('.').map(toSnakeCase).join('.');
    const { maxCredits, ...options } = (callOptions ?? {}) as Readonly<Record<string, unknown>>;
    const bounds: (number | null)[] = [];
    for (let from = 0; maxCredits !== undefined && from < inputs.length; from += 50) {
      const plan = inputs.slice(from, from + 50).map((input) => [operation, input]);
      const { account } = options;
      const { calls } = (await ask('estimate', account === undefined ? [plan] : [plan, { account }])) as {
        calls: readonly { readonly credits: number | null }[];
      };
      for (const { credits } of calls) bounds.push(credits ?? null);
    }
    let remainingCredits = Number(maxCredits);
    const settled = async (input: unknown, at: number): Promise<unknown> => {
      const bound = bounds[at];
      if (maxCredits !== undefined && (typeof bound !== 'number' || !(bound <= remainingCredits))) {
        const why =
          typeof bound === 'number'
            ? `costs up to ${bound} credits, ${remainingCredits} are left`
            : 'has no stated price';
        return { input, ok: false, code: 'budget_exceeded', message: `${operation} ${why} of maxCredits: not sent.` };
      }
      remainingCredits -= bound ?? 0;
      try {
        return { input, ok: true, ...((await ask(operation, [input, options])) as object) };
      } catch (error) {
        const { code = 'failed', message, next } = error as { code?: unknown; message?: unknown; next?: unknown };
        return { input, ok: false, code, message, next };
      }
    };
    return Promise.all(inputs.map(settled));
  };

  return lazily((family) => lazily((action) => callOf(`${family}.${action}`), family === 'jobs' ? { all } : {}), {
    estimate: (...args: unknown[]) => ask('estimate', args),
    period: (...args: unknown[]) => ask('period', args),
    dry_run: false,
    save,
    once,
    ...members,
  });
}
