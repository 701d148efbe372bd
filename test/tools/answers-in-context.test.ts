import { describe, expect } from 'vitest';
import { openStage } from '../workflows/support/stage.ts';
import { it } from '../workflows/support/staged-test.ts';

describe('the answer of an operation', () => {
  it('counts the records of its lists, those only that were asked for', async ({ stage }) => {
    const whole = await stage.ask('content_audits.compare', { id: 8002 });
    const call = { operation: 'content_audits.compare', arguments: { id: 8002 } };
    const counts = {
      'issues.new': whole.issues.new.length,
      'issues.fixed': whole.issues.fixed.length,
      'issues.persistent': whole.issues.persistent.length,
    };
    expect((await stage.run('call_read', call)).counts).toEqual(counts);
    expect((await stage.run('call_read', { ...call, fields: ['issues.fixed[0:0]'] })).counts).toEqual({
      'issues.fixed': counts['issues.fixed'],
    });
    expect(await stage.run('call_read', { ...call, fields: ['trend'] })).not.toHaveProperty('counts');
  });

  it('says what its scores mean', async ({ stage }) => {
    const audits = await stage.call('content_audits.list');
    expect(audits.scale).toMatch(/0 to 100, higher is better/);
    const detected = await stage.call('ai_scanner.detect', {
      scan_type: 'quick',
      text: 'Boxes keep the rain out of the tent and the bread dry.',
    });
    expect(detected.scale).toMatch(/neither scale nor direction/);
    expect(await stage.call('content_audits.list', {}, { fields: ['source_url'] })).not.toHaveProperty('scale');
  });

  it('shows the tags of prompts and when files expire, and names the fields that nothing has, as a table too', async ({
    stage,
  }) => {
    const file = (await stage.call('files.list')).data.find(
      ({ original_name }: { original_name: string }) => original_name === 'briefing.md',
    );
    expect(file.expires_at).toMatch(/^\d{4}-/);
    for (const prompt_text of ['One?', 'Two?', 'Three?']) await stage.ask('prompts.create', { id: 2001, prompt_text });
    const untagged = await stage.call('prompts.list', { id: 2001 });
    expect(untagged.data.columns).not.toContain('tags');
    expect(untagged.empty_columns.split(', ')).toEqual(
      expect.arrayContaining(['tags', 'persona_label', 'funnel_stage']),
    );
    expect(untagged.all).toMatchObject({ monitor_status: 'active' });
    expect(untagged.data.columns).not.toContain('monitor_status');
    // What is asked for by name stays in its column.
    const asked = await stage.call('prompts.list', { id: 2001 }, { fields: ['monitor_status'] });
    expect(asked.data.columns).toContain('monitor_status');
  });
});

describe('the first call of a kind', () => {
  it('says which operation does it to many at once, and what that costs, once', async ({ stage }) => {
    const [first, second] = await stage.ask('prompts.list', { id: 2001 });
    const pause = (promptId: number) => stage.call('prompts.monitor', { id: 2001, promptId, status: 'paused' });
    expect((await pause(first.id)).hint).toContain('call_write prompts.bulk_monitor (0 credits)');
    expect(await pause(second.id)).not.toHaveProperty('hint');
  });

  it('is one of the same caller', async ({ stage }) => {
    const [{ id: promptId }] = await stage.ask('prompts.list', { id: 2001 });
    const call = { operation: 'prompts.monitor', arguments: { id: 2001, promptId, status: 'paused' } };
    const hints = [];
    for (const caller of ['ann', 'bob', 'bob', 'ann'])
      hints.push('hint' in (await stage.run('call_write', call, { caller })));
    expect(hints).toEqual([true, true, false, false]);
    const other = { operation: 'images.delete', arguments: { id: 11009 } };
    expect(await stage.run('call_delete', other, { caller: 'ann' })).toHaveProperty('hint');
  });

  it('says nothing where there is no such operation, and counts no refusals', async ({ stage }) => {
    for (const name of ['A', 'B']) {
      const made = await stage.call('link_lists.create', { project: 1, name });
      expect(made).not.toHaveProperty('hint');
    }
    await stage.call('images.delete', { id: 999 });
    expect(await stage.call('images.delete', { id: 11009 })).toHaveProperty('hint');
  });
});

it('a search for many things gives a program to start from', async () => {
  await using stage = await openStage({}, { runs: () => Promise.reject(new Error('no program is run')) });
  const hits = await stage.run('find_operations', { query: 'create 20 todos' });
  expect(hits.hint).toContain('platform.action_center.create_todo(row)');
  expect(await stage.run('find_operations', { query: 'create a todo' })).not.toHaveProperty('hint');
});

describe('preparing an orphan scan', () => {
  it('names the finished scan of the same project that was started from here, else says that none is known', async ({
    stage,
  }) => {
    const discover = () => stage.call('orphan_scans.discover', { project: 'Moosgarten' });
    const first = await discover();
    expect(first.earlier).toEqual({ none_known: expect.stringContaining('lists no scans') });
    await stage.call('orphan_scans.start', { id: first.data.id });
    expect((await discover()).earlier).toMatchObject({
      scan_id: first.data.id,
      finished_at: expect.stringMatching(/^\d{4}-/),
      orphans_count: expect.any(Number),
      read: expect.stringContaining('orphan_scans.pages'),
    });
    const other = await stage.call('orphan_scans.discover', { project: 1 });
    expect(other.earlier).toHaveProperty('none_known');
  });
});
