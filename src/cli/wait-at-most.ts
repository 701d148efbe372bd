/** Waits for the work, but no longer than that many milliseconds. A failure of the work is as good as its end. */
export async function within(ms: number, work: Promise<unknown>): Promise<void> {
  const late = Promise.withResolvers<void>();
  const timer = setTimeout(late.resolve, ms);
  await Promise.race([work.catch(() => {}), late.promise]);
  clearTimeout(timer);
}
