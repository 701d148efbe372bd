import { describe, expect } from 'vitest';
import { it } from './workflows/support/staged-test.ts';

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
