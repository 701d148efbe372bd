import type { Clock } from '../base/index.ts';
import type { Config } from './config/config.ts';
import type { State } from '../state/index.ts';

/** A caller's name for people: its applications, or the label of its account; null if neither is known. */
export type CallerLabels = (account: string, caller: string | null) => Promise<string | null>;

/** Sign-ins can be read only with VISIBILITY_SECRET. The label of an account is VISIBILITY_ACCOUNT, or its name in the accounts file. */
export async function callerLabels(
  { account, accounts, secrets }: Config,
  state: State,
  clock: Clock,
): Promise<CallerLabels> {
  const names = accounts ? [...accounts.configs.keys()] : account === undefined ? [] : [account];
  const labels = new Map(
    await Promise.all(names.map(async (name) => [await state.accounts.key('label', name), name] as const)),
  );
  const connections = secrets && (await connectionsOf(secrets(), state, clock));
  return async (key, caller) => {
    const hosts = caller === null ? [] : ((await connections?.list(caller)) ?? []);
    if (hosts.length > 0) return [...new Set(hosts.map((one) => `${one.clientName} (${one.redirectHost})`))].join(', ');
    return labels.get(key) ?? null;
  };
}

async function connectionsOf(secrets: readonly string[], { documents }: State, clock: Clock) {
  const [{ Connections }, { createSealer }] = await Promise.all([
    import('../server/http/auth/oauth/documents.ts'),
    import('../server/http/auth/oauth/sealer.ts'),
  ]);
  return new Connections(documents, createSealer(secrets), () => clock.now());
}
