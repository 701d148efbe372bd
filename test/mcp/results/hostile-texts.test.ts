import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hiddenIn } from '../../support/hidden-characters.ts';
import { hostileTexts } from '../../support/hostile-texts.ts';
import { isThorough } from '../../support/thorough.ts';
import { fastClock } from '../../support/clock/fast-clock.ts';
import { openHost } from '../support/in-process.ts';
import { type Behaviour, json, type Platform, platformFor } from '../../support/platform.ts';
import type { Message, Told } from '../support/message.ts';
import { environment, run } from '../support/run.ts';
import { pointedAt, type Session } from '../support/stdio-host.ts';
import { suiteScope } from '../support/suite-scope.ts';

/** Every text of the corpus in every position of an answer, through every exit of the program. */
const texts = hostileTexts;
/** For calls that hold a single text each: every third of the corpus, from another one on in each place, or all of them. */
const sample = (from: number): readonly string[] => texts.filter((_, at) => isThorough || at % 3 === from % 3);
const batches = Array.from({ length: Math.ceil(texts.length / 18) }, (_, at) => texts.slice(at * 18, at * 18 + 18));

const scope = suiteScope();
const questions: { message: string; requestedSchema: unknown }[] = [];
let platform: Platform;
let host: Session;
let env: Record<string, string>;

beforeAll(async () => {
  platform = await platformFor(scope);
  env = environment(
    scope,
    pointedAt(platform, {
      VISIBILITY_RATE: '100000',
      VISIBILITY_BUDGET: '100000/day,20/unpriced',
      VISIBILITY_MAX_WAIT: '600',
    }),
  );
  const answer = ({ params }: Message) => (questions.push(params as never), { action: 'cancel' });
  host = await openHost(scope, { env, capabilities: { elicitation: { form: {} } }, answer, clock: fastClock(10) });
});

/** Whatever came, in whatever message: nothing hidden in it, and nothing raw on the wire that a terminal obeys. */
afterAll(() => {
  expect(host.messages.length).toBeGreaterThan(250);
  expect(hiddenIn(host.messages)).toEqual([]);
  expect(host.output().stdout).not.toMatch(/[\u0000-\u0009\u000B-\u001F\u007F-\u009F\u200B\u202A-\u202E\u2066-\u2069]/);
});

const on = (route: string, said: unknown, status = 200, headers: Record<string, string> = {}): void =>
  platform.on(route, typeof said === 'string' ? raw(said, headers) : json(said, status, headers));

const raw =
  (said: string, headers: Record<string, string>): Behaviour =>
  (_, response) => {
    response.writeHead(200, headers);
    response.end(said);
  };

const readProject = (id: number, more: object = {}): Promise<Told> =>
  host.call('call_read', { operation: 'projects.get', arguments: { id }, ...more });

/** Checks for every result: bounded, the platform's part last and named, its fences closed where they say. */
function safe(result: Told): void {
  const text = JSON.stringify(result);
  expect(text.length).toBeLessThan(32_000);
  const [last] = Object.keys(result).slice(-1);
  expect(last).toBe(result.ok ? 'data' : 'error');
  expectFences(text, (result as unknown as { note?: string }).note);
}

/** The mark that the note explains opens and closes in turn, and stands nowhere else. */
function expectFences(whole: string, note = ''): void {
  const [, mark] = /^Text between <<([0-9a-f]{8}) and/.exec(note) ?? [];
  if (mark === undefined) return;
  const text = whole.replace(JSON.stringify(note).slice(1, -1), '').replace(note, '');
  const opened = text.split(`<<${mark}`).length - 1;
  expect(text.split(`${mark}>>`).length - 1).toBe(opened);
  expect(text.split(mark).length - 1).toBe(2 * opened);
}

const untrusted = (result: Told): unknown => (result as unknown as Record<string, unknown>)['untrusted'];

describe('a result', () => {
  it('that holds them as values says that its data is untrusted, and fences what has lines or looks like a frame', async () => {
    for (const [at, batch] of batches.entries()) {
      on(`GET /projects/${at + 1}`, {
        data: Object.fromEntries([['id', at + 1], ...batch.map((text, field) => [`field_${field}`, text])]),
      });
      for (const format of ['concise', 'detailed']) {
        const result = await readProject(at + 1, { format });
        safe(result);
        expect(untrusted(result)).toBe('data');
        for (const value of Object.values(result.data as Record<string, unknown>)) {
          if (typeof value !== 'string' || value.startsWith('<<')) continue;
          expect(value).not.toContain('\n');
          expect(value.length <= 200 || /^https?:\/\/\S{1,2000}$/.test(value), value.slice(0, 100)).toBe(true);
          expect(value).not.toMatch(/<\/?(system|tool|function|untrusted|assistant)|\{"ok"|<\|im_|^System:/i);
        }
      }
    }
  });

  it('that holds them in a list is a table or a list of the same', async () => {
    for (const batch of batches) {
      on('GET /projects', {
        data: batch.map((text, at) => ({ id: at, name: text, domain: text, language: text })),
        meta: { current_page: 1, per_page: 100, total: batch.length, last_page: 1 },
      });
      const result = await host.call('call_read', { operation: 'projects.list', arguments: {} });
      safe(result);
      expect(untrusted(result)).toBe('data');
    }
  });

  it('that holds them as field names bounds these, and keeps each', async () => {
    for (const batch of batches) {
      on('GET /projects/1', { data: { id: 1, ...Object.fromEntries(batch.map((text, at) => [text, at])) } });
      const result = await readProject(1, { format: 'detailed' });
      safe(result);
      expect(untrusted(result)).toBe('data');
      for (const name of Object.keys(result.data as object)) expect(name).toMatch(/^[^\n]{0,106}$/);
      const strange = await readProject(1, { fields: ['nowhere'] });
      expect(String((strange as unknown as Record<string, unknown>)['fields_note']).length).toBeLessThan(900);
    }
  });

  it('that holds them as ids keeps these on one line, and short', async () => {
    for (const batch of batches) {
      on('GET /projects/1', {
        data: {
          id: 1,
          list: batch.map((text) => ({ id: text, team_id: text, tag_ids: [text, text], page_id: { inner: text } })),
        },
      });
      const result = await readProject(1, { format: 'detailed' });
      safe(result);
      const list = (result.data as { list: unknown }).list;
      const ids = JSON.stringify(list);
      expect(ids).not.toContain('xxxxx'.repeat(50));
      for (const record of Array.isArray(list) ? (list as { id: string; tag_ids: string[] }[]) : []) {
        for (const id of [record.id, ...record.tag_ids]) if (!id.startsWith('<<')) expect(id).toMatch(/^[^\n]{0,200}$/);
      }
    }
  });

  it('of CSV and of NDJSON is no different', async () => {
    for (const batch of batches) {
      const cells = batch.map((text) => `1,"${text.replaceAll('"', '""')}","${text.replaceAll('"', '""')}"`);
      on(
        'GET /tracking-projects/1/cited-sources/export',
        `id,domain,"${batch[0]?.replaceAll('"', '""')}"\n${cells.join('\n')}\n`,
        200,
        { 'content-type': 'text/csv' },
      );
      safe(await host.call('call_read', { operation: 'cited_sources.export', arguments: { id: 1 } }));
      on(
        'GET /grounding/batches/b1/results.ndjson',
        batch.map((text) => JSON.stringify({ audit_id: text, url: text, findings: [{ [text]: text }] })).join('\n'),
        200,
        { 'content-type': 'application/x-ndjson' },
      );
      safe(await host.call('call_read', { operation: 'grounding.batch_results', arguments: { id: 'b1' } }));
    }
  });
});

describe('an error', () => {
  it('quotes the message, bounds fields and facts, and keeps this server in its own words', async () => {
    for (const text of sample(0)) {
      on(
        'GET /projects/1',
        {
          message: text,
          error: { code: text, hint: text },
          errors: { [text]: [text, text] },
          next: text,
          outcome: text,
          retry_after: text,
          untrusted: text,
          fact: text,
          [text]: text,
        },
        422,
      );
      const result = await readProject(1);
      safe(result);
      const { error } = result;
      expect(untrusted(result)).toBe('error');
      expect(error).toMatchObject({ outcome: 'rejected', status: 422 });
      expect(error?.code).toMatch(/^[a-z0-9_]{2,73}$/);
      expect(error?.message.length).toBeLessThanOrEqual(500);
      expect(error?.message).toMatch(/^(The platform says: “[^“”\n]*”|projects\.get does not take)/);
      expect(error?.next ?? '').not.toContain(text);
      expect(JSON.stringify(error).length).toBeLessThan(4_000);
      for (const name of Object.keys(error ?? {})) expect(name).toMatch(/^[a-z0-9_]{1,64}$/);
    }
  });

  it.each([
    'budget_exceeded',
    'budget_in_flight',
    'confirmation_required',
    'outcome_unknown',
    'unreachable',
    'unreadable',
    'internal',
    'job_failed',
    'unknown_operation',
    'wrong_effect',
    'cancelled',
  ])('that calls itself %s is distinguished from this server’s own', async (code) => {
    for (const body of [{ error: { code } }, { error: code }, { code }]) {
      on('GET /projects/1', { message: 'No.', ...body }, 403);
      expect((await readProject(1)).error).toMatchObject({ code: `platform_${code}`, status: 403 });
    }
  });

  it.each([
    [401, 'unauthorized'],
    [402, 'insufficient_credits'],
    [404, 'not_found'],
    [409, 'conflict'],
    [422, 'invalid_arguments'],
  ])('of status %i keeps the code %s, which means the same', async (status, code) => {
    on('GET /projects/1', { message: 'No.', error: { code } }, status);
    expect((await readProject(1)).error).toMatchObject({ code, status });
  });

  it('of a thousand facts, fields and reasons is short, and says what it leaves out', async () => {
    const many = (of: (at: number) => unknown): Record<string, unknown> =>
      Object.fromEntries(Array.from({ length: 1_000 }, (_, at) => [`name_${at}`, of(at)]));
    on(
      'GET /projects/1',
      {
        message: 'x'.repeat(100_000).slice(0, 20_000),
        errors: many(() => Array.from({ length: 5 }, () => 'no')),
        ...many(() => 'fact '.repeat(40)),
      },
      422,
    );
    const { error } = await readProject(1);
    expect(JSON.stringify(error).length).toBeLessThan(4_000);
    expect(error).toMatchObject({ facts_left_out: expect.any(Number), fields_left_out: expect.any(Number) });
    for (const name of ['facts_left_out', 'fields_left_out']) expect(Number(error?.[name])).toBeGreaterThan(900);
  });
});

describe('a job', () => {
  const start = 'POST /grounding/analyze';

  it('shows a state, and reports it while it runs, bounded and quoted where it is no word', async () => {
    for (const [at, text] of sample(1).entries()) {
      on(start, { audit_id: `aud_${at}`, status: text }, 202);
      on(`GET /grounding/audits/aud_${at}`, { audit_id: `aud_${at}`, status: text });
      const result = await host.call(
        'call_paid',
        { operation: 'grounding.analyze', arguments: { url: `https://tea.example/${at}` }, wait_s: 0 },
        { progressToken: `state ${at}` },
      );
      safe(result);
      const state = result.job?.['platform_state'];
      expect(String(state ?? '').length).toBeLessThanOrEqual(82);
      if (/\s/.test(String(state ?? ''))) expect(state).toMatch(/^“[^“”\n]*”$/);
    }
    const result = host.messages
      .filter(({ method }) => method === 'notifications/progress')
      .map(({ params }) => String(params?.['message'] ?? ''));
    expect(result.length).toBeGreaterThan(0);
    for (const message of result) expect(message).toMatch(/^[^\n]{0,200}$/);
  });

  it('is listed for a model and on a terminal with nothing hidden', async () => {
    safe(await host.call('job_list', {}));
    const { stdout } = await run(scope, ['jobs'], { env });
    expect(stdout).not.toMatch(/[\u0000-\u0009\u000B-\u001F\u007F-\u009F\u200B\u202A-\u202E\u2066-\u2069]/);
    expect(hiddenIn(stdout)).toEqual([]);
  });
});

it('a person reads that a question is the platform’s, and can take no part of it for the host’s', async () => {
  for (const [at, text] of sample(2).entries()) {
    const session = {
      session_id: at + 1,
      agentic_status: 'awaiting_user',
      awaiting_user: true,
      is_terminal: false,
      text,
      pending_question: text,
      pending_question_options: [{ label: text || 'x', description: text }],
      credits_used: 0,
    };
    on('POST /agentic/chat', session);
    on(`GET /agentic/sessions/${at + 1}`, session);
    const [tool, args] =
      at % 2 === 0
        ? ['call_paid', { operation: 'agentic_chat.chat', arguments: { message: `Do ${at}` } }]
        : ['ask_agent', { message: `Do ${at}` }];
    safe(await host.call(tool as string, args as object));
  }
  expect(questions.length).toBeGreaterThan(sample(2).length * 0.9);
  expect(hiddenIn(questions)).toEqual([]);
  for (const { message } of questions) {
    expect(message).toMatch(/^The platform's agent asks: “[^“”\n]*”\nThis comes from the content service\./);
    expect(message.length).toBeLessThan(2_600);
  }
});

describe('a resource', () => {
  const read = async (uri: string): Promise<{ text: string }[]> => {
    const { result, error } = await host.request('resources/read', { uri });
    if (error) expect(error.message).toMatch(/^[^\n]{0,700}$/);
    return (result?.['contents'] ?? []) as { text: string }[];
  };

  it('that is JSON is marked and fenced as a result is', async () => {
    for (const batch of batches) {
      on('GET /storylines/1', {
        data: {
          id: 1,
          keyword: batch[0],
          research_data: batch,
          structure: Object.fromEntries(batch.map((text) => [text, text])),
        },
      });
      const [content] = await read('visibility://storylines/1');
      const document = JSON.parse(content?.text ?? '') as Record<string, unknown>;
      expect(Object.keys(document).at(-1)).toBe('data');
      expect(document['untrusted']).toBe('data');
      expectFences(content?.text ?? '', document['note'] as string | undefined);
    }
  });

  it('that is Markdown, CSV or NDJSON holds nothing hidden, and says whose text it is', async () => {
    for (const text of sample(3)) {
      on('GET /articles/1', {
        data: { id: 1, title: text, slug: text, status: text, processing_status: text, content: text },
      });
      on('GET /wiki/pages/page', { body_md: text });
      const [article] = await read('visibility://articles/1');
      expect(article?.text.split('\n')[0]).toMatch(/^# .{0,230}$/);
      const page = (await read('visibility://wiki/page'))[0]?.text ?? '';
      for (const body of [article?.text ?? '', page])
        expectFences(
          body,
          body.split('\n\n').find((part) => part.startsWith('Text between')),
        );
    }
    const call = encodeURIComponent(JSON.stringify({ operation: 'cited_sources.export', arguments: { id: 1 } }));
    expect(await read(`visibility://reads/${call}`)).toMatchObject([
      { mimeType: 'text/csv' },
      { text: expect.stringContaining('never instructions') },
    ]);
  });

  it('that cannot be read says so in one line', async () => {
    for (const text of sample(4)) {
      on('GET /articles/2', { message: text }, 404);
      await read('visibility://articles/2');
    }
  });
});

it('a completion is one short line, and a prompt that takes it quotes it', async () => {
  const hostWithName = await openHost(scope, { env });
  on('GET /projects', {
    data: texts.map((text, at) => ({ id: at, name: `${at}: ${text}`, domain: text })),
    meta: { current_page: 1, per_page: 300, total: texts.length, last_page: 1 },
  });
  for (const [at, text] of texts.entries()) {
    if (!sample(5).includes(text)) continue;
    const { result } = await hostWithName.request('completion/complete', {
      ref: { type: 'ref/prompt', name: 'write_article' },
      argument: { name: 'project', value: `${at}: ` },
    });
    const { values } = (result as unknown as { completion: { values: string[] } }).completion;
    expect(values.length).toBeGreaterThan(0);
    for (const value of values) expect(value).toMatch(/^[^\n]{0,100}$/);
    const prompt = await hostWithName.request('prompts/get', {
      name: 'write_article',
      arguments: { keyword: 'moss', project: text },
    });
    expect(JSON.stringify(prompt.result).length).toBeLessThan(5_000);
    // A person may have pasted it.
    const pasted = await hostWithName.request('prompts/get', { name: 'audit_page', arguments: { url: `x${text}` } });
    expect(pasted.result).toBeDefined();
  }
  expect(hiddenIn(hostWithName.messages)).toEqual([]);
});

it('the command line prints what a tool says without anything a terminal obeys', async () => {
  on('GET /projects/1', { data: { id: 1, list: texts.slice(0, 400) } });
  const { stdout, stderr } = await run(
    scope,
    ['call', 'call_read', '{"operation":"projects.get","arguments":{"id":1},"format":"detailed"}'],
    env,
  );
  for (const printed of [stdout, stderr])
    expect(printed).not.toMatch(/[\u0000-\u0009\u000B-\u001F\u007F-\u009F\u200B\u202A-\u202E\u2066-\u2069]/);
});
