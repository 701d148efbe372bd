import { definedFields } from '../json/defined-fields.ts';
import { operationNamed } from '../catalog/index.ts';
import type { Operation } from '../catalog/operation.ts';
import type { Platform } from './platform.ts';
import type { CallOptions } from '../client/call/reply.ts';
import { isVisibilityError } from '../client/errors/visibility-error.ts';

/** Options of every call of one program. */
export interface ProgramOptions {
  /** Called with each operation before anything is done; throws to refuse it. */
  readonly permit?: ((operation: Operation) => void) | undefined;
  /** Called when the platform has answered with 401, before the program gets the error. */
  readonly onUnauthorized?: (() => Promise<void>) | undefined;
  readonly options: Pick<CallOptions, 'consent' | 'run' | 'label' | 'beforeAttempt'>;
}

/** The client, with these options on each call: refuses what `permit` refuses, and reports each 401. */
export function withProgramOptions(client: Platform, { permit, onUnauthorized, options }: ProgramOptions): Platform {
  const reporting401 = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      if (isVisibilityError(error) && error.status === 401) await onUnauthorized?.();
      throw error;
    }
  };
  /** Reads and waits for jobs. They may make several requests, so `beforeAttempt` is asked once before all of them. */
  const reading = <T>(work: () => Promise<T>): Promise<T> =>
    reporting401(async () => {
      await options.beforeAttempt?.();
      return work();
    });
  return {
    pins: client.pins,
    label: options.label ?? undefined,
    files: client.files,
    call: (operation, input, args = {}) =>
      reporting401(async () => {
        permit?.(typeof operation === 'string' ? operationNamed(operation) : operation);
        return client.call(operation, input, { ...args, ...definedFields(options) });
      }),
    quote: (...args) => reading(() => client.quote(...args)),
    wait: (...args) => reading(() => client.wait(...args)),
    jobs: (...args) => client.jobs(...args),
    memory: (label = options.label) => client.memory(label),
    money: () => reading(() => client.money()),
  };
}
