/** Makes one call by name, such as `articles.get`, `estimate`, `jobs.wait` or `workflows.write_article`. */
export type Ask = (name: string, args: readonly unknown[]) => Promise<unknown>;

/**
 * The object `platform`, as the library gives it and as a program of `run_code` sees it: families and their actions,
 * `workflows`, `jobs` and `estimate`. The answering side looks names up; camel case is understood too.
 *
 * The text of this function is also what the engine of `run_code` evaluates: it must use nothing from outside itself.
 */
export function platformObject(ask: Ask): Readonly<Record<string, unknown>> {
  const toSnakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

  const callOf = (name: string): unknown =>
    Object.assign((...args: unknown[]) => ask(name, args), {
      all: (input: Readonly<Record<string, unknown>> = {}, options: unknown = {}) => pagesOf(name, input, options),
    });

  async function* pagesOf(
    name: string,
    input: Readonly<Record<string, unknown>>,
    options: unknown,
  ): AsyncGenerator<unknown> {
    for (let page = Number(input['page'] ?? 1); ; page++) {
      const answer = (await ask(name, [{ ...input, page }, options])) as {
        data?: unknown[] | undefined;
        page?: { last_page: number } | undefined;
      };
      const rows = answer.data ?? [];
      yield* rows;
      if (!answer.page || page >= answer.page.last_page || rows.length === 0) return;
    }
  }

  /** Members are made at their first use. `then` is none, so that an object of these can be awaited. */
  const lazily = (make: (name: string) => unknown): Readonly<Record<string, unknown>> => {
    const made = new Map<string, unknown>();
    return new Proxy(Object.freeze({}), {
      get(_, name) {
        if (typeof name === 'symbol' || name === 'then' || name === 'toJSON') return undefined;
        const snakeName = toSnakeCase(name);
        if (!made.has(snakeName)) made.set(snakeName, make(snakeName));
        return made.get(snakeName);
      },
    });
  };

  return lazily((family) =>
    family === 'estimate'
      ? (...args: unknown[]) => ask('estimate', args)
      : lazily((action) => callOf(`${family}.${action}`)),
  );
}
