import { type Arguments, type Job, present, type Source, type StateValue } from '../catalog/operation.ts';
import { pick } from './path.ts';

/** How a job stands, read from an answer of the platform. */
export interface Verdict {
  readonly kind: 'open' | 'done' | 'failed' | 'asks';
  readonly platformState: StateValue;
  /** Percent. */
  readonly progress?: number;
  readonly reason?: string;
}

/** Reads the job's state from `said`; undefined where the answer does not tell it. `ref`: the element to look at in a list. */
export function verdict(job: Job, said: unknown, ref?: unknown): Verdict | undefined {
  const place = element(said, ref);
  const value = pick(place, job.state);
  if (job.done.includes(present)) {
    const there = Array.isArray(value) ? value.length > 0 : value !== undefined && value !== null;
    return { kind: there ? 'done' : 'open', platformState: there ? 'present' : 'absent' };
  }
  if (value === undefined || (typeof value === 'object' && value !== null)) return undefined;
  const platformState = value as StateValue;
  const told = { platformState, ...progressOf(job, place), ...reasonOf(job, place) };
  if (job.done.includes(platformState)) return { kind: 'done', ...told };
  if (job.failed?.includes(platformState)) return { kind: 'failed', ...told };
  if (typeof platformState === 'string' && job.asks && Object.hasOwn(job.asks, platformState)) return { kind: 'asks', ...told };
  return { kind: 'open', ...told };
}

/** The watching operation's arguments, or undefined where the platform gave no handle. */
export function watchArguments(sources: Job['with'], input: Arguments, said: unknown): Record<string, unknown> | undefined {
  const known = Object.entries(sources).map(([name, source]) => [name, resolve(source, input, said)] as const);
  return known.every(([, value]) => typeof value === 'string' || typeof value === 'number') ? Object.fromEntries(known) : undefined;
}

/** The value a source stands for. */
export function resolve(source: Source, input: Arguments, said: unknown): unknown {
  if ('input' in source) return input[source.input];
  for (const path of source.answer) {
    const value = pick(said, path);
    if (value !== undefined && value !== null) return value;
  }
  return undefined;
}

/** What the start of a job said, brought up to date by the element of a list that tells of it. */
export function upToDate(start: unknown, said: unknown, ref: unknown): unknown {
  const found = element(said, ref);
  const begun = pick(start, 'data') ?? start;
  return isObject(found) && isObject(begun) ? { ...begun, ...found } : start;
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

/** In a list: the element with that id, else the first. Anything else is its own element. */
function element(said: unknown, ref: unknown): unknown {
  const list = Array.isArray(said) ? said : ref === undefined ? undefined : pick(said, 'data');
  if (!Array.isArray(list)) return said;
  return list.find((one) => pick(one, 'id') === ref) ?? list[0];
}

function progressOf({ progress }: Job, place: unknown): { progress?: number } {
  if (!progress) return {};
  if (typeof progress === 'string') {
    const percent = pick(place, progress);
    return typeof percent === 'number' ? { progress: clamp(percent) } : {};
  }
  const [done, total] = progress.map((path) => pick(place, path));
  return typeof done === 'number' && typeof total === 'number' && total > 0 ? { progress: clamp((100 * done) / total) } : {};
}

const clamp = (percent: number): number => Math.min(100, Math.max(0, percent));

function reasonOf({ reason }: Job, place: unknown): { reason?: string } {
  const told = reason && pick(place, reason);
  return typeof told === 'string' && told !== '' ? { reason: told } : {};
}
