import type { Client, MoneyView, Spending } from '../../client/client.ts';
import { SettingError } from '../../config/setting-error.ts';
import { sourceInWords } from '../budget-in-force.ts';
import { compose } from '../compose.ts';
import type { Command } from '../command.ts';
import { bars, print, table } from '../print.ts';
import { printErrors } from '../print-errors.ts';

export const credits: Command = {
  usage: 'credits [reconcile|accept] [--json] [options]',
  about: `The balance of the team, the limits of the budget, what is reserved or in doubt, and what was spent, by operation and by day.
reconcile clears up what is in doubt against the platform's own history of charges. accept takes the balance as it is,
after it fell by more than is accounted for and paid calls were stopped.`,
  options: { json: { type: 'boolean', says: 'print JSON' } },
  takes: 1,
  async run({ config, options, args }) {
    const [action] = args;
    if (action !== undefined && action !== 'reconcile' && action !== 'accept')
      throw new SettingError(`credits: no such action: ${action}; there are reconcile and accept`);
    const { client, close } = await compose(config);
    const json = options['json'] === true;
    return printErrors(async () => {
      if (action === 'reconcile') return reconcile(client, json);
      if (action === 'accept') await client.acceptBalance();
      const { failure, ...money } = await client.money();
      await print(json ? JSON.stringify(money) : shown(money));
      if (failure) throw failure;
    }, close);
  },
};

async function reconcile(client: Client, json: boolean): Promise<void> {
  const reconciled = await client.reconcile();
  if (json) return print(JSON.stringify({ reconciled }));
  const rows = reconciled.map(({ job_id: id, operation, now, charged }) => [id, operation, now, String(charged)]);
  const { totals } = await client.money();
  await print(
    [rows.length > 0 ? table(rows) : 'nothing could be cleared up', `in doubt: ${totals.in_doubt}`].join('\n'),
  );
}

function shown({
  balance,
  balance_unknown: why,
  plan,
  renews_at: renewal,
  limits,
  reservations,
  recent,
  totals,
  spending,
  drift,
  unconfirmed,
}: MoneyView): string {
  return [
    `balance  ${balance ?? `unknown${why ? ` (${why})` : ''}`}${plan ? ` (${plan})` : ''}${renewal ? `, renews ${renewal}` : ''}`,
    `charged  ${totals.charged}, reserved ${totals.reserved}, in doubt ${totals.in_doubt}${unconfirmed ? `; ${unconfirmed.charges} charges (${unconfirmed.credits} credits) not confirmed by the platform yet` : ''}`,
    ...(drift
      ? [
          section(
            'Charged above the estimate, 30 days',
            drift.map(({ operation, calls, estimated, charged, at }) => [
              operation,
              `${calls} calls`,
              `${estimated} estimated`,
              `${charged} charged`,
              at,
            ]),
          ),
        ]
      : []),
    section(
      'Limits',
      limits.map(({ limit, spent, reserved, left, from, resets_at: reset }) => [
        limit,
        from ? sourceInWords[from] : '',
        `${left} left`,
        `${spent} spent`,
        `${reserved} reserved`,
        reset ? `resets ${reset}` : '',
      ]),
    ),
    section(
      'Reserved',
      reservations.map(({ since, operation, credits: held, state }) => [since, operation, String(held), state]),
    ),
    section(
      'Recent',
      recent.map(({ at, operation, charged, state }) => [at, operation, String(charged), state]),
    ),
    ...spent(spending),
  ].join('\n');
}

/** The last 30 days. On a terminal with bars, which say at a glance where it went. */
function spent({ by_operation: operations, by_day: days }: Spending): string[] {
  if (operations.length === 0) return [];
  const chart = process.stdout.isTTY
    ? bars
    : (rows: readonly (readonly [string, number])[]) => table(rows.map(([name, value]) => [name, String(value)]));
  return [
    `\nBy operation, 30 days\n${chart(operations.slice(0, 10).map(({ operation, calls, charged }) => [`${operation} (${calls})`, charged] as const))}`,
    `\nBy day, UTC\n${chart(days.slice(-14).map(({ day, charged }) => [day, charged] as const))}`,
  ];
}

const section = (title: string, rows: readonly (readonly string[])[]): string =>
  `\n${title}\n${rows.length > 0 ? table(rows) : '(none)'}`;
