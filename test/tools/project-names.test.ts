import { describe, expect, vi } from 'vitest';
import { stage, type Stage } from '../workflows/support/stage.ts';
import { it } from '../workflows/support/staged-test.ts';

/** How often an operation was called. */
function countCalls({ client }: Stage, operation: string): () => number {
  const spy = vi.spyOn(client, 'call');
  return () =>
    spy.mock.calls.filter(([one]) => (typeof one === 'string' ? one : (one as { name: string }).name) === operation)
      .length;
}

describe('a project in the arguments of an operation', () => {
  it('may be a name, a domain or an address, in any case of letters', async ({ s }) => {
    for (const project of ['Moosgarten', ' moosgarten ', 'moosgarten.example', 'https://www.moosgarten.example/x']) {
      const listed = await s.call('articles.list', { project });
      expect(listed).toMatchObject({ ok: true, data: [{ id: 3 }] });
    }
  });

  it('may be the name of a tracking project, below its address and as a field', async ({ s }) => {
    const runs = await s.call('tracking.runs', { id: 'fjordkiste' });
    expect(runs.ok).toBe(true);
    const patterns = await s.call('citation_causality.patterns', { projectId: 'fjordkiste.example' });
    expect(patterns.ok).toBe(true);
    const audits = await s.call('page_audit.list', { tracking_project_id: 'Fjordkiste' });
    expect(audits).toMatchObject({ ok: true, data: [{ url: 'https://fjordkiste.example/' }] });
  });

  it('may be a name in a body that is passed on, and in the tool of an operation', async () => {
    await using s = await stage({}, { toolsets: ['calendar'] });
    const planned = await s.run('calendar_create', { project: 'Moosgarten', body: { title: 'Moss' } });
    expect(planned).toMatchObject({ ok: true, data: { project_id: 2 } });
    const linked = await s.call('google.link_gsc_property', { p: 2, body: { project_id: 'Moosgarten' } });
    expect(linked).toMatchObject({ ok: true, data: { project_id: 2 } });
  });

  it('is read from one list for several calls, and not at all where an id is given', async ({ s }) => {
    const lists = countCalls(s, 'projects.list');
    await s.call('articles.list', { project: 2 });
    expect(lists()).toBe(0);
    for (const operation of ['articles.list', 'keywords.list', 'calendar.list'])
      await s.run('call_read', { operation, arguments: { project: 'Moosgarten' } });
    expect(lists()).toBe(1);
  });

  it('is found right after it was created and no longer after it was renamed', async ({ s }) => {
    const inProject = (project: string) => s.call('articles.list', { project });
    expect(await inProject('Fjordkiste')).toMatchObject({ ok: true });
    await s.call('projects.create', { name: 'Birkenhof', domain: 'birkenhof.example', language: 'de' });
    expect(await inProject('Birkenhof')).toMatchObject({ ok: true });
    await s.call('projects.update', { id: 'Birkenhof', body: { name: 'Erlenhof' } });
    expect(await inProject('Birkenhof')).toMatchObject({ ok: false, error: { code: 'invalid_arguments' } });
  });

  it('is looked up again after a brand was confirmed, and after a project that was shared has been left', async ({
    s,
  }) => {
    const runsOf = (id: string) => s.call('tracking.runs', { id });
    const brand = {
      domain: 'other.example',
      brand: 'Fjordkiste',
      prompts: ['Which box?'],
      language: 'en',
      country: 'DE',
    };
    await s.call('ingest.start', brand);
    expect(await runsOf('Fjordkiste')).toMatchObject({ ok: true });
    await s.call('ingest.start', { ...brand, confirm: true }, { wait_s: 0 });
    expect(await runsOf('Fjordkiste')).toMatchObject({
      ok: false,
      error: { message: expect.stringContaining('several') },
    });
  });

  it('is refused with the candidates where several are called that', async ({ s }) => {
    for (const domain of ['one.example', 'two.example'])
      await s.ask('projects.create', { name: 'Nordwald', domain, language: 'de' });
    const refused = await s.call('articles.list', { project: 'Nordwald' });
    expect(refused).toMatchObject({ ok: false, error: { code: 'invalid_arguments', outcome: 'not_sent' } });
    expect(refused.error.candidates.map(({ domain }: { domain: string }) => domain).toSorted()).toEqual([
      'one.example',
      'two.example',
    ]);
  });

  it('is refused with the nearest where none is called that: a part of a name is a guess', async ({ s }) => {
    const refused = await s.call('projects.delete', { id: 'moos' });
    expect(refused).toMatchObject({
      ok: false,
      error: { outcome: 'not_sent', candidates: [{ id: 2, name: 'Moosgarten' }] },
    });
    expect(await s.ask('projects.list')).toHaveLength(2);
  });

  it('is taken under another argument where it can mean nothing else, an id is not', async ({ s }) => {
    const read = (operation: string, given: object) => s.run('call_read', { operation, arguments: given });
    for (const name of ['project', 'brand', 'tracking_project_id', 'domain'])
      expect(await read('prompts.list', { [name]: 'fjordkiste.example' })).toMatchObject({ ok: true });
    expect(await read('keywords.list_researches', { brand: 'Moosgarten' })).toMatchObject({ ok: true });
    const calls = [{ operation: 'tracking.run', arguments: { brand: 'Fjordkiste' } }];
    expect(await s.run('estimate', { calls })).toMatchObject({ data: { credits: 6 } });
    expect(await read('prompts.list', { project: 1 })).toMatchObject({
      error: { fields: { id: ['must be an id, name or domain'] } },
    });
    expect(await read('prompts.list', { project: 'Fjordkiste', brand: 'Fjordkiste' })).toMatchObject({ ok: false });
    // Its own argument of that name means something else.
    expect(await read('projects.get', { id: 2, domain: 'fjordkiste.example' })).toMatchObject({ ok: false });
  });

  it('is priced by its name as well', async ({ s }) => {
    const calls = [{ operation: 'tracking.run', arguments: { id: 'Fjordkiste' } }];
    expect(await s.run('estimate', { calls })).toMatchObject({ ok: true, data: { credits: 6, fits: true } });
  });

  it('is described so once', async ({ s }) => {
    const { data } = await s.run('describe_operation', { operation: 'articles.list' });
    expect(data.arguments.project).toContain('or its name or domain');
  });
});
