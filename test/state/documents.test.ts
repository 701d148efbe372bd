import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { DocumentKeys, StoredDocument } from '../../src/state/documents.ts';
import { virtualClock } from '../support/clock/virtual-clock.ts';
import { engine, freshState } from '../support/state/store.ts';
import { holds } from '../support/state/holds.ts';

interface Kept extends DocumentKeys {
  readonly kind: string;
  readonly id: string;
  payload: string;
  consumedAt: number | null;
  expiresAt: number | null;
  readonly keptAt: number;
}

const one = <const Name extends string, Fields extends object>(
  name: Name,
  fields: { readonly [K in keyof Fields]: fc.Arbitrary<Fields[K]> },
): fc.Arbitrary<Fields & { readonly do: Name }> =>
  fc.record(fields as never).map((given) => ({ ...(given as Fields), do: name }));

const kind = fc.constantFrom('code', 'token');
const id = fc.constantFrom('1', '2', '3');
const whose = fc.constantFrom('x', 'y', undefined);
const ms = fc.constantFrom(1, 500, 1_000);
const put = one('put', { kind, id, grant: whose, uid: whose, owner: whose, ms: fc.option(ms) });
const putFirst = one('putFirst', { kind, id, ms: fc.option(ms) });
const list = one('list', { kind, owner: fc.constantFrom('x', 'y') });
const byUid = one('findByUid', { kind, uid: fc.constantFrom('x', 'y') });
const pass = one('pass', { ms });
const step = fc.oneof(
  { arbitrary: put, weight: 6 },
  { arbitrary: putFirst, weight: 2 },
  one('find', { kind, id }),
  { arbitrary: byUid, weight: 3 },
  { arbitrary: list, weight: 2 },
  one('consume', { kind, id }),
  one('keepUntil', { kind, id, ms }),
  one('remove', { kind, id }),
  one('take', { kind, id }),
  one('removeGrant', { grant: fc.constantFrom('x', 'y') }),
  { arbitrary: pass, weight: 4 },
);

test('documents are found, used up and forgotten as a plain list of them would be', { timeout: 120_000 }, async () => {
  const clock = virtualClock();
  await using rig = await freshState(clock);
  const { documents } = rig.state;
  let count = 0;
  const property = fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40, size: 'max' }), async (steps) => {
    for (const grant of ['x', 'y']) await documents.removeGrant(grant);
    for (const name of ['code', 'token']) for (const n of ['1', '2', '3']) await documents.remove(name, n);
    let kept: Kept[] = [];
    const current = (): Kept[] => kept.filter(({ expiresAt }) => expiresAt === null || expiresAt > clock.now());
    const at = ({ kind: name, id: n }: { readonly kind: string; readonly id: string }): Kept | undefined =>
      kept.find((known) => known.kind === name && known.id === n);
    const seen = (known: Kept | undefined): StoredDocument | undefined =>
      known && current().includes(known) ? { payload: known.payload, consumedAt: known.consumedAt } : undefined;
    const forget = (known: Kept | undefined): void => void (kept = kept.filter((other) => other !== known));
    for (const asked of steps) {
      if (asked.do === 'pass') await clock.advance(asked.ms);
      if (asked.do === 'put') {
        const { kind: name, id: n, ms: lasts, do: _, ...keys } = asked;
        const [payload, expiresAt] = [`${++count}`, lasts === null ? null : clock.now() + lasts];
        await documents.put(name, n, payload, { ...keys, expiresAt });
        kept = current();
        const stored = at(asked);
        forget(stored);
        const keptAt = stored?.keptAt ?? clock.now();
        kept.push({ consumedAt: null, ...stored, ...keys, kind: name, id: n, payload, expiresAt, keptAt });
      }
      if (asked.do === 'putFirst') {
        const { kind: name, id: n, ms: lasts } = asked;
        const [payload, expiresAt] = [`${++count}`, lasts === null ? null : clock.now() + lasts];
        const isFirst = at(asked) === undefined;
        if (isFirst) kept.push({ consumedAt: null, kind: name, id: n, payload, expiresAt, keptAt: clock.now() });
        expect(await documents.putFirst(name, n, payload, { expiresAt })).toEqual(seen(at(asked)));
      }
      if (asked.do === 'find') expect(await documents.find(asked.kind, asked.id)).toEqual(seen(at(asked)));
      if (asked.do === 'findByUid') {
        const all = current().filter((known) => known.kind === asked.kind && known.uid === asked.uid);
        const document = await documents.findByUid(asked.kind, asked.uid);
        if (all.length === 0) expect(document).toBeUndefined();
        else expect(all.map(seen)).toContainEqual(document);
      }
      if (asked.do === 'list') {
        const all = current().filter((known) => known.kind === asked.kind && known.owner === asked.owner);
        const listed = await documents.list(asked.kind, asked.owner);
        expect(new Set(listed)).toEqual(new Set(all.map(seen)));
        const times = listed.map(({ payload }) => all.find((known) => known.payload === payload)?.keptAt ?? 0);
        expect(times).toEqual(times.toSorted((a, b) => b - a));
      }
      if (asked.do === 'consume') {
        const stored = at(asked);
        expect(await documents.consume(asked.kind, asked.id)).toBe(stored !== undefined && stored.consumedAt === null);
        if (stored) stored.consumedAt ??= clock.now();
      }
      if (asked.do === 'remove') await documents.remove(asked.kind, asked.id);
      if (asked.do === 'take') expect(await documents.take(asked.kind, asked.id)).toEqual(seen(at(asked)));
      if (asked.do === 'remove' || (asked.do === 'take' && seen(at(asked)))) forget(at(asked));
      if (asked.do === 'removeGrant') {
        await documents.removeGrant(asked.grant);
        kept = kept.filter(({ grant }) => grant !== asked.grant);
      }
    }
  });
  await holds(property, { seed: 7, numRuns: engine === 'postgres' ? 20 : 50 });
});
