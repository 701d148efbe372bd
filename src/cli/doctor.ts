import type { Config } from '../config.ts';
import { operation } from '../catalog/index.ts';
import { isVisibilityError } from '../client/errors/visibility-error.ts';
import { openState } from '../state/open-state.ts';
import type { Command } from './command.ts';
import { openClient } from './open-client.ts';
import { print, table } from './print.ts';

interface Finding {
  readonly check: string;
  readonly ok: boolean;
  readonly says: string;
  /** What to do about it. */
  readonly fix?: string;
}

/** The range of package.json, "engines": older ones bundle an SQLite that can corrupt a WAL file when it is reset. */
const nodeRange = '>=22.22.3 <23 || >=24.15';

export const doctor: Command = {
  usage: 'doctor [--json] [options]',
  about: 'Checks this installation and its settings: each line ok or fail, with what to do. Exit code 1 if anything fails.',
  options: { json: { type: 'boolean', says: 'print JSON' } },
  async run({ config, options }) {
    const findings = [node(), sqlite(), await state(config), ...(await platform(config)), budget(config)];
    const lines = findings.map(({ check, ok, says, fix }) => [ok ? 'ok' : 'fail', check, fix && !ok ? `${says} → ${fix}` : says]);
    await print(options['json'] ? JSON.stringify({ findings }) : table(lines));
    return findings.every(({ ok }) => ok) ? 0 : 1;
  },
};

function node(): Finding {
  const [major = 0, minor = 0, patch = 0] = process.versions.node.split('.').map(Number);
  const ok = major > 24 || (major === 24 && minor >= 15) || (major === 22 && (minor > 22 || (minor === 22 && patch >= 3)));
  return { check: 'node', ok, says: process.versions.node, fix: `use Node ${nodeRange}` };
}

function sqlite(): Finding {
  const found = process.versions.sqlite ?? 'none';
  const [major = 0, minor = 0, patch = 0] = found.split('.').map(Number);
  const ok = major > 3 || (major === 3 && (minor > 51 || (minor === 51 && patch >= 3)));
  return { check: 'sqlite', ok, says: found, fix: `3.51.3 is needed: use Node ${nodeRange}` };
}

async function state({ state: location }: Config): Promise<Finding> {
  const shown = location.replace(/\/\/[^@/]*@/, '//…@');
  try {
    // Opening migrates the tables, which is a write.
    await (await openState(location)).close();
    return { check: 'state', ok: true, says: shown };
  } catch (error) {
    return { check: 'state', ok: false, says: reason(error), fix: 'give --state a file in a folder you can write to' };
  }
}

async function platform(config: Config): Promise<Finding[]> {
  if (config.platform.kind === 'sandbox') {
    return [{ check: 'platform', ok: true, says: 'the embedded sandbox: no VISIBILITY_API_TOKEN, or --sandbox' }, ...(await account(config))];
  }
  const { apiUrl } = config.platform;
  const reached = await reach(apiUrl);
  return reached[0]?.ok ? [...reached, ...(await account(config))] : reached;
}

/** Any answer proves that the service is there; its Date header tells how far the clocks are apart. */
async function reach(apiUrl: string): Promise<Finding[]> {
  try {
    const response = await fetch(`${apiUrl}/credits`, { redirect: 'manual', signal: AbortSignal.timeout(10_000) });
    await response.body?.cancel();
    const date = Date.parse(response.headers.get('date') ?? '');
    const apart = Math.round(Math.abs(Date.now() - date) / 1000);
    return [
      { check: 'platform', ok: true, says: apiUrl },
      {
        check: 'clock',
        ok: !(apart > 120),
        says: Number.isNaN(date) ? 'the platform states no time' : `${apart} s apart from the platform's`,
        fix: 'set this machine\'s clock: budgets by hour and day are cut by it',
      },
    ];
  } catch (error) {
    return [{ check: 'platform', ok: false, says: `${apiUrl} cannot be reached (${reason(error)})`, fix: 'check VISIBILITY_API_URL and the network' }];
  }
}

async function account(config: Config): Promise<Finding[]> {
  let client;
  try {
    client = await openClient(config);
    // A read of its own: `money` would rather go without a balance than fail.
    await client.call(operation('credits.balance'), {});
    const { balance = 0, plan } = await client.money();
    return [
      { check: 'token', ok: true, says: 'accepted' },
      { check: 'balance', ok: true, says: `${balance} credits${plan ? ` (${plan})` : ''}` },
    ];
  } catch (error) {
    const next = isVisibilityError(error) ? error.next : undefined;
    return [{ check: 'token', ok: false, says: reason(error), fix: next ?? 'check VISIBILITY_API_TOKEN' }];
  } finally {
    await client?.close();
  }
}

function budget({ budget: limits, confirmAbove, unattended }: Config): Finding {
  const set = limits.map(({ credits, window }) => `${credits}/${window}`).join(', ');
  const asks = confirmAbove === undefined || unattended ? 'nobody is asked' : `a person is asked above ${confirmAbove}`;
  return { check: 'budget', ok: true, says: `${set || 'no limit set (VISIBILITY_BUDGET=200/day,40/call sets two)'}; ${asks}` };
}

const reason = (error: unknown): string => {
  const cause = error instanceof Error && error.cause instanceof Error && 'code' in error.cause ? ` ${String(error.cause.code)}` : '';
  return (error instanceof Error ? error.message : String(error)) + cause;
};
