import { operationNamed } from '../../src/catalog/index.ts';
import type { OperationName } from '../../src/catalog/operation-types.ts';
import type { Arguments, Operation } from '../../src/catalog/vocabulary/index.ts';
import type { Client, MoneyView } from '../../src/client/client.ts';
import type { CallOptions, JobReply, JobView, Quote, Reply } from '../../src/client/calls/reply.ts';

interface Called {
  readonly name: string;
  readonly input: Arguments;
  readonly options: CallOptions;
}

export interface FakeClient extends Client {
  readonly called: Called[];
}

type Answer = (input: Arguments, options: CallOptions, operation: Operation) => Reply | Promise<Reply>;

type QuoteOf = (operation: Operation, input: Arguments) => Promise<Quote>;

interface Rest extends Partial<Pick<Client, 'wait' | 'jobs' | 'money'>> {
  readonly quote?: QuoteOf;
}

const money: MoneyView = {
  limits: [],
  reservations: [],
  recent: [],
  totals: { charged: 0, reserved: 0, in_doubt: 0 },
  spending: { by_operation: [], by_day: [] },
};

const unexpected = (name: string) => (): Promise<never> => Promise.reject(new Error(`not expected: ${name}`));

/** A client that answers each operation as told, and remembers what it was asked. */
export function fakeClient(
  answers: Readonly<Record<string, Answer>> = {},
  { quote = quoteAsDeclared, ...rest }: Rest = {},
): FakeClient {
  const called: Called[] = [];
  return {
    called,
    call: async (asked, input, options = {}) => {
      const operation = toOperation(asked);
      called.push({ name: operation.name, input, options });
      const answer = answers[operation.name];
      if (!answer) throw new Error(`not expected: ${operation.name}`);
      return (await answer(input, options, operation)) as Reply<never>;
    },
    quote: (operation, input) => quote(toOperation(operation), input),
    observe: unexpected('observe'),
    runs: unexpected('runs'),
    memory: unexpected('memory'),
    history: unexpected('history'),
    rebuild: unexpected('rebuild'),
    wait: unexpected('wait'),
    keptFile: unexpected('keptFile'),
    files: async () => ({
      keepMade: unexpected('keepMade'),
      checkRoom: async () => {},
      filtered: async (rows) => rows,
      nameOf: async ({ name }, _, ending) => `${name}.${ending}`,
    }),
    holds: async () => false,
    jobs: async () => [],
    money: async () => money,
    reconcile: async () => [],
    acceptBalance: async () => undefined,
    forget: async () => {},
    close: async () => {},
    ...rest,
  };
}

/** A list of one page, as the documents show it. */
export const onePage = (data: readonly object[]): Reply => ({
  data,
  page: { page: 1, per_page: 100, total: data.length, last_page: 1 },
});

export const nameOf = (operation: OperationName | Operation): string =>
  typeof operation === 'string' ? operation : operation.name;

const toOperation = (operation: OperationName | Operation): Operation =>
  typeof operation === 'string' ? operationNamed(operation) : operation;

const quoteAsDeclared: QuoteOf = async ({ name, effect, price }) => ({
  operation: name,
  effect,
  credits: price.kind === 'fixed' ? price.credits : price.kind === 'metered' ? null : 0,
  basis: 'as declared',
});

export const jobOf = (fields: Partial<JobView>): JobView => ({
  job_id: 'job_1',
  operation: 'articles.generate',
  state: 'running',
  started_at: '2026-11-20T09:00:00Z',
  arguments: {},
  credits: { estimated: 5 },
  ...fields,
});

/** The result of waiting for such a job. */
export function waitedFor(fields: Partial<JobView>): JobReply {
  const { data = null, ...job } = jobOf(fields);
  return { data, job, credits: job.credits };
}
