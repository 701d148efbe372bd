import { DatabaseSync } from 'node:sqlite';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { allOperations, operationNamed } from '../../../src/catalog/index.ts';
import type { Client } from '../../../src/client/client.ts';
import type { Reply } from '../../../src/client/calls/reply.ts';
import { startSandbox } from '../../../sandbox/sandbox.ts';
import { sampleArguments } from '../../support/sample-arguments.ts';
import { bench, clientOf } from '../../support/bench.ts';
import { folder } from '../../support/processes/folder.ts';
import { isVisibilityError } from '../../../src/client/errors.ts';

type Given = Record<string, unknown>;

/** The embedded platform at half of its speed, where an end that comes too early finds its job still running. */
const stage = await open();
beforeAll(() => stage);
afterAll(() => stage[Symbol.asyncDispose]());

/** What makes the arguments of each start, where the example of the reference does not do with seeded ids. */
const recipes: Readonly<Record<string, (client: Client, earlier: Given) => Given | Promise<Given>>> = {
  'articles.generate_standalone': () => ({ body: { keyword: 'camping box' } }),
  'keywords.research': () => ({ body: { keywords: ['camping box'] } }),
  'images.generate': () => ({ body: { prompt: 'A box in the fog' } }),
  'keywords.import_csv': () => ({
    project: 1,
    file: { name: 'k.csv', content: 'keyword\ncamping box', encoding: 'utf8' },
  }),
  'knowledge_base.add_url': () => ({ project_id: 1, url: 'https://fjordkiste.example/about' }),
  'storylines.assemble_article': async (client) => ({
    id: await made(client, 'storylines.create', { project: 1, keyword: 'camping box' }),
  }),
  'orphan_scans.start': async (client) => ({ id: await made(client, 'orphan_scans.discover', { project: 1 }) }),
  'calendar.generate_article': async (client) => ({
    entry: await made(client, 'calendar.create', { project: 1, body: { title: 'Stoves', date: '2026-12-01' } }),
  }),
  'style_profiles.from_url': () => ({ project: 1, url: 'https://fjordkiste.example' }),
  'images.edit': async (client) => ({
    id: await firstOf(client, 'images.list', {}),
    body: { instruction: 'Brighter.' },
  }),
  'images.bulk_export': async (client) => ({ ids: [await firstOf(client, 'images.list', {})] }),
  'ai_scanner.humanize': () => ({ article_id: 1001, level: 'light' }),
  'pipelines.retry': async (client) => {
    await client
      .call(operationNamed('pipelines.create'), { name: 'Acme', stages: ['this one will fail'] }, { again: true })
      .catch(() => undefined);
    return { id: await firstOf(client, 'pipelines.list', {}) };
  },
  'agentic_chat.chat': (_, { session_id }) => ({
    message: 'Work in the background.',
    ...(session_id ? { session_id } : {}),
  }),
  'ai_scanner.detect': () => ({
    scan_type: 'deep',
    language: 'en',
    body: { text: 'A text that somebody wrote about camping boxes. '.repeat(20) },
  }),
  'humanizer.humanize': () => ({ body: { text: 'A text about camping boxes.' } }),
  'content_optimizer.analyze': () => ({ body: { url: 'https://fjordkiste.example', keyword: 'camping box' } }),
};

/** Jobs without a predecessor that could be mistaken for them. */
const excused: Readonly<Record<string, string>> = {
  'ingest.start': 'one dialogue for each team and domain: a second start goes on with the first',
  'page_audit.create': 'each audit is watched by an id of its own, and its desktop render goes on after its end',
  'agentic_chat.answer_question': 'the embedded platform goes on at once, without a job',
  'citation_causality.start_sandbox_run': 'for administrators; each run is watched by an id of its own',
};

/** The platform shows no state of a check of claims: one that changed nothing is not passed off as finished. */
const mayBeUnknown = new Set(['accuracy.reverify', 'accuracy.backfill']);

const starts = allOperations().filter(({ name, job, aliasOf }) => job && !aliasOf && !(name in excused));

test.each(starts.map(({ name }) => name))(
  '%s ends with its own job, the second time as well',
  async (name) => {
    const { client, running, ended } = stage;
    let earlier: Given = {};
    for (const round of ['first', 'second']) {
      const given = (await recipes[name]?.(client, earlier)) ?? seeded(sampleArguments(operationNamed(name)));
      const before = { running: running(), ended: ended() };
      const outcome = await client.call(operationNamed(name), given, { again: true }).catch((error: unknown) => error);
      if (isVisibilityError(outcome))
        expect([outcome.code, mayBeUnknown.has(name)], `${round}: ${outcome.message}`).toEqual([
          'outcome_unknown',
          true,
        ]);
      else expect((outcome as Reply).job?.state, round).toBe('completed');
      // The platform has work of its own in the background: nothing of this job is among it any more.
      expect({ stillRunning: running() > before.running, ended: ended() > before.ended }, round).toEqual({
        stillRunning: false,
        ended: true,
      });
      earlier = isVisibilityError(outcome) ? {} : ((outcome as Reply).data as Given);
    }
  },
  60_000,
);

/** The example's ids are made up; the seed of the embedded platform counts from 1. */
const seeded = (example: Given): Given => JSON.parse(JSON.stringify(example).replaceAll(/\b12\b/g, '1')) as Given;

async function made(client: Client, name: string, given: Given): Promise<unknown> {
  const { data } = await client.call(operationNamed(name), given);
  const fields = data as Given;
  return fields['id'] ?? fields['storyline_id'];
}

async function firstOf(client: Client, name: string, given: Given): Promise<unknown> {
  const { data } = await client.call(operationNamed(name), given);
  return (data as Given[])[0]?.['id'];
}

/** Work that the platform does automatically: no call waits for it. */
const standing = [
  'optimization.iterate',
  'site_monitor.watch',
  'tracking.schedule',
  'brand_knowledge.renewal',
  'cited_sources.retry',
]
  .map((plan) => `'${plan}'`)
  .join();

async function open() {
  const rig = await bench();
  const place = await folder();
  const file = join(place.path, 'platform.db');
  const sandbox = await startSandbox({ clock: rig.clock, rate: 0, speed: 0.5, balance: 100_000, data: file });
  const store = new DatabaseSync(file, { readOnly: true });
  const client = await clientOf({
    apiUrl: sandbox.url,
    token: 'sandbox-owner',
    clock: rig.clock,
    state: await rig.state(),
    requestsPerMinute: 100_000,
    maxWaitSeconds: 20_000,
    unpriced: 500,
  });
  const count = (where: string) =>
    Number(store.prepare(`SELECT count(*) AS n FROM jobs WHERE ${where} AND plan NOT IN (${standing})`).get()?.['n']);
  return {
    client,
    running: () => count("state = 'running'"),
    ended: () => count("state <> 'running'"),
    async [Symbol.asyncDispose]() {
      store.close();
      await client.close();
      await rig[Symbol.asyncDispose]();
      await sandbox.close();
      await place[Symbol.asyncDispose]();
    },
  };
}
