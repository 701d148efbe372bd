import { randomBytes } from 'node:crypto';
import { join, type Query, row, rows, run, sql, type Steps } from './database.ts';
import type { Bucket, SlotAnswer, SlotRequest } from '../slots.ts';

/** One change within a batch: a slot is taken, its request was answered, or it is released. */
export type SlotChange =
  | { readonly kind: 'take'; readonly account: string; readonly request: SlotRequest }
  | { readonly kind: 'answered' | 'released'; readonly id: string };

/** Milliseconds added to every window: the platform's clock may be coarser than this one. */
const marginMs = 20;

/** An hour: a platform that asks for more probably means something else, such as a date in seconds. */
export const maxCooldownMs = 3_600_000;

/** Milliseconds for which slots are kept back after the platform has said that there were too many requests. */
export const withheldMs = 300_000;

/** How many slots of a bucket are taken between two removals of those whose window has passed. Those do not count, removed or not. */
const slotsBetweenPurges = 32;

/**
 * Makes a batch of changes in a few statements, however many they are. The answers are in the order of the changes; only a change that
 * takes a slot has one. The caller holds the locks of the accounts.
 */
export function* changeSlots(changes: readonly SlotChange[], now: number): Steps<readonly (SlotAnswer | undefined)[]> {
  const answered = idsOf(changes, 'answered');
  const released = idsOf(changes, 'released');
  if (answered.length > 0)
    yield* run(sql`UPDATE slots SET until = per + ${now + marginMs} WHERE id IN ${padded(answered)}`);
  // Not deleted: that would change the number of slots of an account whose lock is not held.
  if (released.length > 0) yield* run(sql`UPDATE slots SET until = 0 WHERE id IN ${padded(released)}`);
  const accounts = accountsOf(changes);
  if (accounts.length === 0) return changes.map(() => undefined);
  const usage = yield* readUsage(accounts);
  const batch = new SlotBatch(usage, now);
  const answers: (SlotAnswer | undefined)[] = [];
  for (const change of changes) answers.push(change.kind === 'take' ? yield* batch.take(change) : undefined);
  yield* batch.finish();
  return answers;
}

/** The accounts that take slots, each once, in the order in which every process locks them. */
export const accountsOf = (changes: readonly SlotChange[]): string[] =>
  [...new Set(changes.flatMap((change) => (change.kind === 'take' ? [change.account] : [])))].toSorted();

const idsOf = (changes: readonly SlotChange[], kind: SlotChange['kind']): string[] =>
  changes.flatMap((change) => (change.kind === kind && 'id' in change ? [change.id] : []));

/** How much of a bucket is used. */
interface Usage {
  /** Slots in the store and taken by this batch, including those whose window has passed, unless they were removed. */
  slots: number;
  /** Whether this batch has removed those whose window has passed. */
  isPurged: boolean;
  /** The end of its cooldown. */
  until: number;
}

/** By account and bucket. */
type Usages = Map<string, Usage>;

/** Ids begin with the time, so that slots taken together are neighbours in the index and a batch changes few of its pages. */
const slotId = (now: number): string =>
  `${Math.floor(now).toString(36).padStart(10, '0')}.${randomBytes(8).toString('hex')}`;

const keyOf = (account: string, bucket: string): string => `${account}\n${bucket}`;

function* readUsage(accounts: readonly string[]): Steps<Usages> {
  const usageRows = yield* rows<{ account: string; bucket: string; slots: number; until: number }>(
    sql`SELECT account, bucket, sum(slots) AS slots, max(until) AS until FROM (
      SELECT account, bucket, slots, 0 AS until FROM slot_counts WHERE account IN ${padded(accounts)}
      UNION ALL SELECT account, bucket, 0, until FROM cooldowns WHERE account IN ${padded(accounts)}) AS used GROUP BY account, bucket`,
  );
  return new Map(
    usageRows.map(({ account, bucket, slots, until }) => [keyOf(account, bucket), { slots, until, isPurged: false }]),
  );
}

type Take = SlotChange & { readonly kind: 'take' };

/** Takes slots one after the other, and writes them together. */
class SlotBatch {
  readonly #usages: Usages;
  readonly #now: number;
  readonly #purgesDue = new Map<string, readonly [account: string, bucket: string]>();
  #unwritten: Query[] = [];

  constructor(usages: Usages, now: number) {
    this.#usages = usages;
    this.#now = now;
  }

  *take({ account, request: { buckets, deadline, reservedForCalls, ahead } }: Take): Steps<SlotAnswer> {
    let longest = { bucket: '', ms: 0 };
    for (const [index, bucket] of buckets.entries()) {
      const ms = yield* this.#waitFor(account, bucket, index === 0 ? reservedForCalls : 0, ahead);
      if (ms > longest.ms) longest = { bucket: bucket.name, ms };
    }
    if (longest.ms > 0) return { kind: 'full', ...longest };
    const id = slotId(this.#now);
    for (const { name, per } of buckets) {
      this.#unwritten.push(sql`(${id}, ${account}, ${name}, ${per}, ${this.#now + deadline + per + marginMs})`);
      const usage = this.#usageOf(account, name);
      if (++usage.slots % slotsBetweenPurges === 0) this.#purgesDue.set(keyOf(account, name), [account, name]);
    }
    return { kind: 'taken', id };
  }

  *finish(): Steps<void> {
    yield* this.#write();
    for (const [account, bucket] of this.#purgesDue.values()) yield* this.#purge(account, bucket);
  }

  /** Removes slots whose window has passed, so that all that remain count. */
  *#purge(account: string, bucket: string): Steps<void> {
    const usage = this.#usageOf(account, bucket);
    if (usage.isPurged) return;
    usage.slots -= yield* run(
      sql`DELETE FROM slots WHERE account = ${account} AND bucket = ${bucket} AND until <= ${this.#now}`,
    );
    usage.isPurged = true;
  }

  *#write(): Steps<void> {
    const rest = this.#unwritten;
    this.#unwritten = [];
    while (rest.length > 0) {
      // Powers of two: few different lengths make few statements to prepare.
      const some = rest.splice(0, 2 ** Math.floor(Math.log2(rest.length)));
      yield* run(sql`INSERT INTO slots (id, account, bucket, per, until) VALUES ${join(some)}`);
    }
  }

  #usageOf(account: string, bucket: string): Usage {
    const key = keyOf(account, bucket);
    const usage = this.#usages.get(key) ?? { slots: 0, isPurged: true, until: 0 };
    this.#usages.set(key, usage);
    return usage;
  }

  /** Milliseconds until the bucket has room for one more after `ahead` others; 0 if it has room now. */
  *#waitFor(account: string, { name, requests, per }: Bucket, reservedForCalls: number, ahead: number): Steps<number> {
    const now = this.#now;
    const usage = this.#usageOf(account, name);
    const remainingMs = usage.until - now;
    if (remainingMs > maxCooldownMs) yield* shortenCooldowns(account, now);
    if (remainingMs > 0) return Math.min(remainingMs, maxCooldownMs);
    const capacity = Math.max(1, requests - reservedForCalls);
    if (usage.slots < capacity) return 0;
    yield* this.#purge(account, name);
    const slotCount = usage.slots;
    if (slotCount < capacity) return 0;
    // What the batch has taken so far counts as well.
    yield* this.#write();
    const turn = slotCount - capacity + ahead;
    const freed = yield* row<{ until: number }>(
      sql`SELECT until FROM slots WHERE account = ${account} AND bucket = ${name} AND until > ${now}
        ORDER BY until LIMIT 1 OFFSET ${turn % slotCount}`,
    );
    // Another process has given slots back since they were counted.
    if (!freed) return 1;
    // The slot of a request under way is free a window after its answer, which may come at any moment.
    // Requests ahead of this one take each slot again, for at least a window each time.
    const rounds = Math.floor(turn / slotCount);
    return Math.max(1, Math.min(freed.until - now, per + marginMs) + rounds * (per + marginMs));
  }
}

/** Shortens cooldowns above the maximum: earlier versions obeyed any Retry-After. */
export function* shortenCooldowns(account: string, now: number): Steps<void> {
  const until = now + maxCooldownMs;
  yield* run(sql`UPDATE cooldowns SET until = ${until} WHERE account = ${account} AND until > ${until}`);
  yield* run(sql`UPDATE slots SET until = ${until + withheldMs}
    WHERE account = ${account} AND id = 'withheld' AND until > ${until + withheldMs}`);
}

/** The values in parentheses, the last one repeated up to a power of two: few different lengths make few statements to prepare. */
const padded = (values: readonly string[]): Query => {
  const length = 2 ** Math.ceil(Math.log2(values.length));
  return sql`(${join(Array.from({ length }, (_, at) => values[at] ?? (values.at(-1) as string)))})`;
};
