import type { MoneyView } from '../client/client.ts';
import { compose } from './compose.ts';
import type { Command } from './command.ts';
import { told } from './told.ts';
import { print, table } from './print.ts';

export const credits: Command = {
  usage: 'credits [--json] [options]',
  about: 'The balance of the team, the limits of the budget, what is reserved, and what was spent last.',
  options: { json: { type: 'boolean', says: 'print JSON' } },
  async run({ config, options }) {
    const { client, close } = await compose(config);
    return told(async () => {
      const money = await client.money();
      await print(options['json'] ? JSON.stringify(money) : shown(money));
    }, close);
  },
};

function shown({ balance, plan, limits, reservations, recent, totals }: MoneyView): string {
  return [
    `balance  ${balance ?? 'unknown'}${plan ? ` (${plan})` : ''}`,
    `charged  ${totals.charged}, reserved ${totals.reserved}, in doubt ${totals.in_doubt}`,
    section('Limits', limits.map(({ limit, spent, reserved, left, resets_at: reset }) => [limit, `${left} left`, `${spent} spent`, `${reserved} reserved`, reset ? `resets ${reset}` : ''])),
    section('Reserved', reservations.map(({ since, operation, credits: held, state }) => [since, operation, String(held), state])),
    section('Recent', recent.map(({ at, operation, charged, state }) => [at, operation, String(charged), state])),
  ].join('\n');
}

const section = (title: string, rows: readonly (readonly string[])[]): string => `\n${title}\n${rows.length > 0 ? table(rows) : '(none)'}`;
