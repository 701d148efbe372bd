/** Stands for what `make` returns, which is made when something about it is first asked. */
export function lazySchema(make) {
  let made;
  const it = () => (made ??= make());
  return new Proxy(
    {},
    {
      get: (_, name) => it()[name],
      has: (_, name) => name in it(),
      getPrototypeOf: () => Object.getPrototypeOf(it()),
      ownKeys: () => Reflect.ownKeys(it()),
      getOwnPropertyDescriptor(_, name) {
        const found = Object.getOwnPropertyDescriptor(it(), name);
        return found && { ...found, configurable: true };
      },
    },
  );
}
