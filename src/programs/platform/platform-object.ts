/** Makes one call by name, such as `articles.get`, `estimate`, `jobs.wait` or `workflows.write_article`. */
export type Ask = (name: string, args: readonly unknown[]) => Promise<unknown>;

/**
 * The object `platform`, for the library and for programs of `run_code`: families and their actions, `workflows`, `jobs`,
 * `estimate` and `save`. The receiver of the calls looks up the names, also in camel case. The engine of `run_code` evaluates
 * the text of this function, so it must not use anything from outside itself.
 */
export function platformObject(ask: Ask, dryRun: unknown = false): Readonly<Record<string, unknown>> {
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

  /** An object whose members are made at their first use. It has no `then`, so that it can be awaited. */
  const lazily = (make: (name: string) => unknown): Readonly<Record<string, unknown>> => {
    const members = new Map<string, unknown>();
    return new Proxy(Object.freeze({}), {
      get(_, name) {
        if (typeof name === 'symbol' || name === 'then' || name === 'toJSON') return undefined;
        const snakeName = toSnakeCase(name);
        if (!members.has(snakeName)) members.set(snakeName, make(snakeName));
        return members.get(snakeName);
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

  const own: Readonly<Record<string, unknown>> = {
    estimate: (...args: unknown[]) => ask('estimate', args),
    period: (...args: unknown[]) => ask('period', args),
    dry_run: dryRun,
    save,
    once,
    'jobs.all': all,
  };

  return lazily((family) =>
    Object.hasOwn(own, family)
      ? own[family]
      : lazily((action) => own[`${family}.${action}`] ?? callOf(`${family}.${action}`)),
  );
}
