import { operationNamed } from '../catalog/index.ts';
import type { Platform } from './platform.ts';
import type { CallOptions } from '../client/call/reply.ts';
import type { RawResponse } from '../client/decoding/decoded-response.ts';
import type { TaskSteps } from './task-steps.ts';

/** The client for a task, which records each answer in the task's steps. */
export const recordedClient = (client: Platform, steps: TaskSteps): Platform => {
  const acknowledged = async (id: string, { deferAcknowledgement }: CallOptions): Promise<void> => {
    const acknowledge = (): Promise<void> => client.wait(id, { waitSeconds: 0 }).then(nothing, nothing);
    // The result counts as delivered when the result of the task is delivered.
    await (deferAcknowledgement?.((yes) => (yes ? acknowledge() : Promise.resolve())) ?? acknowledge());
  };
  const look = async <T>(name: string, args: unknown, make: () => Promise<T>): Promise<T> =>
    (await steps.outcomeOf({ name, request: JSON.stringify([name, args]), isRead: true, make })) as T;

  return {
    pins: client.pins,
    label: client.label,
    files: client.files,
    call: async (operation, input, options = {}) => {
      const { name, effect } = typeof operation === 'string' ? operationNamed(operation) : operation;
      const { again = false, omitOneTimeFields = false } = options;
      return unpacked(
        await steps.outcomeOf({
          name,
          request: JSON.stringify(['call', name, input, again, omitOneTimeFields]),
          isRead: effect === 'read',
          make: async (trace) => packed(await client.call(operation, input, { ...options, trace })),
          acknowledge: async (entry) => void (entry === null || (await acknowledged(entry, options))),
        }),
      );
    },
    wait: async (id, options = {}) =>
      unpacked(
        await steps.outcomeOf({
          name: id,
          request: JSON.stringify(['wait', id]),
          // Not a mere read: it takes the result of a job, which is then delivered.
          isRead: false,
          make: async () => packed(await client.wait(id, options)),
          acknowledge: () => acknowledged(id, options),
        }),
      ),
    quote: (operation, input) =>
      look('quote', [typeof operation === 'string' ? operation : operation.name, input], () =>
        client.quote(operation, input),
      ),
    memory: (label) => client.memory(label),
    jobs: (filter) => look('jobs', filter ?? {}, () => client.jobs(filter)),
    money: () => look('money', null, () => client.money()),
  };
};

interface WithBytes {
  readonly raw?: RawResponse | undefined;
}

/** A reply with its bytes in Base64. */
function packed<T extends WithBytes>({ raw, ...reply }: T): unknown {
  return raw ? { ...reply, raw: { mime: raw.mime, body: Buffer.from(raw.body).toString('base64') } } : reply;
}

function unpacked<T extends WithBytes>(step: unknown): T {
  const { raw, ...reply } = step as { readonly raw?: { readonly mime: string; readonly body: string } | undefined };
  return (raw ? { ...reply, raw: { mime: raw.mime, body: Buffer.from(raw.body, 'base64') } } : reply) as T;
}

const nothing = (): void => undefined;
