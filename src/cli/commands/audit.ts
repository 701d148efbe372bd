import { SettingError } from '../../config/setting-error.ts';
import type { Clock } from '../../clock.ts';
import type { Accounts, Config } from '../../config/config.ts';
import { oneAccount } from '../../config/one-account.ts';
import { openAccounts } from '../wiring/serve.ts';
import type { AuditFilter, AuditLine } from '../../state/audit-trail.ts';
import { compose } from '../wiring/compose.ts';
import { openExistingState } from '../wiring/existing-state.ts';
import { jsonOption, textOption, wantsJson, type Command } from '../command.ts';
import { note, table } from '../../views/parts/blocks.ts';
import { printJson } from '../output/print.ts';
import { show } from '../terminal/show.ts';
import { printErrors } from '../output/print-errors.ts';

export const audit: Command = {
  usage: 'audit [--since DATE|7d] [--limit N] [--json] [options]',
  about: `The audit trail, newest first: when, who (a hash), which operation, what became of its money, who agreed to its price.
The database writes each line in the commit that changes the ledger and refuses to change or delete one. Lines hold no arguments and are
kept as long as the store. With --auth platform or oauth and no API token, lines of all accounts in the store.`,
  options: {
    since: {
      value: 'WHEN',
      says: 'a date, or a span back from now such as 12h or 7d; default: everything',
    },
    limit: { value: 'N', says: 'lines at most, default 200' },
    ...jsonOption,
  },
  ofSeveral: true,
  async run(invocation) {
    const since = readSince(textOption(invocation, 'since'), invocation.clock.now());
    const limit = readLimit(textOption(invocation, 'limit'));
    const { read, close } = await trailOf(invocation.config, invocation.clock);
    return printErrors(async () => {
      const lines = await read({ since, limit });
      if (wantsJson(invocation)) return printJson({ audit: lines.map(dated) });
      const ofSeveral = lines.some(({ account }) => account !== undefined);
      await show([
        lines.length === 0
          ? note('nothing on record')
          : table([...(ofSeveral ? ['Account'] : []), ...columns], lines.map(cells), 'The audit trail'),
      ]);
    }, close);
  },
};

interface Trail {
  readonly read: (filter: AuditFilter) => Promise<readonly AuditLine[]>;
  close(): Promise<void>;
}

/** The trail of the token's account. Without a token, as on a service whose callers bring theirs: the trails of all accounts in the store. */
async function trailOf(serverConfig: Config, clock: Clock): Promise<Trail> {
  const { accounts } = serverConfig;
  if (accounts && accounts.chosen === undefined) return trailOfAll(serverConfig, accounts);
  const config = oneAccount(serverConfig);
  if (config.platform.kind === 'remote' && !config.platform.token) {
    const state = await openExistingState(config, clock);
    return { read: (filter) => state.audit.listAll(filter), close: () => state.close() };
  }
  const { client, close } = await compose(config, { mustExist: true });
  return { read: async (filter) => (await client.records()).audit(filter), close };
}

/** The trails of all accounts of the server, each line with the name of its account. */
async function trailOfAll(config: Config, accounts: Accounts): Promise<Trail> {
  const { choice, close } = await openAccounts(config, accounts, { mustExist: true });
  return {
    read: async (filter) => {
      const trails = await Promise.all(
        choice.all.map(async ({ name, client }) =>
          (await (await client.records()).audit(filter)).map((line) => ({ ...line, account: name })),
        ),
      );
      const lines = trails.flat().toSorted((one, other) => other.at - one.at);
      return lines.slice(0, filter.limit);
    },
    close,
  };
}

const spans: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 };

function readSince(text: string | undefined, now: number): number {
  if (text === undefined) return 0;
  const [, count, unit] = /^(\d{1,6})([mhd])$/.exec(text) ?? [];
  const at = count !== undefined && unit !== undefined ? now - Number(count) * (spans[unit] ?? 0) : Date.parse(text);
  if (Number.isNaN(at))
    throw new SettingError(`since: "${text.slice(0, 40)}" is neither a date nor a span such as 12h or 7d`);
  return at;
}

function readLimit(text: string | undefined): number {
  if (text === undefined) return 200;
  if (/^[1-9]\d{0,5}$/.test(text)) return Number(text);
  throw new SettingError(`limit: "${text.slice(0, 40)}" is not a whole number of at least 1`);
}

const dated = ({ at, ...line }: AuditLine): Record<string, unknown> => ({ at: new Date(at).toISOString(), ...line });

const columns = ['When', 'Caller', 'Label', 'Operation', 'Event', 'Bound', 'Charged', 'Consent', 'Entry'];

const cells = ({
  account,
  at,
  caller,
  label,
  operation,
  event,
  reason,
  consent,
  estimated,
  charged,
  entry,
}: AuditLine): string[] => [
  ...(account === undefined ? [] : [account]),
  new Date(at).toISOString(),
  caller ?? '-',
  label ?? '',
  operation,
  reason ? `${event}: ${reason}` : event,
  estimated === undefined ? '' : `up to ${estimated}`,
  charged === undefined ? '' : `charged ${charged}`,
  consent ?? '',
  entry ?? '',
];
