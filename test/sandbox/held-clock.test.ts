import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { folder } from '../mcp/support/scope.ts';
import { visit, type Visit } from './visit.ts';

const startsAt = Date.UTC(2026, 10, 23, 22);

/** Past what may stand between: the clock is no part of the contract. */
const atClock = async (place: Visit, init: RequestInit = {}, token: string | null = 'sandbox-admin') => {
  const headers = { 'content-type': 'application/json', authorization: token === null ? '' : `Bearer ${token}` };
  const response = await fetch(new URL('/sandbox/clock', place.url), { headers, ...init });
  return { status: response.status, body: (await response.json()) as unknown };
};

const advance = (place: Visit, by: unknown) =>
  atClock(place, { method: 'POST', body: JSON.stringify({ advance: by }) });

describe('a platform whose time stands still', () => {
  it('shows the same time until it is moved, and as much later then', async () => {
    const place = await visit({ startsAt });
    const created = async () =>
      /"created_at":"([^"]+)"/.exec(
        JSON.stringify((await place.call('action_center.create_todo', { title: 'One' })).body),
      )?.[1];
    expect(await created()).toBe('2026-11-23T22:00:00.000Z');
    place.clock.pass(3600);
    expect(await created()).toBe('2026-11-23T22:00:00.000Z');
    expect((await advance(place, '1d')).body).toEqual({ now: '2026-11-24T22:00:00.000Z' });
    expect(await created()).toBe('2026-11-24T22:00:00.000Z');
    expect((await atClock(place)).body).toEqual({ now: '2026-11-24T22:00:00.000Z' });
  });

  it('ends jobs and runs what is scheduled once its clock says so', async () => {
    const place = await visit({ startsAt });
    await place.call('articles.optimize', { id: 1001 });
    place.clock.pass(86_400);
    expect((await place.call('articles.get', { id: 1001 })).body.data.processing_status).not.toBe('ready');
    await advance(place, '1h');
    expect((await place.call('articles.get', { id: 1001 })).body.data.processing_status).toBe('ready');
    const runs = async () => (await place.call('tracking.runs', { id: 2001 })).body.data;
    const [before, balance] = [(await runs()).length, await place.balance()];
    await advance(place, '2w');
    const started = (await runs()).map((run: { started_at: string }) => run.started_at).slice(0, 2);
    expect(await runs()).toHaveLength(before + 2);
    expect(Date.parse(started[0]) - Date.parse(started[1])).toBe(7 * 86_400_000);
    expect(await place.balance()).toBeLessThan(balance);
  });

  it('answers a request that waits for its clock when that is moved', async () => {
    const place = await visit({ startsAt });
    const turn = place.call('agentic_chat.chat', { message: 'Work in the background.', wait_for_final: true });
    const first = await Promise.race([turn.then(() => 'answered'), atClock(place).then(() => 'waiting')]);
    expect(first).toBe('waiting');
    await advance(place, '1d');
    expect((await turn).status).toBe(200);
  });

  it('invents the same for the same seed and start', async () => {
    const result = async (seed: number) => {
      const place = await visit({ startsAt, seed });
      await place.call('articles.generate', { id: 1001, keyword: 'camping box' });
      await advance(place, '1d');
      const answers = [];
      for (const [name, input] of [
        ['articles.get', { id: 1001 }],
        ['tracking.runs', { id: 2001 }],
        ['credits.history', {}],
        ['images.list', {}],
      ] as const)
        answers.push(JSON.stringify((await place.call(name, input)).body).replaceAll(new URL(place.url).origin, ''));
      return answers;
    };
    expect(await result(7)).toEqual(await result(7));
    expect(await result(7)).not.toEqual(await result(8));
  });

  it('continues from where its data was left, never back', async () => {
    const data = join(folder({ onTestFinished }), 'held.db');
    const first = await visit({ startsAt, data });
    await advance(first, '3d');
    await first.close();
    const again = await visit({ startsAt, data });
    expect((await atClock(again)).body).toEqual({ now: '2026-11-26T22:00:00.000Z' });
    await again.close();
    const later = await visit({ startsAt: startsAt + 7 * 86_400_000, data });
    expect((await atClock(later)).body).toEqual({ now: '2026-11-30T22:00:00.000Z' });
  });

  it.each([
    ['a member', 'sandbox-owner', 403],
    ['a stranger', null, 401],
  ] as const)('is not moved by %s', async (_, token, status) => {
    const place = await visit({ startsAt });
    const answer = await atClock(place, { method: 'POST', body: '{"advance":"1d"}' }, token);
    expect(answer.status).toBe(status);
    expect((await atClock(place)).body).toEqual({ now: '2026-11-23T22:00:00.000Z' });
  });

  it.each(['', '1', '-1d', '1.5d', '1y', '401d', 86_400, null])('does not move by %j', async (by) => {
    const place = await visit({ startsAt });
    expect((await advance(place, by)).status).toBe(422);
    expect((await atClock(place)).body).toEqual({ now: '2026-11-23T22:00:00.000Z' });
  });
});
