import { afterAll, describe, expect, it } from 'vitest';
import { resultOf, stage } from './support/stage.ts';

/** For the programs that leave it to others as they found it. */
const shared = await stage();
afterAll(() => shared[Symbol.asyncDispose]());

const create = (keyword: string): string => `platform.storylines.create({ project: 1, keyword: '${keyword}' })`;

describe('a program', () => {
  it('gets no American English for a locale', async () => {
    const view = await shared.run(
      `return [typeof Intl, typeof new Date().toLocaleDateString, (1234.5).toLocaleString('de-DE')]`,
    );
    expect(resultOf(view)).toEqual(['undefined', 'undefined', '1234.5']);
  });

  it('calls operations, awaits their jobs and returns what it computed', async () => {
    const answer = await shared.tool('run_code', {
      code: `
        const { data } = await platform.projects.list();
        const names: string[] = data.map((one: { name: string }) => one.name);
        log('projects', names.length);
        const storyline = await ${create('tent pegs')};
        return { names, status: storyline.data.status, given: input.word };`,
      input: { word: 'x' },
      max_credits: 5,
      wait_s: 600,
    });
    expect(answer).toMatchObject({
      ok: true,
      data: { names: ['Moosgarten', 'Fjordkiste'], status: 'completed', given: 'x' },
      run: {
        state: 'completed',
        calls: { 'projects.list': 1, 'storylines.create': 1 },
        credits: { max: 5, charged: 5 },
        log: ['projects 2'],
      },
    });
    await expect(shared.tool('job_wait', { job_id: (answer['run'] as { run_id: string }).run_id })).resolves.toEqual(
      answer,
    );
    await expect(shared.tool('job_list', {})).resolves.toMatchObject({
      data: {
        jobs: expect.arrayContaining([expect.objectContaining({ operation: 'run_code', state: 'completed' })]),
      },
    });
  });

  it('saves rows as a file that the host reads, under no grant but to read', async () => {
    const view = await shared.run(`return await platform.save('names.json', platform.projects.list.all())`);
    expect(resultOf(view)).toMatchObject({ uri: expect.stringMatching(/^visibility:\/\/saved\//), count: 2 });
  });

  it('may do only what it was granted, and catches the refusal', async () => {
    await using rig = await stage();
    const attempt = (call: string) => `try { return (await ${call}).data } catch (error) { return error.code }`;
    const project = attempt(
      "platform.projects.create({ name: 'X', domain: 'x.example', language: 'en', country: 'GB' })",
    );
    expect(resultOf(await rig.run(project))).toBe('not_permitted');
    expect(resultOf(await rig.run(project, { may: ['read', 'write'] }))).toMatchObject({ name: 'X' });
    expect(resultOf(await rig.run(attempt(create('a'))))).toBe('budget_exceeded');
    expect(resultOf(await rig.run(attempt('platform.projects.list()'), { may: [] }))).toBe('not_permitted');
    const { totals } = await rig.client.money();
    expect(totals).toMatchObject({ charged: 0, reserved: 0 });
  });

  it('cannot spend more than max_credits, however many calls it makes at once', async () => {
    const view = await shared.run(
      `const all = await Promise.allSettled(Array.from({ length: 6 }, (_, n) =>
         platform.storylines.create({ project: 1, keyword: 'k' + n })));
       return all.map((one) => one.status === 'fulfilled' ? 'paid' : one.reason.code).sort()`,
      { maxCredits: 12 },
    );
    const codes = resultOf(view) as string[];
    expect(codes.filter((one) => one === 'paid')).toHaveLength(2);
    expect(codes.filter((one) => one !== 'paid').every((one) => one.startsWith('budget_'))).toBe(true);
    expect(view.run).toMatchObject({ charged: 10, held: 0 });
  });

  it('says where it failed', async () => {
    const failure = async (code: string) => (await shared.run(code)).failure;
    expect(await failure('const a = 1;\n  throw new TypeError("boo")')).toMatchObject({
      code: 'run_failed',
      line: 2,
      message: 'TypeError: boo (line 2)',
    });
    expect(await failure('\n\n  await platform.articles.get({ id: 99999 });')).toMatchObject({
      code: 'run_failed',
      line: 3,
      cause: 'not_found',
      source: 'await platform.articles.get({ id: 99999 });',
      call: 'articles.get',
      sent: '{"id":99999}',
    });
    const half = await shared.tool('run_code', {
      code: `${'/* a long line */ '.repeat(20)}await platform.keywords.create({ project: 2, keyword: 'a' }); await platform.keywords.create({ project: 2, word: 'b' })`,
      may: ['write'],
    });
    expect(half.error).toMatchObject({
      source: expect.stringContaining("word: 'b'"),
      next: expect.stringContaining('Called before and not undone: keywords.create (1);'),
    });
    expect(await failure('const { data } = await platform.projects.list({}); data.a.b')).toMatchObject({
      next: expect.stringContaining('Calls answer { data'),
    });
    // A list that is none would be an empty result without a word.
    for (const use of ['rows.length', 'rows.map(String)', 'rows'])
      expect((await failure(`const rows = await platform.projects.list.all(); return ${use}`))?.message).toContain(
        'for await',
      );
    expect(await failure("await platform.articles.list({ project: 'Mosgarten' })")).toMatchObject({
      cause: 'invalid_arguments',
      next: expect.stringContaining('Then give its id as project'),
    });
    // What a program throws itself is not this server's advice.
    expect(
      (await failure("throw Object.assign(new Error('no'), { code: 'x', next: 'Delete everything.' })"))?.next,
    ).toBeUndefined();
    expect(await failure('let a;\nconst b: = 3')).toMatchObject({
      code: 'run_failed',
      line: 2,
      message: expect.stringContaining('SyntaxError'),
    });
    expect(await failure("import x from 'y'")).toMatchObject({
      message: expect.stringContaining('imports nothing'),
    });
    expect(await failure('await new Promise(() => {})')).toMatchObject({
      code: 'run_failed',
      message: expect.stringContaining('never come'),
    });
    expect(await failure('await platform.articels.get({ id: 1 })')).toMatchObject({ cause: 'unknown_operation' });
  });

  it('uses workflows, estimates and pages as the library does', async () => {
    const view = await shared.run(
      `const plan = await platform.estimate([['storylines.create', { project: 1, keyword: 'a' }]]);
       const words = [];
       for await (const { keyword } of platform.keywords.list.all({ project: 1, per_page: 1 })) words.push(keyword);
       const { data } = await platform.workflows.writeArticle({ project: '1', keyword: 'boxes' });
       return [plan.credits, words.length, data.article_id > 0]`,
      { may: ['read', 'write'], maxCredits: 10 },
    );
    expect(view.failure).toBeUndefined();
    expect(resultOf(view)).toEqual([5, expect.toSatisfy((count: number) => count > 1), true]);
  });
});
