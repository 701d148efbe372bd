import fc from 'fast-check';
import { expect, test } from 'vitest';
import { allOperations, operationNamed } from '../../../src/catalog/index.ts';
import { sendCorrected } from '../../../src/client/call/send-corrected.ts';
import { VisibilityError } from '../../../src/client/errors/visibility-error.ts';
import type { Operation } from '../../../src/catalog/operation.ts';
import { exampleArguments } from '../../../src/tools/schema/example.ts';
import { bench, refusal } from '../../support/bench.ts';
import { json, type Seen } from '../../support/platform.ts';
import { holds } from '../../support/state/holds.ts';

/** Names of what draws credits and takes a text under a name that no document shows. */
const undocumented = allOperations()
  .filter(
    ({ open, price, aliasOf, multipart, likely, params, input, rules }) =>
      open &&
      price.kind === 'fixed' &&
      aliasOf === undefined &&
      !multipart &&
      params.length === 0 &&
      subjectOf(likely) !== undefined &&
      input.safeParse({}).success &&
      rules.every((rule) => rule.holds({})),
  )
  .map(({ name }) => name);

/** The first likely field, with all of its names. */
function subjectOf(likely: Operation['likely']): readonly string[] | undefined {
  const [first] = Object.entries(likely);
  return first && first[1].also.length > 0 ? [first[0], ...first[1].also] : undefined;
}

const bodyOf = ({ body }: Seen): Record<string, unknown> => (body === '' ? {} : JSON.parse(body));

const purchase = fc.record({
  name: fc.constantFrom(...undocumented),
  sent: fc.nat(),
  wanted: fc.nat(),
  /** What the platform refuses next, where the name is right. */
  refuses: fc.constantFrom(undefined, undefined, 422 as const, 409 as const),
});

test('whatever name the platform wants, it is asked twice at most, and what it draws is reserved once', () =>
  holds(
    fc.asyncProperty(
      fc.array(purchase, { minLength: 2, maxLength: 8 }),
      fc.integer({ min: 5, max: 90 }),
      // A platform that draws for what it refuses breaks its word.
      fc.boolean(),
      async (purchases, credits, drawsRefused) => {
        await using it = await bench();
        const client = await it.client({ budget: [{ credits, window: 'day' }] });
        let [drawn, excess] = [0, 0];
        it.platform.on('GET /credits', (...given) => json({ data: { balance: 100_000 - drawn } })(...given));
        for (const { name, sent, wanted, refuses } of purchases) {
          const operation = operationNamed(name);
          const names = subjectOf(operation.likely) as readonly string[];
          const [asked, given] = [names[wanted % names.length] as string, names[sent % names.length] as string];
          const value = exampleArguments(operation)[names[0] as string];
          const { credits: quoted } = await client.quote(
            operation.name as never,
            { body: { [given]: value } } as never,
          );
          const price = quoted ?? 0;
          const route = `POST ${operation.path}`;
          const before = { requests: it.platform.to(route).length, drawn };
          it.platform.on(route, (request, ...rest) => {
            const isRight = bodyOf(request)[asked] !== undefined;
            if ((isRight && refuses === undefined) || drawsRefused) drawn += price;
            if (!isRight)
              return json({ errors: { [asked]: [`The ${asked} field is required.`] } }, 422)(request, ...rest);
            if (refuses) return json({ errors: { plan: ['Not with this plan.'] } }, refuses)(request, ...rest);
            return json({ data: { id: 1, status: 'completed' } })(request, ...rest);
          });
          await client
            .call(operation, { body: { [given]: value } }, { waitSeconds: 5, again: true })
            .catch(() => undefined);
          const requests = it.platform.to(route).slice(before.requests);
          expect(requests.length).toBeLessThanOrEqual(2);
          if (requests.length === 1) expect(bodyOf(requests[0] as Seen)).toEqual({ [given]: value });
          if (requests.length === 2) expect(given).not.toBe(asked);
          excess = Math.max(excess, drawn - before.drawn - (requests.length > 0 ? price : 0));
          const { totals } = await client.money();
          if (!drawsRefused) {
            expect(totals.charged + totals.reserved).toBeGreaterThanOrEqual(drawn);
            expect(drawn).toBeLessThanOrEqual(credits);
          }
        }
        expect(drawn).toBeLessThanOrEqual(credits + (drawsRefused ? excess : 0));
      },
    ),
    { seed: 7, numRuns: 6 },
  ));

const research = operationNamed('keywords.research');
const route = 'POST /keywords/research';
const wants = (name: string, reason = `The ${name} field is required.`) => json({ errors: { [name]: [reason] } }, 422);

test.each([
  { sent: { keywords: ['moss'] }, named: 'seed', corrected: { seed: 'moss' } },
  { sent: { seed: 'moss', project_id: 3 }, named: 'keywords', corrected: { keywords: ['moss'], project_id: 3 } },
  { sent: { keywords: ['moss', 'fern'] }, named: 'seeds', corrected: { seeds: ['moss', 'fern'] } },
  { sent: { keywords: ['moss'] }, named: 'list_of_keywords', corrected: { list_of_keywords: ['moss'] } },
  // A term would be lost; an id is no other thing's; what is not known is not made up.
  { sent: { keywords: ['moss', 'fern'] }, named: 'seed', corrected: undefined },
  { sent: { keywords: ['moss'], project_id: 3 }, named: 'tracking_project_id', corrected: undefined },
  { sent: { keywords: ['moss'] }, named: 'budget', corrected: undefined },
])('$sent, refused for want of $named, is sent once more as $corrected', async ({ sent, named, corrected }) => {
  await using it = await bench();
  const client = await it.client();
  it.platform.on(route, wants(named), json({ data: { id: 1 } }));
  await client.call(research, { body: sent }, { waitSeconds: 5 }).catch(() => undefined);
  expect(it.platform.to(route).map(bodyOf)).toEqual(corrected ? [sent, corrected] : [sent]);
});

test.each([400, 409, 500])('%i is no reason to send it again', async (status) => {
  await using it = await bench();
  const client = await it.client();
  it.platform.on(route, json({ errors: { seed: ['The seed field is required.'] } }, status));
  await refusal(client.call(research, { body: { keywords: ['moss'] } }, { waitSeconds: 5 }));
  expect(it.platform.to(route)).toHaveLength(1);
});

test('a second refusal is the answer', async () => {
  await using it = await bench();
  const client = await it.client({ budget: [{ credits: 9, window: 'day' }] });
  it.platform.on(route, wants('seed'), wants('keyword'), json({ data: { id: 1 } }));
  const { fields } = await refusal(client.call(research, { body: { keywords: ['moss'] } }, { waitSeconds: 5 }));
  expect(fields).toEqual({ keyword: ['The keyword field is required.'] });
  expect(it.platform.to(route)).toHaveLength(2);
  // The next call finds its five credits free.
  await client.call(research, { body: { keyword: 'moss' } }, { waitSeconds: 5 });
  expect(it.platform.to(route)).toHaveLength(3);
});

const keywords = JSON.stringify({ keywords: ['moss'] });
const refused422 = (outcome: 'rejected' | 'unknown' = 'rejected'): VisibilityError =>
  new VisibilityError('invalid_arguments', 'No.', {
    outcome,
    status: 422,
    fields: { seed: ['The seed field is required.'] },
  });

test.each([
  ['is sent again', research, { contentType: 'application/json', body: keywords }, 'rejected', 2],
  ['of another type stays as it is', research, { contentType: 'text/plain', body: keywords }, 'rejected', 1],
  [
    'of bytes stays as it is',
    research,
    { contentType: 'application/json', body: Buffer.from(keywords) },
    'rejected',
    1,
  ],
  ['that is not there stays so', research, { contentType: 'application/json' }, 'rejected', 1],
  [
    'of a closed form stays as it is',
    { ...research, open: false },
    { contentType: 'application/json', body: keywords },
    'rejected',
    1,
  ],
  ['of unknown outcome stays alone', research, { contentType: 'application/json', body: keywords }, 'unknown', 1],
] as const)('a body that %s', async (_, operation, request, outcome, sent) => {
  const bodies: unknown[] = [];
  const refusing = sendCorrected(async (_operation, _input, { body }) => {
    bodies.push(body);
    throw refused422(outcome);
  });
  await refusal(refusing(operation as Operation, {}, { method: 'POST', target: '', ...request }, {} as never));
  expect(bodies).toEqual(
    [('body' in request && request.body) || undefined, JSON.stringify({ seed: 'moss' })].slice(0, sent),
  );
});

test('where the second request does not leave, the first refusal is the answer', async () => {
  const first = refused422();
  const stopped = new VisibilityError('cancelled', 'Stopped.', { outcome: 'not_sent' });
  const errors = [first, stopped];
  const refusing = sendCorrected(async () => Promise.reject(errors.shift()));
  const request = { method: 'POST', target: '', contentType: 'application/json', body: keywords };
  expect(await refusal(refusing(research, {}, request, {} as never))).toBe(first);
  const leaving = [first, stopped];
  const sending = sendCorrected(async (_operation, _input, _request, { beforeAttempt }) => {
    await beforeAttempt?.();
    throw leaving.shift();
  });
  expect(await refusal(sending(research, {}, request, {} as never))).toBe(stopped);
});
