import { callOverhead } from './call-overhead.ts';
import { eventDelay } from './event-delay.ts';
import { eventLoop } from './event-loop.ts';
import { hostile } from './hostile.ts';
import { hostilePrograms } from './hostile-programs.ts';
import { ledgerScale } from './ledger-scale.ts';
import { listTokens } from './list-tokens.ts';
import { pollEconomy } from './poll-economy.ts';
import { programs } from './programs.ts';
import { rate } from './rate.ts';
import { reservations } from './reservations.ts';
import { search } from './search.ts';
import { sessionMemory } from './session-memory.ts';
import { startUp } from './start-up.ts';
import { waiters } from './waiters.ts';
import { print, type Row } from './table.ts';

/**
 * What the numbers of docs/measurements.md come from. Every time is a ratio to a floor measured in the same run: the machine
 * cancels out, its noise does not, so medians of interleaved runs are compared. One subject after the other: they
 * would measure one another.
 *
 * `npm run bench [subject …]`: all subjects, or those named.
 */
const subjects = {
  listTokens,
  startUp,
  callOverhead,
  search,
  programs,
  reservations,
  ledgerScale,
  eventLoop,
  rate,
  pollEconomy,
  eventDelay,
  hostile,
  hostilePrograms,
  sessionMemory,
  waiters,
};
const chosen = process.argv.slice(2);
const unknown = chosen.filter((name) => !(name in subjects));
if (unknown.length > 0)
  throw new Error(`unknown: ${unknown.join(', ')}; there are ${Object.keys(subjects).join(', ')}`);

const rows: Row[] = [];
for (const [name, subject] of Object.entries(subjects))
  if (chosen.length === 0 || chosen.includes(name)) rows.push(...(await subject()));
print(rows);
