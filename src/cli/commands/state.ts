import { resolve } from 'node:path';
import { SettingError } from '../../base/setting-error.ts';
import type { Config } from '../../app/index.ts';
import { oneAccount } from '../../app/config/one-account.ts';
import { openState } from '../../state/open-state.ts';
import type { State } from '../../state/index.ts';
import { openAccount } from '../../app/compose.ts';
import { refuseForeignStore } from '../../app/existing-state.ts';
import type { Command } from '../command/command.ts';
import type { ExitCode } from '../command/exit-code.ts';
import { print } from '../output/print.ts';
import { printErrors } from '../output/print-errors.ts';

export const state: Command = {
  usage: 'state check | backup FILE | rebuild [--from-now] [options]',
  about: `The store of spending, limits and jobs. check reads all of it and names what is wrong. backup copies a state file, while it is in
use, to FILE. rebuild reads the platform's history of charges again, for example after a backup was restored; with --from-now, earlier spending no longer counts.`,
  options: { 'from-now': { says: 'rebuild: count only from now on, and ignore earlier spending' } },
  takes: 2,
  ofSeveral: true,
  async run({ config, options, args: [action, file] }) {
    if (action === 'check' && file === undefined) return withState(config, check);
    if (action === 'backup' && file !== undefined) return withState(config, (opened) => backup(opened, resolve(file)));
    if (action === 'rebuild' && file === undefined)
      return rebuild(config, options['from-now'] === true ? 'now' : 'history');
    throw new SettingError(
      action === 'backup' ? 'state: backup to which file?' : 'state: one of check, backup FILE and rebuild',
    );
  },
};

async function check(opened: State): Promise<ExitCode> {
  const problems = await opened.check();
  await print(problems.length === 0 ? 'ok' : problems.join('\n'));
  return problems.length === 0 ? 0 : 1;
}

async function backup(opened: State, file: string): Promise<ExitCode> {
  await opened.backup(file);
  await print(`copied to ${file}`);
  return 0;
}

async function rebuild(config: Config, from: 'history' | 'now'): Promise<ExitCode> {
  const account = oneAccount(config);
  refuseForeignStore(account);
  if (account.platform.kind === 'remote' && !account.platform.token)
    throw new SettingError('state rebuild: which account? Set VISIBILITY_API_TOKEN_FILE or VISIBILITY_API_TOKEN');
  const { client, close } = openAccount(account);
  return printErrors(async () => {
    const { start, charges, credits } = await (await client()).rebuild(from);
    const outcome = {
      read: `counted from the history of the platform: ${credits} credits in ${charges} charges without a recorded call`,
      none: 'the platform gives no history of charges: spending elsewhere does not count',
      waived: 'counts from now on',
    };
    await print(outcome[start as keyof typeof outcome]);
  }, close);
}

async function withState(config: Config, work: (opened: State) => Promise<ExitCode>): Promise<ExitCode> {
  const store = await openState(config.state, undefined, { mustExist: true });
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}
