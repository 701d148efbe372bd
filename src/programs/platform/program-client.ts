import { type Operation, operationNamed } from '../../catalog/index.ts';
import type { CallOptions, Platform } from '../../client/index.ts';
import type { Clock } from '../../base/index.ts';
import { definedFields } from '../../base/json/defined-fields.ts';
import { waitForRoom } from './wait-for-room.ts';
import { isVisibilityError } from '../../client/errors.ts';

/** Seconds that one attempt waits for its slot, before it is repeated. */
const roomSeconds = 60;

/** Options of every call of one program. */
export interface ProgramOptions {
  readonly clock: Clock;
  /** Called with each operation; throws to refuse it. Not called for reads that only resolve a project's name. */
  readonly permit?: ((operation: Operation) => void) | undefined;
  /** Called when the platform has answered with 401, before the program gets the error. */
  readonly onUnauthorized?: (() => Promise<void>) | undefined;
  readonly options: Pick<CallOptions, 'consent' | 'run' | 'label' | 'beforeAttempt' | 'effects'>;
}

/** The client for a program's calls: asks `permit`, waits for the rate limit, and reports each 401. */
export function programClient(client: Platform, { clock, permit, onUnauthorized, options }: ProgramOptions): Platform {
  const reporting401 = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      if (isVisibilityError(error) && error.status === 401) await onUnauthorized?.();
      throw error;
    }
  };
  /** Reads and waits for jobs. They may make several requests, so `beforeAttempt` is called once before all of them. */
  const reading = <T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> =>
    reporting401(async () => {
      await options.beforeAttempt?.();
      return waitForRoom(work, { clock, signal });
    });
  return {
    pins: client.pins,
    label: options.label ?? undefined,
    files: () => client.files(),
    call: (operation, input, args = {}) =>
      reporting401(async () => {
        if (!args.resolvesName) permit?.(typeof operation === 'string' ? operationNamed(operation) : operation);
        const { signal } = args;
        return waitForRoom(() => client.call(operation, input, { roomSeconds, ...args, ...definedFields(options) }), {
          clock,
          signal,
        });
      }),
    quote: (...args) => reading(() => client.quote(...args)),
    wait: (id, args) => reading(() => client.wait(id, { roomSeconds, ...args }), args?.signal),
    jobs: (...args) => client.jobs(...args),
    memory: (label = options.label) => client.memory(label),
    money: () => reading(() => client.money()),
  };
}
