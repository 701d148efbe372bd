import type { Arguments, Operation } from '../../src/catalog/operation.ts';
import type { Client, MoneyView } from '../../src/client/client.ts';
import type { CallOptions, JobView, Quote, Reply } from '../../src/client/call/reply.ts';

interface Called {
  readonly name: string;
  readonly input: Arguments;
  readonly options: CallOptions;
}

export interface FakeClient extends Client {
  readonly called: Called[];
}

type Answer = (input: Arguments, options: CallOptions, operation: Operation) => Reply | Promise<Reply>;

const money: MoneyView = {
  limits: [],
  reservations: [],
  recent: [],
  totals: { charged: 0, reserved: 0, in_doubt: 0 },
  spending: { by_operation: [], by_day: [] },
};

/** A client that answers each operation as told, and remembers what it was asked. */
export function fakeClient(
  answers: Readonly<Record<string, Answer>> = {},
  rest: Partial<Pick<Client, 'wait' | 'download' | 'jobs' | 'money' | 'quote'>> = {},
): FakeClient {
  const called: Called[] = [];
  return {
    called,
    call: async (operation, input, options = {}) => {
      called.push({ name: operation.name, input, options });
      const answer = answers[operation.name];
      if (!answer) throw new Error(`not expected: ${operation.name}`);
      return answer(input, options, operation);
    },
    quote: async ({ name, effect, price }): Promise<Quote> => ({
      operation: name,
      effect,
      credits: price.kind === 'fixed' ? price.credits : price.kind === 'metered' ? null : 0,
      basis: 'as declared',
    }),
    records: async () => {
      throw new Error('not expected: records');
    },
    wait: async () => {
      throw new Error('not expected: wait');
    },
    download: async () => {
      throw new Error('not expected: download');
    },
    jobs: async () => [],
    money: async () => money,
    reconcile: async () => [],
    acceptBalance: async () => undefined,
    forget: async () => {},
    close: async () => {},
    ...rest,
  };
}

export const jobOf = (fields: Partial<JobView>): JobView => ({
  job_id: 'job_1',
  operation: 'articles.generate',
  state: 'running',
  started_at: '2026-11-20T09:00:00Z',
  arguments: {},
  credits: { estimated: 5 },
  ...fields,
});
