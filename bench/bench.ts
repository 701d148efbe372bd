import { callOverhead } from './call-overhead.ts';
import { eventLoop } from './event-loop.ts';
import { ledgerScale } from './ledger-scale.ts';
import { listTokens } from './list-tokens.ts';
import { pollEconomy } from './poll-economy.ts';
import { rate } from './rate.ts';
import { reservations } from './reservations.ts';
import { search } from './search.ts';
import { startUp } from './start-up.ts';
import { print, type Row } from './table.ts';

/**
 * What README's numbers come from. Every time is a ratio to a floor measured in the same run: the machine
 * cancels out, its noise does not, so medians of interleaved runs are compared. One subject after the other: they
 * would measure one another.
 */
const rows: Row[] = [];
for (const subject of [
  listTokens,
  startUp,
  callOverhead,
  search,
  reservations,
  ledgerScale,
  eventLoop,
  rate,
  pollEconomy,
])
  rows.push(...(await subject()));
print(rows);
