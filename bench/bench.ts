import { callOverhead } from './call-overhead.ts';
import { listTokens } from './list-tokens.ts';
import { search } from './search.ts';
import { startUp } from './start-up.ts';
import { print, type Row } from './table.ts';

/**
 * What README's numbers come from. Every time is a ratio to a floor measured in the same run: the machine
 * cancels out, its noise does not, so medians of interleaved runs are compared.
 */
const rows: Row[] = [...(await listTokens()), ...(await startUp()), ...(await callOverhead()), ...(await search())];
print(rows);
