import { randomUUID } from 'node:crypto';
import { type Clock, systemClock } from '../base/clock.ts';
import { AccountClient } from './account-client.ts';
import { type AccountState, accountState } from './account-state.ts';
import { PageSizes } from './answers/pages/index.ts';
import { FreeCalls } from './calls/free-calls.ts';
import { KeptFiles } from './calls/kept-files.ts';
import { PaidCall } from './calls/paid-call.ts';
import { RecordedJobs } from './calls/recorded-jobs.ts';
import { Wire } from './calls/wire.ts';
import type { ClientConfig } from './client-config.ts';
import type { Client } from './client.ts';
import { eventsReportingJobs } from './jobs/events-reporting-jobs.ts';
import { Jobs } from './jobs/jobs.ts';
import { keepCallbackSecret } from './jobs/keep-callback-secret.ts';
import { accessOf, Account } from './money/account.ts';
import { type Money, openMoney } from './money/open-money.ts';
import { type Redact, redactor } from './redact-secrets.ts';

/**
 * Creates a client for the platform at `config.apiUrl` by connecting its parts, from the wire up to the calls. Rejects with
 * `StateUnavailable` if the store cannot be used.
 */
export async function createClient(config: ClientConfig): Promise<Client> {
  const { clock = systemClock, maxWaitSeconds } = config;
  const redact = redactor([config.token, ...(config.secrets ?? [])], '[token]');
  const { own, team } = stateOf(config, redact);
  const access = await accessOf(team, config);
  const wire = new Wire({ ...config, slots: team.slots, access, clock, meter: config.meter });
  const freeCalls = new FreeCalls(wire.send, maxWaitSeconds);
  const account = accountOf(config, { team, access, freeCalls });
  const pageSizes = new PageSizes();
  const money = openMoney(config, { team, own, account, clock, read: freeCalls.read, pageSizes });
  const files = new KeptFiles({ saved: own.saved, account, redact, clock, label: config.account });
  const paidCall = paidCallOf(config, { own, account, clock, wire, freeCalls, money, files });
  return new AccountClient(config, {
    own,
    team,
    account,
    clock,
    wire,
    freeCalls,
    paidCall,
    jobs: new RecordedJobs(own.ledger, account, paidCall),
    money,
    files,
    pageSizes,
  });
}

const stateOf = ({ state, caller, meter, eventsCome }: ClientConfig, redact: Redact): AccountState =>
  accountState(state, {
    owner: caller?.owner,
    redact,
    meter,
    onStarted: eventsCome ? (entry, started) => keepCallbackSecret(state.events, entry, started) : undefined,
  });

const accountOf = (
  { apiUrl, account: label, service, caller }: ClientConfig,
  { team, access, freeCalls }: Pick<AccountState, 'team'> & { readonly access: string; readonly freeCalls: FreeCalls },
): Account =>
  new Account({
    state: team,
    access,
    apiUrl,
    label,
    service,
    asksTeam: caller !== undefined,
    read: freeCalls.read,
  });

interface PaidCallParts extends Pick<AccountState, 'own'> {
  readonly account: Account;
  readonly clock: Clock;
  readonly wire: Wire;
  readonly freeCalls: FreeCalls;
  readonly money: Money;
  readonly files: KeptFiles;
}

/** The way of calls that may cost credits, and the jobs that they start. */
function paidCallOf(
  { caller, jobSpeed, eventsCome, endWaits, consentThresholds = [], onRefused }: ClientConfig,
  { own, account, clock, wire, freeCalls, money, files }: PaidCallParts,
): PaidCall {
  const jobs = new Jobs({
    state: own,
    account,
    clock,
    send: wire.send,
    owner: randomUUID(),
    endWaits: endWaits ? AbortSignal.any([endWaits, wire.closing]) : wire.closing,
    speed: jobSpeed,
    eventsReportingJobs: eventsCome ? eventsReportingJobs() : undefined,
    isShared: caller !== undefined,
  });
  return new PaidCall({
    state: own,
    account,
    budget: money.budget,
    reconcile: () => money.reconciler.runIfDue(),
    recorder: money.recorder,
    jobs,
    files,
    read: freeCalls.read,
    send: wire.sendPaid,
    clock,
    consentThresholds,
    onCharged: (credits) => money.balance.spent(credits),
    onUnconfirmed: () => money.lookup.note(),
    onRefused,
  });
}
