import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { systemClock, type Clock } from '../../../../src/base/clock.ts';
import { receiveDelivery, type DeliveryRecord } from '../../../../src/server/http/events/receive-delivery.ts';
import { virtualClock } from '../../../support/clock/virtual-clock.ts';

const [subscription, callback] = ['secret-of-a-subscription', 'secret-of-a-batch'];

/** The batch of the same id on the platform of another account. */
const theirs = { account: 'acme', secret: 'secret-of-their-batch' };

/** Takes a delivery signed with `secret`, and says what was announced because of it. */
async function deliver(
  header: string,
  secret: string,
  message: object | string,
  {
    cut = 71,
    clock = systemClock,
    headers = {},
    ...record
  }: Partial<DeliveryRecord> & { readonly cut?: number; readonly clock?: Clock; readonly headers?: object } = {},
) {
  const announced: unknown[] = [];
  const body = Buffer.from(typeof message === 'string' ? message : JSON.stringify(message));
  const signature = `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`.slice(0, cut);
  const status = await receiveDelivery({ 'x-service-signature': signature, [header]: 'd-1', ...headers }, body, {
    secrets: () => [subscription],
    clock,
    events: async () => ({
      callbackSecrets: async (batch) => (batch === 'b-1' ? [theirs, { account: 'globex', secret: callback }] : []),
      isStarting: async () => false,
      seen: async () => false,
      remember: async () => {},
      announce: async (_operations, ids, { type, account } = {}) => {
        announced.push([type ?? account, ids]);
        return [];
      },
      countCallback: async () => true,
      ...record,
    }),
  });
  return { status, announced };
}

const event = { type: 'article.generated', batch_id: 'b-1', data: { id: 7, article_id: 'a-7', title: 'x' } };

test('an event names a job whose number is too large for a number by all its digits', async () => {
  const large = '{"type":"article.generated","data":{"id":1234567890123456789}}';
  expect((await deliver('x-service-delivery', subscription, large)).announced).toEqual([
    ['article.generated', ['1234567890123456789']],
  ]);
});

test('a callback signed by the subscription is announced to each account with that batch id', async () => {
  expect((await deliver('x-service-webhook-id', subscription, event)).announced).toEqual([
    ['acme', ['b-1']],
    ['globex', ['b-1']],
  ]);
});

test('a callback with a wrong signature is refused, with 503 while its batch may still be starting', async () => {
  const isStarting = async () => true;
  const statusOf = async (batch_id: string) =>
    (await deliver('x-service-webhook-id', 'guessed', { ...event, batch_id }, { isStarting })).status;
  expect([await statusOf('b-1'), await statusOf('b-2')]).toEqual([401, 503]);
});

test('an event that cannot be announced is not remembered: the platform repeats it', async () => {
  const remembered: string[] = [];
  let isAway = true;
  const parts = {
    seen: async (delivery: string) => remembered.includes(delivery),
    remember: async (delivery: string) => void remembered.push(delivery),
    announce: async () => {
      if (isAway) throw new Error('the store is away');
      return [];
    },
  };
  const take = async () => (await deliver('x-service-delivery', subscription, event, parts)).status;
  expect([await take(), remembered]).toEqual([503, []]);
  isAway = false;
  expect([await take(), await take(), remembered]).toEqual([200, 200, ['event d-1']]);
});

test.each([
  // docs/platform/events.md#retries: the platform waits for five seconds.
  ['is taken where it is genuine', { announce: () => new Promise<never>(() => {}) }, 200],
  ['is to be repeated where that is not known yet', { callbackSecrets: () => new Promise<never>(() => {}) }, 503],
])('a delivery that takes too long %s', async (_, parts, status) => {
  const clock = virtualClock();
  const header = status === 200 ? 'x-service-delivery' : 'x-service-webhook-id';
  let answered: unknown;
  void deliver(header, subscription, event, { ...parts, clock }).then((one) => (answered = one.status));
  await clock.advance(3_999);
  expect(answered).toBeUndefined();
  await clock.advance(1);
  expect(answered).toBe(status);
});
