import { operationNamed } from '../catalog/index.ts';
import type { Operation } from '../catalog/operation.ts';
import type { Client } from '../client/client.ts';
import type { CallOptions } from '../client/call/reply.ts';

/** Options of every call of one program. */
export interface ProgramOptions {
  /** Asked with each operation before anything of it is done; throws to refuse. */
  readonly permit?: (operation: Operation) => void;
  readonly options: Pick<CallOptions, 'consent' | 'caller' | 'run'>;
}

/** The client, with these options on each call. */
export const withProgramOptions = (client: Client, { permit, options }: ProgramOptions): Client => ({
  pins: client.pins,
  call: async (operation, input, given = {}) => {
    permit?.(typeof operation === 'string' ? operationNamed(operation) : operation);
    return client.call(operation, input, { ...given, ...options });
  },
  quote: (...args) => client.quote(...args),
  wait: (...args) => client.wait(...args),
  watch: (...args) => client.watch(...args),
  download: (...args) => client.download(...args),
  jobs: (...args) => client.jobs(...args),
  money: () => client.money(),
  reconcile: () => client.reconcile(),
  acceptBalance: () => client.acceptBalance(),
  forget: (...args) => client.forget(...args),
  runs: (...args) => client.runs(...args),
  records: () => client.records(),
  close: () => client.close(),
});
