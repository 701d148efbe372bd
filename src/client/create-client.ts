import { randomUUID } from 'node:crypto';
import { systemClock } from '../base/clock.ts';
import { accountState } from './account-state.ts';
import { FreeCalls } from './calls/free-calls.ts';
import { KeptFiles } from './calls/kept-files.ts';
import { PaidCall } from './calls/paid-call.ts';
import { Wire } from './calls/wire.ts';
import type { ClientConfig } from './client-config.ts';
import { AccountClient, type Client, type ClientParts } from './client.ts';
import { eventsReportingJobs } from './jobs/events-reporting-jobs.ts';
import { Jobs } from './jobs/jobs.ts';
import { keepCallbackSecret } from './jobs/keep-callback-secret.ts';
import { accessOf, Account } from './money/account.ts';
import { openMoney } from './money/open-money.ts';
import { redactor } from './redact-secrets.ts';

/** Milliseconds that `close` waits for answers in flight. The outcome of a call that is answered later stays unknown. */
const closeGraceMs = 4_000;

/** A client whose parts are open already. */
export const createClient = (config: Pick<ClientConfig, 'pins' | 'label'>, parts: ClientParts): Client =>
  new AccountClient(config, async () => parts);

/** The parts of a client for the platform at `config.apiUrl`. Rejects with `StateUnavailable`. */
export async function createParts(config: ClientConfig): Promise<ClientParts> {
  const { clock = systemClock, maxWaitSeconds, state, caller, meter, eventsCome, endWaits } = config;
  const { consentThresholds = [] } = config;
  const redact = redactor([config.token, ...(config.secrets ?? [])], '[token]');
  const { own, team } = accountState(state, {
    owner: caller?.owner,
    redact,
    meter,
    onStarted: eventsCome ? (entry, started) => keepCallbackSecret(state.events, entry, started) : undefined,
  });
  const access = await accessOf(team, config);
  const wire = new Wire({ ...config, slots: team.slots, access, clock, meter });
  const freeCalls = new FreeCalls(wire.send, maxWaitSeconds);
  const { read } = freeCalls;
  const account = new Account({
    ...config,
    state: team,
    access,
    label: config.account,
    asksTeam: caller !== undefined,
    read,
  });
  const money = openMoney(config, { state: team, account, clock, read }, own);
  const files = new KeptFiles({ saved: own.saved, account, redact, clock, label: config.account });
  const jobs = new Jobs({
    state: own,
    account,
    clock,
    send: wire.send,
    owner: randomUUID(),
    endWaits: endWaits ? AbortSignal.any([endWaits, wire.closing]) : wire.closing,
    eventsReportingJobs: eventsCome ? eventsReportingJobs() : undefined,
    isShared: caller !== undefined,
  });
  const paidCall = new PaidCall({
    ...money,
    state: own,
    account,
    jobs,
    files,
    read,
    send: wire.sendPaid,
    clock,
    consentThresholds,
    onRefused: config.onRefused,
  });
  const preparation = { clock, maxWaitSeconds, secretFiles: new Set(config.secretFiles ?? []) };
  const close = async (): Promise<void> => {
    wire.beginClosing();
    const stop = new AbortController();
    await Promise.race([paidCall.idle(), clock.sleep(closeGraceMs, stop.signal).catch(() => undefined)]);
    stop.abort();
    wire.abortAll();
    await money.recorder.close();
    await wire.close();
  };
  return { own, team, account, preparation, freeCalls, paidCall, money, files, consentThresholds, meter, close };
}
