/** A module that is imported at its first use. `import()` resolves its address each time, which costs a busy server more than the work. */
export function loadOnce<T>(load: () => Promise<T>): () => Promise<T> {
  let loaded: Promise<T> | undefined;
  return () => (loaded ??= load());
}
