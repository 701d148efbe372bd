import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import type { AccountMemory, VisibilityError } from '../../client/index.ts';
import { leaseOwner } from '../../state/lease-owner.ts';
import { maxMemoryNames } from '../../state/program-memory.ts';
import type { Clock } from '../../base/index.ts';
import { invalidCall, readGiven } from './read-given.ts';

/** Calls of a program to its memory: for stored values, and for the steps of `once`. */
const memoryCalls = ['state.get', 'state.set', 'state.delete', 'once.begin', 'once.end', 'once.drop'] as const;

export type MemoryCall = (typeof memoryCalls)[number];

export const isMemoryCall = (name: string): name is MemoryCall => (memoryCalls as readonly string[]).includes(name);

/** Answer to `once.begin`: the caller has the claim and does the work, or the work is already done. */
export type OnceTurn = { readonly claimed: string } | { readonly done: unknown };

/** Maximum bytes of JSON of one value. */
const maxValueBytes = 64 * 1024;

/** Maximum characters of a name. */
const maxNameChars = 200;

/** Milliseconds after which the claim of a process lapses unless it is renewed. */
const leaseMs = 15_000;

/** The holder of a claim in a dry run, which takes none. */
const dryHolder = 'dry';

/** Milliseconds between two attempts to get a claim that another holder has. */
const lookEveryMs = 500;

/**
 * Carries out the calls of a program, or of all programs of a process, to their memory.
 * @param run the id of the program's run: it keeps its claims if another process continues it
 */
export function createMemoryCalls(
  memory: () => Promise<AccountMemory>,
  clock: Clock,
  run?: { readonly id: string; readonly isDry: boolean },
): (call: MemoryCall, args: readonly unknown[], signal?: AbortSignal) => Promise<unknown> {
  const owner = leaseOwner(randomUUID());
  /** Controllers that are aborted when a claim of this process ends, by holder and name. */
  const claimed = new Map<string, AbortController>();

  return async (call, [first, second, third], signal) => {
    const name = nameOf(call, first);
    const kept = await memory();
    const { store, place } = kept;
    switch (call) {
      case 'state.get':
        return JSON.parse((await store.get(place, name)) ?? 'null');
      case 'state.set':
        if (!(await store.set(place, name, valueOf(name, second)))) throw tooManyNames('values');
        return null;
      case 'state.delete':
        await store.delete(place, name);
        return null;
      case 'once.begin':
        return begin(kept, name, spanOf(readGiven('once', onceOptions, second).newerThan), signal);
      case 'once.end':
        return end(kept, name, String(second), third);
      case 'once.drop':
        if (second !== dryHolder) await store.release(place, name, String(second));
        leave(name, String(second));
        return null;
    }
  };

  async function begin(
    { store, place }: AccountMemory,
    name: string,
    newerThanMs: number | undefined,
    signal: AbortSignal | undefined,
  ): Promise<OnceTurn> {
    if (run?.isDry) {
      const json = await store.done(place, name, newerThanMs);
      return json === undefined ? { claimed: dryHolder } : { done: doneValue(name, json) };
    }
    const holder = run?.id ?? randomUUID();
    for (;;) {
      // All claims of a run have the same holder, so this process distinguishes them within the run.
      const own = claimed.get(keyOf(name, holder));
      if (own) {
        await clock.sleep(lookEveryMs, signal);
        continue;
      }
      const isOver = new AbortController();
      claimed.set(keyOf(name, holder), isOver);
      let isClaimed = false;
      try {
        const answer = await store.claim(place, name, { holder, run: run?.id, owner, leaseMs, newerThanMs });
        if (answer.kind === 'full') throw tooManyNames('claims');
        if (answer.kind === 'done') return { done: doneValue(name, answer.json) };
        isClaimed = answer.kind === 'claimed';
        if (isClaimed && !run) keep({ store, place }, name, holder, isOver.signal);
        if (isClaimed) return { claimed: holder };
      } finally {
        if (!isClaimed) claimed.delete(keyOf(name, holder));
      }
      await clock.sleep(lookEveryMs, signal);
    }
  }

  async function end(
    { store, place }: AccountMemory,
    name: string,
    holder: string,
    value: unknown,
  ): Promise<{ readonly value: unknown }> {
    const json = keptJson(value);
    if (holder !== dryHolder) await store.settle(place, name, holder, json);
    leave(name, holder);
    return { value: doneValue(name, json) };
  }

  function leave(name: string, holder: string): void {
    claimed.get(keyOf(name, holder))?.abort();
    claimed.delete(keyOf(name, holder));
  }

  /** Renews a claim of this process until it ends. A claim that cannot be renewed lapses. */
  function keep({ store, place }: AccountMemory, name: string, holder: string, isOver: AbortSignal): void {
    const renewing = async (): Promise<void> => {
      do await clock.sleep(leaseMs / 3, isOver);
      while (await store.renew(place, name, { holder, leaseMs }));
    };
    renewing().catch(() => undefined);
  }
}

const keyOf = (name: string, holder: string): string => JSON.stringify([holder, name]);

function nameOf(call: MemoryCall, value: unknown): string {
  const isName = typeof value === 'string' && value.trim() !== '' && value.length <= maxNameChars;
  if (isName && value.isWellFormed() && !value.includes('\0')) return value;
  const method = call.startsWith('once') ? 'once' : call;
  throw invalidCall(`${method} takes a name of 1 to ${maxNameChars} characters first.`);
}

function valueOf(name: string, value: unknown): string {
  const json = keptJson(value);
  if (json !== null) return json;
  throw invalidCall(
    `state.set: the value of ${name} is no JSON, or longer than ${maxValueBytes / 1024} kB.`,
    'Keep ids and dates rather than whole records; the platform has those.',
  );
}

/** A value as JSON; null if JSON cannot express it (a BigInt, a cycle), or if it is too long to be kept. */
function keptJson(value: unknown): string | null {
  try {
    const json = JSON.stringify(value ?? null) ?? null;
    return json !== null && Buffer.byteLength(json) <= maxValueBytes ? json : null;
  } catch {
    return null;
  }
}

function doneValue(name: string, json: string | null): unknown {
  if (json !== null) return JSON.parse(json);
  throw invalidCall(
    `once: ${name} was done, and its result is not on record: it was no JSON, or longer than ${maxValueBytes / 1024} kB.`,
    'It is not done again within its span. Let the function return only what later callers need.',
  );
}

const units: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000, w: 7 * 86_400_000 };

/** Milliseconds of a span; NaN for an invalid one, or one longer than a year. */
function spanOf(span: string | undefined): number | undefined {
  if (span === undefined) return undefined;
  const [, count, unit = ''] = /^([1-9]\d{0,4})([mhdw])$/.exec(span) ?? [];
  const ms = Number(count) * (units[unit] ?? 0);
  return ms <= 365 * 86_400_000 ? ms : Number.NaN;
}

const onceOptions = z.strictObject({
  newerThan: z
    .string()
    .refine((span) => !Number.isNaN(spanOf(span)), 'is a span such as 30m, 12h, 7d or 2w, at most 365d')
    .optional(),
});

const tooManyNames = (kind: keyof typeof maxMemoryNames): VisibilityError =>
  invalidCall(
    `${kind === 'values' ? 'state' : 'once'} has ${maxMemoryNames[kind]} names on record, the maximum.`,
    kind === 'values' ? 'platform.state.delete(name) frees one.' : 'Use fewer names: each stays for a year.',
  );
