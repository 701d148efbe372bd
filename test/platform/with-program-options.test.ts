import { expect, test } from 'vitest';
import { PlatformRefused } from '../../src/client/errors/platform-refused.ts';
import { operationNamed } from '../../src/catalog/index.ts';
import { withProgramOptions } from '../../src/platform/with-program-options.ts';
import { fakeClient } from '../tools/fake-client.ts';

const list = operationNamed('projects.list');

test.each([
  ['a call', 'call', 401, ['401']],
  ['a price', 'quote', 401, ['asked', '401']],
  ['a wait', 'wait', 401, ['asked', '401']],
  ['a look at the credits', 'money', 401, ['asked', '401']],
  ['a call', 'call', 403, []],
  ['a price', 'quote', 403, ['asked']],
] as const)(
  '%s (%s) that is refused with %i is preceded by and reported as %j',
  async (_, method, status, expected) => {
    const refusal = new PlatformRefused(list, status, {});
    const refuse = () => Promise.reject(refusal);
    const events: string[] = [];
    const client = withProgramOptions(
      fakeClient({ 'projects.list': refuse }, { quote: refuse, wait: refuse, money: refuse }),
      {
        onUnauthorized: async () => void events.push('401'),
        options: { beforeAttempt: async () => void events.push('asked') },
      },
    );
    const work = {
      call: () => client.call(list, {}),
      quote: () => client.quote(list, {}),
      wait: () => client.wait('job_1'),
      money: () => client.money(),
    };
    await expect(work[method]()).rejects.toBe(refusal);
    expect(events).toEqual(expected);
  },
);
