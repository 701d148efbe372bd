import { h } from '../../reports/charts/node.ts';
import type { AccountRecords } from '../../client/account-records.ts';
import type { Client } from '../../client/client.ts';
import type { HistoryLine } from '../../state/charges.ts';
import type { Clock } from '../../base/clock.ts';
import type { Accounts, Config } from '../../app/config/config.ts';
import { oneAccount } from '../../app/config/one-account.ts';
import { creditsOfAll } from '../../tools/accounts/over-all.ts';
import { accountsTable } from '../../reports/views/parts/accounts-table.ts';
import { wordsFor } from '../../reports/views/parts/words.ts';
import { SettingError } from '../../base/setting-error.ts';
import { callerLabels } from '../../app/caller-labels.ts';
import { openAccount, openAccounts } from '../../app/compose.ts';
import { openExistingState } from '../../app/existing-state.ts';
import { jsonOption, textOption, wantsJson, type Command } from '../command/command.ts';
import type { ExitCode } from '../command/exit-code.ts';
import { creditsDocument } from '../output/credits-document.ts';
import { printJson } from '../output/print.ts';
import { printErrors } from '../output/print-errors.ts';
import { note, numeric, table } from '../../reports/views/parts/blocks.ts';
import { spendingDocument, spendingOfCallers } from '../output/spending-by-caller.ts';
import {
  groupings,
  groupsDocument,
  historyDocument,
  printedLines,
  summedBy,
  type Grouping,
} from '../output/spending-history.ts';
import { show } from '../output/show.ts';

/** Days of spending by caller, today included. */
const spendingDays = 30;
const dayMs = 86_400_000;

/** Paid calls that are listed at most. */
const maxHistory = 10_000;

type HistoryFilter = Parameters<AccountRecords['history']>[0];

export const credits: Command = {
  usage: 'credits [reconcile|accept | --history [--by label|operation|caller|account]] [--all] [--json] [options]',
  about: `The balance of the team, the limits of the budget, what is reserved or in doubt, and what was spent, by operation and by day.
reconcile clears up what is in doubt against the platform's own history of charges. accept takes the balance as it is,
after it fell by more than is accounted for and paid calls were stopped.
--history lists the paid calls of 30 days, newest first: who, what for, which operation, what became of the money, who agreed to the
price. --by sums them.
--all is for the operator of a server: what each caller in the store spent in 30 days, by day. It asks the platform nothing. A caller is a
keyed hash; with VISIBILITY_SECRET the apps that it signed in with are named. With --auth platform or oauth and no API token it goes without saying. In a pipe it prints JSON.`,
  options: {
    all: { says: 'what each caller in the store spent, by day; with --history, the calls of all accounts' },
    history: { says: 'the paid calls of 30 days, newest first' },
    by: { value: 'WHAT', says: `with --history, sums by ${groupings.join(', ')}` },
    ...jsonOption,
  },
  takes: 1,
  ofSeveral: true,
  async run(invocation) {
    const { config: serverConfig, options, args, clock } = invocation;
    const [action] = args;
    if (action !== undefined && action !== 'reconcile' && action !== 'accept')
      throw new SettingError(`credits: no such action: ${action}; there are reconcile and accept`);
    const json = wantsJson(invocation);
    const by = readGrouping(textOption(invocation, 'by'));
    if (options['history'] === true) {
      if (action !== undefined) throw new SettingError(`credits: --history and ${action} do not go together`);
      return showHistory(serverConfig, clock, { by, json, isOfAll: options['all'] === true });
    }
    if (by !== undefined) throw new SettingError('credits: --by sums what --history lists; add --history');
    const { accounts } = serverConfig;
    if (accounts && accounts.chosen === undefined && action === undefined && options['all'] !== true)
      return showEach(serverConfig, accounts, json);
    const config = options['all'] === true ? serverConfig : oneAccount(serverConfig);
    const isTokenless = config.platform.kind === 'remote' && !config.platform.token;
    if (options['all'] === true || (isTokenless && action === undefined)) {
      if (action !== undefined) throw new SettingError(`credits: --all and ${action} do not go together`);
      return showAll(config, clock, json || !process.stdout.isTTY);
    }
    const { client, close } = openAccount(config, { mustExist: true });
    return printErrors(async () => {
      if (action === 'reconcile') return reconcile(client, json);
      if (action === 'accept') await client.acceptBalance();
      const { failure, ...money } = await client.money();
      await (json ? printJson(money) : show(creditsDocument(money, clock.now())));
      if (failure) throw failure;
    }, close);
  },
};

/** Shows all accounts of the server in one table. */
async function showEach(config: Config, accounts: Accounts, json: boolean): Promise<ExitCode> {
  const { choice, close } = await openAccounts(config, accounts, { mustExist: true });
  return printErrors(async () => {
    const rows = await creditsOfAll(choice.all);
    await (json ? printJson({ accounts: rows }) : show([accountsTable(rows, wordsFor('en'))]));
    return rows.every(({ balance }) => balance !== undefined) ? 0 : 1;
  }, close);
}

async function showAll(config: Config, clock: Clock, json: boolean): Promise<ExitCode> {
  const state = await openExistingState(config, clock);
  return printErrors(
    async () => {
      const charges = await state.charges.spendingByCaller(clock.now() - (spendingDays - 1) * dayMs);
      const callers = await spendingOfCallers(charges, await callerLabels(config, state, clock));
      await (json ? printJson({ days: spendingDays, callers }) : show(spendingDocument(callers, spendingDays)));
    },
    () => state.close(),
  );
}

interface HistoryOptions {
  readonly by: Grouping | undefined;
  readonly json: boolean;
  /** Of all accounts in the store; the platform is asked nothing. */
  readonly isOfAll: boolean;
}

/** Shows the paid calls of the token's account; without a token, or of all, those of all accounts in the store. */
async function showHistory(
  serverConfig: Config,
  clock: Clock,
  { by, json, isOfAll }: HistoryOptions,
): Promise<ExitCode> {
  const { accounts } = serverConfig;
  const config = isOfAll || (accounts && accounts.chosen === undefined) ? serverConfig : oneAccount(serverConfig);
  const isTokenless = config.platform.kind === 'remote' && !config.platform.token;
  const filter = { since: clock.now() - spendingDays * dayMs, limit: maxHistory };
  const state = await openExistingState(config, clock);
  return printErrors(
    async () => {
      const isOne = !(isOfAll || isTokenless || config.accounts);
      const lines = isOne ? await ownHistory(config, filter) : await state.charges.history(undefined, filter);
      const printed = await printedLines(lines, await callerLabels(serverConfig, state, clock));
      if (by === undefined)
        return json ? printJson({ days: spendingDays, history: printed }) : show(historyDocument(printed));
      const groups = summedBy(printed, by);
      return json ? printJson({ days: spendingDays, by, spending: groups }) : show(groupsDocument(groups, by));
    },
    () => state.close(),
  );
}

async function ownHistory(config: Config, filter: HistoryFilter): Promise<readonly HistoryLine[]> {
  const { client, close } = openAccount(config, { mustExist: true });
  try {
    return await (await client.records()).history(filter);
  } finally {
    await close();
  }
}

function readGrouping(text: string | undefined): Grouping | undefined {
  if (text === undefined) return undefined;
  const grouping = groupings.find((one) => one === text);
  if (!grouping) throw new SettingError(`by: "${text.slice(0, 40)}" is none of ${groupings.join(', ')}`);
  return grouping;
}

async function reconcile(client: Client, json: boolean): Promise<void> {
  const reconciled = await client.reconcile();
  if (json) return printJson({ reconciled });
  const { totals } = await client.money();
  await show([
    reconciled.length > 0
      ? table(
          ['Job', 'Operation', 'Now', numeric('Credits')],
          reconciled.map(({ job_id: id, operation, now, charged }) => [id, operation, now, charged]),
          'Reconciled',
        )
      : note('nothing could be cleared up'),
    h('p', {}, `in doubt: ${totals.in_doubt}`),
  ]);
}
