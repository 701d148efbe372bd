import type { Arguments, Job, Source, StateValue } from '../../catalog/operation.ts';
import { pick } from '../call/path.ts';

/** The state of a job, read from an answer of the platform. */
export interface JobStatus {
  readonly kind: 'open' | 'done' | 'failed' | 'asks' | 'lost';
  readonly platformState: StateValue;
  /** Percent. */
  readonly progress?: number;
  readonly reason?: string;
  /** The state may be that of an earlier job: only the elapsed time suggests that it is this one's. */
  readonly unconfirmed?: true;
}

/** Reads the job's state from `said`; undefined where the answer does not state it. `ref`: the element to look at in a list. */
export function readJobStatus(job: Job, said: unknown, ref?: unknown): JobStatus | undefined {
  const place = element(said, ref);
  const value = pick(place, job.state);
  if (value === undefined || (typeof value === 'object' && value !== null)) return undefined;
  const platformState = value as StateValue;
  const common = { platformState, ...progressOf(job, place), ...reasonOf(job, place) };
  if (job.done.includes(platformState)) return { kind: 'done', ...common };
  if (job.failed?.includes(platformState)) return { kind: 'failed', ...common };
  if (typeof platformState === 'string' && job.asks && Object.hasOwn(job.asks, platformState))
    return { kind: 'asks', ...common };
  return { kind: 'open', ...common };
}

/** The watching operation's arguments, or undefined where the platform gave no handle. */
export function watchArguments(
  sources: Job['with'],
  input: Arguments,
  said: unknown,
): Record<string, unknown> | undefined {
  const known = Object.entries(sources).map(([name, source]) => [name, resolve(source, input, said)] as const);
  return known.every(([, value]) => typeof value === 'string' || typeof value === 'number')
    ? Object.fromEntries(known)
    : undefined;
}

/** The value a source stands for. */
export function resolve(source: Source, input: Arguments, said: unknown): unknown {
  if ('input' in source) return input[source.input];
  if ('constant' in source) return source.constant;
  for (const path of source.answer) {
    const value = pick(said, path);
    if (value !== undefined && value !== null) return value;
  }
  return undefined;
}

/** What the start of a job said, updated from its element of a list. */
export function upToDate(start: unknown, said: unknown, ref: unknown): unknown {
  const found = element(said, ref);
  const begun = pick(start, 'data') ?? start;
  return isObject(found) && isObject(begun) ? { ...begun, ...found } : start;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** In a list: the element with that id, or undefined; without an id the first. Anything else is its own element. */
function element(said: unknown, ref: unknown): unknown {
  const list = Array.isArray(said) ? said : ref === undefined ? undefined : pick(said, 'data');
  if (!Array.isArray(list)) return said;
  // Ids come as numbers in some answers and as texts in others.
  return ref === undefined ? list[0] : list.find((one) => String(pick(one, 'id')) === String(ref));
}

/** The rows of a list answer, wrapped or not; none for anything else. */
export function rowsIn(said: unknown): readonly unknown[] {
  const list = Array.isArray(said) ? said : pick(said, 'data');
  return Array.isArray(list) ? list : [];
}

function progressOf({ progress }: Job, place: unknown): { progress?: number } {
  if (!progress) return {};
  if (typeof progress === 'string') {
    const percent = pick(place, progress);
    return typeof percent === 'number' ? { progress: clamp(percent) } : {};
  }
  const [done, total] = progress.map((path) => pick(place, path));
  return typeof done === 'number' && typeof total === 'number' && total > 0
    ? { progress: clamp((100 * done) / total) }
    : {};
}

const clamp = (percent: number): number => Math.min(100, Math.max(0, percent));

function reasonOf({ reason }: Job, place: unknown): { reason?: string } {
  const stated = reason && pick(place, reason);
  return typeof stated === 'string' && stated !== '' ? { reason: stated } : {};
}
