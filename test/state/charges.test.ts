import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { BalanceReading } from '../../src/state/charges.ts';
import type { Entry, EntryChange } from '../../src/state/entry.ts';
import { virtualClock } from '../support/clock/virtual-clock.ts';
import { holds } from '../support/state/holds.ts';
import { recordedCall } from '../support/state/recorded-call.ts';
import { engine, freshState } from '../support/state/store.ts';

type Call = Pick<Entry, 'money' | 'estimate' | 'charged' | 'state' | 'watch' | 'answer'> & {
  readonly id: string;
  /** Whether the mark may include what it drew. */
  isBeforeMark: boolean;
};

/** The records of an account that the documented comparison with the balance uses. */
interface Account {
  readonly name: string;
  readonly calls: Call[];
  /** Calls that have ended, or were accepted. */
  ended: number;
  mark: (BalanceReading & { readonly spent: number }) | undefined;
  compared: number;
  /** When the balance was read that was last compared. */
  comparedAt: number;
  unexplained: number;
}

const sum = (calls: readonly Call[], money: readonly string[], part: (one: Call) => number | null): number =>
  calls.filter((one) => money.includes(one.money)).reduce((total, one) => total + (part(one) ?? 0), 0);

const spentBy = ({ calls }: Account): number => sum(calls, ['settled'], ({ charged }) => charged);
const inDoubtOf = ({ calls }: Account): number => sum(calls, ['in_doubt'], ({ estimate }) => estimate);
/** The known charges of calls in flight; the rest of what they hold is not drawn yet. */
const drawnByOpen = ({ calls }: Account): number =>
  sum(calls, ['dispatching', 'due'], ({ charged, estimate }) => Math.min(charged ?? 0, estimate));

const heldByOpen = ({ calls }: Account): number => sum(calls, ['dispatching', 'due'], ({ estimate }) => estimate);

/** The change of a call, as the ledger documents it. */
function change(account: Account, call: Call, { money = call.money, ...more }: EntryChange): void {
  const isOutcome = ['dispatching', 'due', 'settled'].includes(call.money) && money !== 'dispatching';
  if (isOutcome && money !== call.money) account.ended++;
  const charged = more.charged ?? (money === 'released' ? 0 : call.charged);
  Object.assign(call, { ...more, money, charged });
}

const isRefused = ({ money, state, watch, answer }: Call): boolean =>
  money === 'in_doubt' && state === 'failed' && watch === null && answer === null;

const isHidden = (call: Call): boolean => isRefused(call) && call.isBeforeMark;
const hiddenOf = ({ calls }: Account): number => sum(calls.filter(isHidden), ['in_doubt'], ({ estimate }) => estimate);

/** Whether the mark was replaced. A time after `now` is that of a wrong clock. */
function mark(account: Account, { balance, readAt }: BalanceReading, now: number): boolean {
  if (account.mark && account.mark.readAt > readAt && account.mark.readAt <= now) return false;
  account.mark = { balance, readAt, spent: spentBy(account) };
  return true;
}

/** Whether a later reading has been compared. */
const isOlder = ({ compared, comparedAt }: Account, { readAt }: BalanceReading, ended: number, now: number): boolean =>
  ended < compared || (ended === compared && readAt < comparedAt && comparedAt <= now);

function setBeforeMark({ calls }: Account, isBeforeMark: boolean): void {
  for (const call of calls.filter(({ money }) => money === 'dispatching' || money === 'in_doubt'))
    call.isBeforeMark = isBeforeMark;
}

const account = fc.constantFrom(0, 0, 0, 1);
const reading = {
  account,
  drop: fc.constantFrom(0, 0, 0, 5, 40, -6),
  ageMs: fc.constantFrom(0, 0, 1_000, 5_000, -3_000),
};
const outcome = fc.constantFrom<EntryChange>(
  { money: 'due', state: 'running' },
  { charged: 3 },
  { charged: 4 },
  { charged: 9 },
  { money: 'settled', state: 'completed', charged: 5 },
  { money: 'settled', state: 'completed', charged: 9 },
  { money: 'in_doubt', state: 'unknown' },
  { money: 'in_doubt', state: 'failed' },
  { money: 'in_doubt', state: 'failed', charged: 2 },
  { money: 'in_doubt', state: 'failed', watch: { operation: 'articles.get', arguments: {} } },
  { money: 'in_doubt', state: 'failed', answer: { message: 'No.' } },
  { money: 'released', state: 'failed' },
);
const step = fc.oneof(
  { weight: 2, arbitrary: fc.record({ do: fc.constant('send' as const), account, estimate: fc.constantFrom(5, 7) }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('record' as const), account, which: fc.nat(9), outcome }) },
  fc.record({ do: fc.constant('pass' as const) }),
  fc.record({ do: fc.constant('mark' as const), ...reading, behind: fc.constantFrom(0, 1, undefined) }),
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('compare' as const),
      ...reading,
      behind: fc.constantFrom(0, 0, 1),
      others: fc.constantFrom(0, 4),
    }),
  },
  fc.record({ do: fc.constant('begin' as const), account, credits: fc.nat(9) }),
);

test(
  'a decrease of the balance is compared with what the account’s calls were charged, hold in doubt and have drawn so far',
  { timeout: 120_000 },
  async () => {
    const clock = virtualClock();
    await using rig = await freshState(clock);
    const { accounts, charges, ledger } = rig.state;
    let runs = 0;
    const property = fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40, size: 'max' }), async (steps) => {
      runs++;
      const own = [`a${runs}`, `b${runs}`].map((name): Account => ({
        name,
        calls: [],
        ended: 0,
        mark: undefined,
        compared: -1,
        comparedAt: 0,
        unexplained: 0,
      }));
      for (const one of steps) {
        if (one.do === 'pass') {
          await clock.advance(1_000);
          continue;
        }
        const rig = own[one.account] as Account;
        if (one.do === 'send') {
          const request = { account: rig.name, estimate: one.estimate, expiresAfterMs: 1e9 };
          const { id } = await recordedCall({ ledger }, request);
          await ledger.dispatch(id, 1e9);
          const { estimate } = one;
          rig.calls.push({
            id,
            money: 'dispatching',
            estimate,
            charged: null,
            state: 'starting',
            watch: null,
            answer: null,
            isBeforeMark: false,
          });
        }
        if (one.do === 'record') {
          const call = rig.calls[one.which % Math.max(1, rig.calls.length)];
          if (!call) continue;
          await ledger.record(call.id, one.outcome);
          change(rig, call, one.outcome);
        }
        // What others drew before the account began here is in no reading that is compared.
        if (one.do === 'begin') {
          const before = [one.credits, 7].map((credits) => ({ at: 0, operation: 'x', credits }));
          await accounts.begin(rig.name, { start: 'read', since: 0 }, before, 'again');
        }
        if (one.do === 'mark' || one.do === 'compare') {
          const unsettled = spentBy(rig) - (rig.mark?.spent ?? 0);
          const balance = (rig.mark?.balance ?? 1_000) - unsettled - one.drop;
          const now = clock.now();
          const seen = { balance, readAt: now - one.ageMs };
          if (one.do === 'mark') {
            const ended = one.behind === undefined ? undefined : rig.ended - one.behind;
            await charges.markBalance(rig.name, seen, ended);
            if (one.behind === undefined || (one.behind === 0 && !isOlder(rig, seen, rig.ended, now))) {
              if (mark(rig, seen, one.behind === undefined ? 0 : now)) setBeforeMark(rig, false);
              [rig.compared, rig.comparedAt, rig.unexplained] = [rig.ended, seen.readAt, 0];
            }
          } else {
            const ended = rig.ended - one.behind;
            if (isOlder(rig, seen, ended, now)) {
              const answer = await charges.compareBalance(rig.name, seen, { ended, others: one.others });
              expect(answer).toEqual({ isOlder: true, unexplained: rig.unexplained });
              continue;
            }
            const isFirst = rig.mark === undefined;
            const inDoubt = inDoubtOf(rig) - hiddenOf(rig);
            const unexplained = (isFirst ? 0 : one.drop) - inDoubt - drawnByOpen(rig) - one.others;
            const decrease = await charges.compareBalance(rig.name, seen, { ended, others: one.others });
            const isWhole = one.drop <= 0 && ended === rig.ended;
            if (isFirst || isWhole) mark(rig, seen, now);
            if (isFirst || (isWhole && one.drop < 0)) setBeforeMark(rig, true);
            else if (isWhole)
              for (const call of rig.calls.filter((refused) => isRefused(refused) && !refused.isBeforeMark))
                change(rig, call, { money: 'released' });
            expect(decrease).toEqual({
              isOlder: false,
              unsettled: isFirst ? undefined : one.drop,
              unexplained: Math.max(0, unexplained),
              doubtful: inDoubt > 0,
              hidden: rig.calls.some(isHidden),
            });
            [rig.compared, rig.comparedAt, rig.unexplained] = [ended, seen.readAt, Math.max(0, unexplained)];
          }
        }
        for (const each of own) {
          const { ended, compared, unexplained } = each;
          const mayBeDrawn = heldByOpen(each) - drawnByOpen(each);
          const doubtful = inDoubtOf(each) > 0;
          expect(await charges.comparison(each.name)).toEqual({
            ended,
            compared,
            unexplained,
            mayBeDrawn,
            doubtful,
          });
          const { balance, readAt } = each.mark ?? {};
          expect(await charges.balanceMark(each.name)).toEqual(each.mark && { balance, readAt });
        }
      }
      for (const { name, calls } of own) {
        const entries = await ledger.list(name, { limit: 100 });
        const moneyOf = (all: readonly Pick<Entry, 'id' | 'money' | 'charged'>[]) =>
          new Map(all.map(({ id, money, charged }) => [id, [money, charged]]));
        expect(moneyOf(entries)).toEqual(moneyOf(calls));
      }
    });
    await holds(property, { seed: 20_261_126, numRuns: engine === 'postgres' ? 8 : 60 });
  },
);

test('a mark from a clock that was ahead gives way to the next one, and any mark to what is accepted', async () => {
  const clock = virtualClock();
  await using rig = await freshState(clock);
  const { charges } = rig.state;
  const at = (balance: number, ms = 0) => ({ balance, readAt: clock.now() + ms });
  await charges.markBalance('a', at(100, 86_400_000));
  await charges.compareBalance('a', at(120), { ended: 0, others: 0 });
  expect(await charges.balanceMark('a')).toEqual(at(120));
  await charges.markBalance('a', at(90, -1));
  expect(await charges.balanceMark('a')).toEqual(at(90, -1));
});
