import { expect, test } from 'vitest';
import { bench, refusal } from '../../support/bench.ts';
import { json } from '../../support/platform.ts';
import { create, start, accepted, story, watched } from '../../support/stories.ts';

test.each<[string, object, number, string]>([
  ['a state that the documents do not name', { data: { id: 7, status: 'pondering' } }, 3, 'shows “pondering” after'],
  ['the end of another vocabulary', { data: { id: 7, status: 'cancelled' } }, 3, 'shows “cancelled” after'],
  ['no state', { data: { id: 7, keyword: 'box' } }, 3, 'shows no state after'],
  ['a state that never changes', { data: { id: 7, status: 'generating' } }, 720, 'shows “generating” after 12 hours'],
  ['an error that was answered with 200', { success: false, status: 404 }, 720, 'shows no state after 12 hours'],
])(
  'a job whose resource shows %s does not run for ever: it ends with where to look',
  async (_, said, minutes, message) => {
    await using rig = await bench();
    rig.platform.on(start, accepted);
    rig.platform.on(watched, json(said));
    const client = await rig.client();
    const id = (await client.call(create, story, { waitSeconds: 20 })).job?.job_id ?? '';
    if (minutes > 60) {
      rig.clock.step((minutes - 60) * 60_000);
      expect((await client.wait(id, { waitSeconds: 100 })).job.state).toBe('running');
      rig.clock.step(3_600_000);
    }
    const refused = await refusal(client.wait(id, { waitSeconds: 200 }));
    expect(refused.code).toBe('outcome_unknown');
    expect(refused.message).toContain(message);
    expect(refused.message).toContain('look with storylines.get {"id":7}');
    expect((await client.money()).totals).toEqual({ charged: 0, reserved: 5, in_doubt: 5 });
  },
);
