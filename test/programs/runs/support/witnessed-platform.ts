import { type Sandbox, startSandbox } from '../../../../sandbox/sandbox.ts';
import type { Reading } from '../../../../sandbox/readings/reading.ts';
import type { Clock } from '../../../../src/base/clock.ts';

/** The token of the team whose programs run on the platform. */
export const token = 'sandbox-owner';

export interface WitnessedPlatform extends AsyncDisposable {
  readonly url: Sandbox['url'];
  /** Received calls other than reads: the operation and its arguments, once for each call. */
  readonly changes: string[];
  /** Asks it past the program. */
  ask(method: string, path: string, body?: object): Promise<unknown>;
  /** Credits that it has drawn since it was started. */
  drawn(): Promise<number>;
}

/** An embedded platform that tells what reached it. */
export async function startWitnessed(clock: Clock, speed: number): Promise<WitnessedPlatform> {
  const changes: string[] = [];
  const witness: Reading = {
    name: 'witness',
    turnsOn: 'Nothing.',
    behaviour: 'Everything.',
    changeRequest(question, { operation }) {
      if (operation.effect !== 'read')
        changes.push(`${operation.name} ${JSON.stringify([question.values, question.body])}`);
      return question;
    },
  };
  const sandbox = await startSandbox({ rate: 0, speed, clock, readings: [witness] });
  const ask = async (method: string, path: string, body?: object): Promise<unknown> => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const answer = await fetch(`${sandbox.url}${path}`, { method, headers, body: body ? JSON.stringify(body) : null });
    return ((await answer.json()) as { data: unknown }).data;
  };
  const balance = async (): Promise<number> => ((await ask('GET', '/credits')) as { balance: number }).balance;
  const before = await balance();
  return {
    url: sandbox.url,
    changes,
    ask,
    drawn: async () => before - (await balance()),
    [Symbol.asyncDispose]: () => sandbox.close(),
  };
}
