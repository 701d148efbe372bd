/** The field of an answer, or undefined where it has none. The documents spell names as `job_id`; `jobId` is the same field. */
export function fieldOf(answer: unknown, name: string): unknown {
  if (typeof answer !== 'object' || answer === null) return undefined;
  if (Object.hasOwn(answer, name)) return Reflect.get(answer, name);
  const camelCased = name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
  return Object.hasOwn(answer, camelCased) ? Reflect.get(answer, camelCased) : undefined;
}
