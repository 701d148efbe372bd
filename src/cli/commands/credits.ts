import type { Accounts, Config } from '../../app/index.ts';
import { oneAccount } from '../../app/config/one-account.ts';
import { dayMs } from '../../client/period.ts';
import { creditsOfAll } from '../../tools/accounts/over-all.ts';
import { SettingError } from '../../base/setting-error.ts';
import { callerLabels, type CallerLabels } from '../../app/caller-labels.ts';
import { openAccount, openAccounts } from '../../app/compose.ts';
import { openExistingState } from '../../app/existing-state.ts';
import { jsonOption, textOption, type Command, type Invocation } from '../command/command.ts';
import type { ExitCode } from '../command/exit-code.ts';
import { printErrors } from '../output/print-errors.ts';
import { printOrShow } from '../output/show.ts';
import type { HistoryLine } from '../../state/index.ts';

/** Days of the history, including today. */
const historyDays = 30;

/** Maximum paid calls in the list. All are summed. */
const maxListed = 10_000;

/** The fields by which the history can be summed. */
const groupings = ['label', 'operation', 'caller', 'account'] as const;
type Grouping = (typeof groupings)[number];

export const credits: Command = {
  usage: 'credits [reconcile|accept | --history [--by label|operation|caller|account]] [--all] [--json] [options]',
  about: `The balance of the team, the limits of the budget, what is reserved or in doubt, and what was spent, by operation and by day.
reconcile settles what is in doubt by the platform's own history of charges. accept accepts the current balance, after an unexplained drop has stopped paid calls.
--history lists the paid calls of 30 days, newest first: caller, label, operation, charge and who
approved the price. --by sums them.
--all is for the operator of a server: what each caller in the store spent in 30 days. It sends no request to the platform. A caller is a
keyed hash; with VISIBILITY_SECRET the apps that it signed in with are named. With --auth platform or oauth
and no API token, --all is the default.`,
  options: {
    all: { says: 'what each caller in the store spent; with --history, the calls of all accounts' },
    history: { says: 'the paid calls of 30 days, newest first' },
    by: { value: 'WHAT', says: `with --history, sums by ${groupings.join(', ')}` },
    ...jsonOption,
  },
  takes: 1,
  ofSeveral: true,
  async run(invocation) {
    const { options, args } = invocation;
    const [action] = args;
    const [isOfAll, isHistory] = [options['all'] === true, options['history'] === true];
    if (action !== undefined && action !== 'reconcile' && action !== 'accept')
      throw new SettingError(`credits: no such action: ${action}; there are reconcile and accept`);
    if (action !== undefined && (isOfAll || isHistory))
      throw new SettingError(`credits: ${action} cannot be combined with --history or --all`);
    const by = readGrouping(textOption(invocation, 'by'));
    if (by !== undefined && !isHistory)
      throw new SettingError('credits: --by sums what --history lists; add --history');
    const { accounts } = invocation.config;
    const isOfSeveral = isOfAll || (accounts && accounts.chosen === undefined && action === undefined);
    const config = isOfSeveral ? invocation.config : oneAccount(invocation.config);
    // Without a token, it is not known which account of the store is meant.
    const isTokenless = config.platform.kind === 'remote' && !config.platform.token;
    const isOne = !isOfSeveral && !isTokenless;
    if (isHistory) return showHistory(invocation, isOne ? config : undefined, by);
    if (config.accounts && !isOfAll) return showEach(config, config.accounts, invocation);
    if (!isOne && action === undefined) return showHistory(invocation, undefined, 'caller');
    const { client: opened, close } = openAccount(config, { mustExist: true });
    return printErrors(async () => {
      const client = await opened();
      if (action === 'reconcile') {
        const reconciled = await client.reconcile();
        const { totals } = await client.money();
        return printOrShow({ reconciled }, invocation, { reconciled, in_doubt: totals.in_doubt });
      }
      if (action === 'accept') await client.acceptBalance();
      const { failure, ...money } = await client.money();
      await printOrShow(money, invocation);
      if (failure) throw failure;
    }, close);
  },
};

/** Shows all accounts of the server in one table. */
async function showEach(config: Config, accounts: Accounts, invocation: Invocation): Promise<ExitCode> {
  const { choice, close } = await openAccounts(config, accounts, { mustExist: true });
  return printErrors(async () => {
    const rows = await creditsOfAll(choice.all);
    await printOrShow({ accounts: rows }, invocation);
    return rows.every(({ balance }) => balance !== undefined) ? 0 : 1;
  }, close);
}

/**
 * Shows the paid calls of one account, or of all in the store.
 * @param own the account; undefined: all accounts, without a request to the platform
 */
async function showHistory(
  invocation: Invocation,
  own: Config | undefined,
  by: Grouping | undefined,
): Promise<ExitCode> {
  const { config, clock } = invocation;
  const since = clock.now() - historyDays * dayMs;
  const filter = { since, limit: by === undefined ? maxListed : Number.MAX_SAFE_INTEGER };
  const state = await openExistingState(own ?? config, clock);
  const account = own && openAccount(own, { mustExist: true });
  return printErrors(
    async () => {
      const lines = await (account
        ? (await account.client()).history(filter)
        : state.charges.history(undefined, filter));
      const nameOf = await callerLabels(config, state, clock);
      const shown =
        by === undefined
          ? { history: await listed(lines, nameOf) }
          : { by, spending: await summedBy(lines, by, nameOf) };
      return printOrShow({ days: historyDays, ...shown }, invocation);
    },
    async () => {
      await account?.close();
      await state.close();
    },
  );
}

/** Lines of the history, each with the readable name of its caller or account, if known. */
const listed = (lines: readonly HistoryLine[], nameOf: CallerLabels) =>
  Promise.all(
    lines.map(async (line) => ({
      ...line,
      at: new Date(line.at).toISOString(),
      name: await nameOf(line.account, line.caller),
    })),
  );

/** Sums of charges, highest first. A null key: calls without a label, or the account without callers. */
async function summedBy(lines: readonly HistoryLine[], grouping: Grouping, nameOf: CallerLabels) {
  const isOfPeople = grouping === 'caller' || grouping === 'account';
  const charges = lines.map((line) => ({ ...line, charged: line.charged ?? 0 })).filter(({ charged }) => charged !== 0);
  const groups = Map.groupBy(charges, (line) => line[grouping] ?? (isOfPeople ? line.account : null));
  const sums = [...groups].map(async ([key, own]) => ({
    key,
    name: isOfPeople && own[0] ? await nameOf(own[0].account, own[0].caller) : null,
    calls: own.length,
    charged: own.reduce((sum, { charged }) => sum + charged, 0),
  }));
  return (await Promise.all(sums)).toSorted((one, other) => other.charged - one.charged);
}

function readGrouping(text: string | undefined): Grouping | undefined {
  const grouping = groupings.find((one) => one === text);
  if (text === undefined || grouping) return grouping;
  throw new SettingError(`by: "${text.slice(0, 40)}" is none of ${groupings.join(', ')}`);
}
