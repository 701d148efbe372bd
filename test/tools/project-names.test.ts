import { describe, expect, vi } from 'vitest';
import { openStage, type Stage } from './workflows/support/stage.ts';
import { it } from './workflows/support/staged-test.ts';

/** How often an operation was called. */
function countCalls({ client }: Stage, operation: string): () => number {
  const spy = vi.spyOn(client, 'call');
  return () =>
    spy.mock.calls.filter(([one]) => (typeof one === 'string' ? one : (one as { name: string }).name) === operation)
      .length;
}

describe('a project in the arguments of an operation', () => {
  it('may be a name, a domain or an address, in any case of letters', async ({ stage }) => {
    for (const project of ['Moosgarten', ' moosgarten ', 'moosgarten.example', 'https://www.moosgarten.example/x']) {
      const listed = await stage.call('articles.list', { project });
      expect(listed).toMatchObject({ ok: true, data: [{ id: 1003 }] });
    }
  });

  it('may be the name of a tracking project, below its address and as a field', async ({ stage }) => {
    const runs = await stage.call('tracking.runs', { id: 'fjordkiste' });
    expect(runs.ok).toBe(true);
    const patterns = await stage.call('citation_causality.patterns', { projectId: 'fjordkiste.example' });
    expect(patterns.ok).toBe(true);
    const audits = await stage.call('page_audit.list', { tracking_project_id: 'Fjordkiste' });
    expect(audits).toMatchObject({ ok: true, data: [{ url: 'https://fjordkiste.example/' }] });
  });

  it('may be a name in a body that is passed on, and in the tool of an operation', async () => {
    await using stage = await openStage({}, { toolsets: ['calendar'] });
    const planned = await stage.run('calendar_create', { project: 'Moosgarten', body: { title: 'Moss' } });
    expect(planned).toMatchObject({ ok: true, data: { project_id: 2 } });
    const linked = await stage.call('google.link_gsc_property', { p: 85002, body: { project_id: 'Moosgarten' } });
    expect(linked).toMatchObject({ ok: true, data: { project_id: 2 } });
  });

  it('is read from one list for several calls, and not at all where an id is given', async ({ stage }) => {
    const lists = countCalls(stage, 'projects.list');
    await stage.call('articles.list', { project: 2 });
    expect(lists()).toBe(0);
    for (const operation of ['articles.list', 'keywords.list', 'calendar.list'])
      await stage.run('call_read', { operation, arguments: { project: 'Moosgarten' } });
    expect(lists()).toBe(1);
  });

  it('is found right after it was created and no longer after it was renamed', async ({ stage }) => {
    const inProject = (project: string) => stage.call('articles.list', { project });
    expect(await inProject('Fjordkiste')).toMatchObject({ ok: true });
    await stage.call('projects.create', { name: 'Birkenhof', domain: 'birkenhof.example', language: 'de' });
    expect(await inProject('Birkenhof')).toMatchObject({ ok: true });
    await stage.call('projects.update', { id: 'Birkenhof', body: { name: 'Erlenhof' } });
    expect(await inProject('Birkenhof')).toMatchObject({ ok: false, error: { code: 'invalid_arguments' } });
  });

  it('is looked up again after a brand was confirmed, and after a project that was shared has been left', async ({
    stage,
  }) => {
    const runsOf = (id: string) => stage.call('tracking.runs', { id });
    const brand = {
      domain: 'other.example',
      brand: 'Fjordkiste',
      prompts: ['Which box?'],
      language: 'en',
      country: 'DE',
    };
    await stage.call('ingest.start', brand);
    expect(await runsOf('Fjordkiste')).toMatchObject({ ok: true });
    await stage.call('ingest.start', { ...brand, confirm: true });
    expect(await runsOf('Fjordkiste')).toMatchObject({
      ok: false,
      error: { message: expect.stringContaining('several') },
    });
  });

  it('is refused with the candidates where several are called that', async ({ stage }) => {
    for (const domain of ['one.example', 'two.example'])
      await stage.ask('projects.create', { name: 'Nordwald', domain, language: 'de' });
    const refused = await stage.call('articles.list', { project: 'Nordwald' });
    expect(refused).toMatchObject({ ok: false, error: { code: 'invalid_arguments', outcome: 'not_sent' } });
    expect(refused.error.candidates.map(({ domain }: { domain: string }) => domain).toSorted()).toEqual([
      'one.example',
      'two.example',
    ]);
  });

  it('is refused with the nearest where none is called that: a part of a name is a guess', async ({ stage }) => {
    const refused = await stage.call('projects.delete', { id: 'moos' });
    expect(refused).toMatchObject({
      ok: false,
      error: { outcome: 'not_sent', candidates: [{ id: 2, name: 'Moosgarten' }] },
    });
    expect(await stage.ask('projects.list')).toHaveLength(2);
  });
});
