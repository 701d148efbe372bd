import { limitInWords, appliesToLabel, type BudgetLimit } from '../../budget-limit.ts';
import { createInterface } from 'node:readline/promises';
import type { Client } from '../../client/client.ts';
import { budgetPresets, isPreset, spelledBudget } from '../../config/budget-presets.ts';
import { parseBudget } from '../../config/parse-budget.ts';
import { SettingError } from '../../config/setting-error.ts';
import type { Config } from '../../config/config.ts';
import type { StoredLimit } from '../../state/accounts.ts';
import { budgetOf, sourceInWords } from '../wiring/budget-in-force.ts';
import { compose } from '../wiring/compose.ts';
import { refuseForeignStore } from '../wiring/existing-state.ts';
import { jsonOption, wantsJson, type Command } from '../command.ts';
import type { ExitCode } from '../exit-code.ts';
import { note, table } from '../../views/parts/blocks.ts';
import { printJson, tell } from '../output/print.ts';
import { show } from '../terminal/show.ts';
import { printErrors } from '../output/print-errors.ts';

export const limits: Command = {
  usage: 'limits [set 200/day,40/call | clear] [--yes] [--json] [options]',
  about: `The limits in force and where each comes from. set keeps limits, or those of a preset (careful, standard, generous), in the store
for this account: they hold for every process that shares it, and VISIBILITY_BUDGET can then only narrow them. clear drops them. Whatever
allows more than before asks on a terminal, and elsewhere needs --yes. A program that runs as you can do what you can: this keeps limits out
of an agent's arguments and environment, not out of its shell.`,
  options: {
    yes: { says: 'allow more than before without being asked' },
    ...jsonOption,
  },
  takes: 2,
  async run(invocation) {
    const { config, options, args } = invocation;
    const [action, text] = args;
    const newLimits = wantedLimits(action, text);
    refuseForeignStore(config);
    const { client, close } = await compose(config, { mustExist: newLimits === undefined });
    return printErrors(async () => {
      if (newLimits && !(await keep(client, newLimits, options['yes'] === true))) return refuse();
      await list(client, config, wantsJson(invocation));
      return 0;
    }, close);
  },
};

/** The limits to keep from now on; undefined where they are only to be shown. */
function wantedLimits(action: string | undefined, text: string | undefined): readonly BudgetLimit[] | undefined {
  if (action === undefined) return undefined;
  if (action === 'clear' && text === undefined) return [];
  if (action !== 'set') throw new SettingError(`limits: no such action: ${action}; there are set LIMITS and clear`);
  if (text === undefined) throw new SettingError('limits: set which limits? For instance 200/day,40/call');
  return isPreset(text) ? budgetPresets[text].limits : parseBudget(text);
}

/** Keeps the limits in the store. False where they allow more than before and no person agreed. */
async function keep(client: Client, wanted: readonly BudgetLimit[], yes: boolean): Promise<boolean> {
  const records = await client.records();
  const before = await records.limits();
  const looser = before.filter((limit) => allowsMore(limit, wanted));
  if (looser.length > 0 && !yes && !(await agrees(before, wanted))) return false;
  await records.keepLimits(wanted.map(({ credits, window: span, label }) => ({ credits, span, label })));
  return true;
}

/** Whether the wanted limits drop or raise this one. */
const allowsMore = ({ span, credits, label }: StoredLimit, wanted: readonly BudgetLimit[]): boolean =>
  !wanted.some((limit) => limit.window === span && appliesToLabel(limit, label) && limit.credits <= credits);

async function agrees(before: readonly StoredLimit[], wanted: readonly BudgetLimit[]): Promise<boolean> {
  if (!process.stdin.isTTY) return false;
  const terminal = createInterface({ input: process.stdin, output: process.stderr, terminal: false });
  try {
    const now = spelledBudget(before.map(({ credits, span, label }) => ({ credits, window: span, label })));
    const answer = await terminal.question(
      `Kept now: ${now}. This allows more: ${spelledBudget(wanted) || 'no limits in the store'}. Go on? [y/N] `,
    );
    return /^y(es)?$/i.test(answer.trim());
  } finally {
    terminal.close();
  }
}

async function list(client: Client, config: Config, json: boolean): Promise<void> {
  const { limits, unaffordable } = await budgetOf(config, client);
  if (json)
    return printJson({
      limits: limits.map((limit) => ({ limit: limitInWords(limit), from: limit.source })),
      left_out: unaffordable,
    });
  const rows = limits.map((limit) => [limitInWords(limit), sourceInWords[limit.source]]);
  await show([
    rows.length > 0 ? table(['Limit', 'From'], rows, 'Limits') : note('no limits'),
    ...(unaffordable.length > 0 ? [note(`never fits: ${unaffordable.join(', ')}`)] : []),
  ]);
}

async function refuse(): Promise<ExitCode> {
  await tell(
    'visibility-mcp: limits: that allows more than the store allows now, and no person agreed; repeat it with --yes, or on a terminal',
  );
  return 1;
}
