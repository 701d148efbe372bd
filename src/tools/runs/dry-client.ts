import { operationNamed } from '../../catalog/index.ts';
import type { Operation } from '../../catalog/operation.ts';
import type { Reply } from '../../client/call/reply.ts';
import type { Client } from '../../client/client.ts';
import { dryMemory } from '../../runs/dry-memory.ts';
import { endOf } from '../../platform/call-result.ts';
import { sampleAnswer } from '../schema/sample-answer.ts';

/** A call that was not sent. */
export interface PlannedCall {
  readonly operation: string;
  readonly arguments: unknown;
  /** Upper bound; null where none is known. */
  readonly credits: number | null;
}

/**
 * The client whose reads are real. Its other calls are priced, told to `onPlanned`, and answered from their declarations; what it changes in
 * the memory of programs ends with it.
 */
export function dryClient(client: Client, onPlanned: (call: PlannedCall) => void): Client {
  const memories = new Map<string | null | undefined, ReturnType<Client['memory']>>();
  return {
    ...client,
    call: async (nameOrOperation, input, options) => {
      const operation: Operation =
        typeof nameOrOperation === 'string' ? operationNamed(nameOrOperation) : nameOrOperation;
      if (operation.effect === 'read') return client.call(nameOrOperation, input, withoutRun(options));
      const { credits } = await client.quote(nameOrOperation, input);
      onPlanned({ operation: operation.name, arguments: input, credits });
      const reply: Reply = {
        data: sampleAnswer(endOf(operation).answer),
        credits: { estimated: credits ?? 0, charged: 0 },
      };
      return reply as Reply<never>;
    },
    memory(label) {
      const memory = memories.get(label) ?? client.memory(label).then(dryMemory);
      memories.set(label, memory);
      return memory;
    },
  };
}

export const creditsOf = (planned: readonly PlannedCall[]): number =>
  planned.reduce((sum, one) => sum + (one.credits ?? 0), 0);

const withoutRun = <T extends { run?: string | undefined; trace?: unknown }>(
  options: T | undefined,
): Omit<T, 'run' | 'trace'> => {
  const { run: _run, trace: _trace, ...rest } = options ?? ({} as T);
  return rest;
};
