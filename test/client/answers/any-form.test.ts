import { expect, test } from 'vitest';
import { allOperations, operationNamed } from '../../../src/catalog/index.ts';
import type { Operation } from '../../../src/catalog/vocabulary/index.ts';
import type { Client } from '../../../src/client/client.ts';
import { openState } from '../../../src/state/open-state.ts';
import { exampleArguments } from '../../../src/catalog/schema/example.ts';
import { savedBounds } from '../../../src/state/saved-files.ts';
import { bench } from '../../support/bench.ts';
import { json, type Behaviour } from '../../support/platform.ts';
import { projects } from '../../support/stories.ts';
import { isVisibilityError } from '../../../src/client/errors.ts';

const brief = operationNamed('insights.generate_brief');

const words = 'Made for you, 7 credits well spent.';

const body =
  (said: string | Uint8Array, type?: string, status?: number): ((declared: number) => Behaviour) =>
  (declared) =>
  (_, response) => {
    response.writeHead(status ?? declared, type === undefined ? {} : { 'content-type': type });
    response.end(said);
  };

/** Forms in which a platform may give what was paid for; each holds the words, but for the empty ones. */
const forms: Readonly<Record<string, (declared: number) => Behaviour>> = {
  markdown: body(`# Report\n\n${words}`, 'text/markdown; charset=utf-8'),
  'plain text': body(words, 'text/plain'),
  CSV: body(`what,how much\n"${words}",7\n`, 'text/csv'),
  NDJSON: body(`{"what":"${words}"}\n`, 'application/x-ndjson'),
  HTML: body(`<!doctype html><p>${words}</p>`, 'text/html'),
  'a file': body(Buffer.concat([Buffer.from([0x25, 0x50, 0, 0xff]), Buffer.from(words)]), 'application/pdf'),
  'an envelope': body(JSON.stringify({ data: { note: words } }), 'application/json'),
  'a bare value': body(JSON.stringify(words), 'application/json'),
  'a list': body(JSON.stringify([{ note: words }]), 'application/json'),
  'JSON with a mark': body(`\uFEFF${JSON.stringify({ note: words })}`, 'application/json'),
  'JSON without a type': body(JSON.stringify({ note: words })),
  'JSON under another type': body(JSON.stringify({ note: words }), 'text/html'),
  'text without a type': body(words),
  'text that is called JSON': body(words, 'application/json'),
  'half of a JSON document': body(`{"note":"${words}"`, 'application/json'),
  'another success': body(JSON.stringify({ note: words }), 'application/json', 207),
  '202 with a message': body(JSON.stringify({ message: words }), 'application/json', 202),
  'an empty body': body(''),
  'no content': body('', undefined, 204),
};
const empty = new Set(['an empty body', 'no content']);

const paid = allOperations().filter(({ effect, aliasOf }) => effect === 'paid' && aliasOf === undefined);

/** The answers from which prices are computed. */
const facts = { content: 'Some words.', estimated_credits: 1, credits_per_run: 3, pages_total: 9 };

test('a file that was paid for is kept whatever else is kept, one that was not is refused then', async () => {
  await using rig = await bench();
  const client = await rig.client({ unpriced: 100 });
  for (let n = 0; n < savedBounds.files; n++)
    await (await client.files()).keepMade({ mime: 'text/plain', body: Buffer.from(`${n}`), name: `${n}.txt` });
  const pdf = forms['a file'] as (typeof forms)[string];
  // The free one first: what is kept once is kept.
  for (const operation of [projects, brief]) {
    const given = argumentsOf(operation);
    rig.platform.on(routeOf(operation, given), pdf(200));
    const { file, data } = await client.call(operation, given, { keepsFiles: true, anyForm: true });
    expect(file ?? (data as { kept?: unknown }).kept, operation.name).toHaveProperty(
      operation === brief ? 'uri' : 'not_kept',
    );
  }
});

/** These are some 380 paid calls: on one platform, and on a store in memory. */
test('what is paid for is sent once, counted, and handed over in any form in which it is received', async () => {
  await using rig = await bench();
  // In memory: nothing here is about durability.
  const state = await openState(':memory:', rig.clock);
  const client = await rig.client({ state, requestsPerMinute: 1_000_000, unpriced: 100 });
  for (const [nth, limited] of paid.entries()) {
    // The platform's own limits are not what is tested.
    const paidOperation: Operation = { ...limited, limits: [] };
    const given = argumentsOf(paidOperation);
    const route = routeOf(paidOperation, given);
    const fact = 'fact' in paidOperation.price ? paidOperation.price.fact : undefined;
    if (fact) {
      const read = operationNamed(fact.operation);
      const values = Object.fromEntries(Object.entries(fact.with).map(([name, field]) => [name, given[field]]));
      rig.platform.on(routeOf(read, values), json({ data: read.answer.kind === 'list' ? [facts] : facts }));
    }
    if (paidOperation.job) {
      const watching = operationNamed(paidOperation.job.watch);
      if (watching.answer.kind === 'list') rig.platform.on(routeOf(watching, given), json([]));
    }
    // Each form with many operations, and all of them with those whose answer is a text.
    const isText = 'textField' in limited.answer;
    for (const [form, behaviour] of Object.entries(forms).filter((_, n) => isText || n % 4 === nth % 4)) {
      rig.platform.on(route, behaviour(paidOperation.status));
      const before = rig.platform.to(route).length;
      // The latest call is listed first.
      await rig.clock.sleep(1);
      const seen = await outcomeOf(client, paidOperation, given);
      const says = `${paidOperation.name}, ${form}: ${seen.shown} ${seen.entry?.state}`;
      expect(rig.platform.to(route).length - before, says).toBe(1);
      expect(seen.entry?.state, says).toMatch(/completed|running|needs_you|unknown/);
      // In full: as charged, or as held for the end of its job or until it is found in the history.
      // An invoice draws no credits.
      const { charged, estimated } = seen.entry?.credits ?? {};
      expect(charged ?? estimated, says).toBe(paidOperation.family === 'billing' ? 0 : estimated);
      if (!empty.has(form)) expect(seen.shown, says).toContain('7 credits well spent');
    }
  }
  await client.close();
  await state.close();
}, 120_000);

/** All that a caller gets to see of a call: its reply, the file it points to, or the error with its facts. */
async function outcomeOf(client: Client, paidOperation: Operation, given: Record<string, unknown>) {
  const shown: unknown[] = [];
  let id: string | undefined;
  try {
    const { data, started, file, unexpected, shows, record } = await client.call(paidOperation, given, {
      again: true,
      waitSeconds: 3,
    });
    id = record;
    shown.push(data, started, file, unexpected, shows);
  } catch (error) {
    if (!isVisibilityError(error)) throw error;
    id = /job_\w+/.exec(error.message)?.[0];
    shown.push(error.code, error.message, error.facts);
  }
  const entry = (await client.jobs({ limit: 1 })).find(({ job_id }) => job_id === id);
  const kept = /visibility:\/\/saved\/([\w-]+)/.exec(JSON.stringify(shown))?.[1];
  if (kept !== undefined) shown.push(Buffer.from((await client.keptFile(kept)).body).toString('latin1'));
  return { shown: JSON.stringify(shown), entry };
}

function argumentsOf(one: Operation): Record<string, unknown> {
  const given = exampleArguments(one);
  const more = { project_id: 1, tracking_project_id: 1, ...given };
  return one.input.safeParse(more).success ? more : given;
}

const routeOf = ({ method, path }: Operation, values: Readonly<Record<string, unknown>>): string =>
  `${method} ${path.replace(/\{(\w+)\}/g, (_, param: string) => encodeURIComponent(String(values[param])))}`;
