import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Arguments } from '../../../src/catalog/vocabulary/index.ts';
import type { MoneyView } from '../../../src/client/client.ts';
import type { Reconciled } from '../../../src/client/money/reconciler.ts';
import type { CallOptions, JobReply, Reply } from '../../../src/client/calls/reply.ts';
import { systemClock, type Clock } from '../../../src/base/clock.ts';
import type { Answer, ChildSettings, Order } from './child.ts';
import { fastClock } from '../clock/fast-clock.ts';
import { startPlatform, type Platform } from '../platform.ts';
import { preparedStore } from '../state/store.ts';
import { endProcess } from './end-process.ts';
import { testScript } from './test-script.ts';

/** A client in a process of its own. A refusal rejects with an object that has its fields; so does whatever a process that ends leaves open. */
export interface ClientProcess {
  call(operation: string, input: Arguments, options?: CallOptions): Promise<Reply>;
  wait(job: string, options?: CallOptions): Promise<JobReply>;
  money(): Promise<MoneyView>;
  reconcile(): Promise<readonly Reconciled[]>;
  /** Resolves when it has stopped itself, as its `death` says. */
  readonly stopped: Promise<unknown>;
  /** SIGCONT: it goes on where it was stopped. */
  resume(): void;
  /** SIGKILL: it ends without another word. */
  kill(): Promise<void>;
  /** The test is through with it. */
  end(): Promise<void>;
}

export interface Fleet extends AsyncDisposable {
  readonly platform: Platform;
  readonly clock: Clock;
  /** What the clocks of all processes count from. */
  readonly origin: number;
  process(
    settings?: Partial<Pick<ChildSettings, 'budget' | 'requestsPerMinute' | 'origin' | 'death'>>,
  ): Promise<ClientProcess>;
}

type OrderBody = Order extends infer One ? (One extends Order ? Omit<One, 'n'> : never) : never;

const script = new URL('./child.ts', import.meta.url);

/** Real processes on one store and one platform, on a clock `speed` times as fast as the machine's. */
export async function fleet(speed: number): Promise<Fleet> {
  const origin = systemClock.steady();
  const clock = fastClock(speed, origin);
  const platform = await startPlatform(clock);
  const store = await preparedStore();
  const children: ClientProcess[] = [];
  return {
    platform,
    clock,
    origin,
    async process(settings = {}) {
      const given: ChildSettings = {
        apiUrl: platform.url,
        store: store.location,
        speed,
        origin,
        budget: [],
        requestsPerMinute: 60,
        ...settings,
      };
      const one = await clientProcess(given);
      children.push(one);
      return one;
    },
    async [Symbol.asyncDispose]() {
      for (const one of children) await one.end();
      await platform.close();
      await store[Symbol.asyncDispose]();
    },
  };
}

/** Starts a client as told. `quiet`: where it is meant to fail. */
export async function clientProcess(settings: ChildSettings & { readonly quiet?: boolean }): Promise<ClientProcess> {
  const { quiet, ...told } = settings;
  const { file, env } = testScript(script);
  const child = spawn(process.execPath, ['--no-warnings', file, JSON.stringify(told)], {
    env,
    stdio: ['ignore', 'pipe', quiet ? 'ignore' : 'inherit', 'ipc'],
  });
  const pending = new Map<number, PromiseWithResolvers<unknown>>();
  const answer = (n: number): Promise<unknown> => {
    const asked = Promise.withResolvers<unknown>();
    pending.set(n, asked);
    return asked.promise;
  };
  const exit = once(child, 'exit').then(([code]) => {
    for (const asked of pending.values()) asked.reject(new Error(`the process ended with ${code}`));
  });
  child.on('message', ({ n, value, error }: Answer) => {
    const asked = pending.get(n);
    pending.delete(n);
    if (error === undefined) asked?.resolve(value);
    else asked?.reject(error);
  });
  if (!child.stdout) throw new Error('the process has no stdout');
  const stopped = once(child.stdout, 'data');
  await answer(0);
  let orders = 0;
  const order = <T>(body: OrderBody): Promise<T> => {
    const n = ++orders;
    // What a process that has ended is asked is never answered.
    child.send({ n, ...body }, () => undefined);
    return answer(n) as Promise<T>;
  };
  return {
    call: (operation, input, options = {}) => order<Reply>({ do: 'call', operation, input, options }),
    wait: (job, options = {}) => order<JobReply>({ do: 'wait', job, options }),
    money: () => order<MoneyView>({ do: 'money' }),
    reconcile: () => order<readonly Reconciled[]>({ do: 'reconcile' }),
    stopped,
    resume: () => void child.kill('SIGCONT'),
    kill: async () => {
      child.kill('SIGKILL');
      await exit;
    },
    end: () => endProcess(child),
  };
}
