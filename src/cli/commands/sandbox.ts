import { parseMoment } from '../../app/config/parse-moment.ts';
import { SettingError } from '../../base/setting-error.ts';
import { didYouMean } from '../../base/text/nearest.ts';
import { parseListen, spelledAddress, cannotListen } from '../../server/http/listen-address.ts';
import { textOption, type Command, type Invocation } from '../command/command.ts';
import { print, printJson } from '../output/print.ts';
import { untilAborted } from '../../base/until-aborted.ts';
import {
  fixturesNames,
  sandboxReadings,
  startSandbox,
  type FixturesName,
  type Reading,
} from '../../app/start-sandbox.ts';

export const sandbox: Command = {
  usage:
    'sandbox [--listen 127.0.0.1:0] [--data FILE] [--seed N] [--clock ISO] [--fixtures small|year] [--speed N] [--rate N] [--balance N] [--reading NAME[,NAME…]|list] [--events-url URL --events-secret S]',
  about: `The embedded platform alone, for any client. The first line on stdout is {"url":"http://127.0.0.1:PORT/api/v1"}.
Tokens: sandbox-owner (owner of team 1), sandbox-member (team 1), sandbox-admin (administrator), sandbox-guest (owner of team 2).`,
  configured: false,
  options: {
    listen: { value: 'HOST:PORT', says: 'where to listen, default 127.0.0.1:0' },
    data: { value: 'FILE', says: 'keep the state in this file across restarts' },
    seed: { value: 'N', says: 'seed of the invented content, default 1; the same number gives the same content' },
    clock: {
      value: 'ISO',
      says: 'where its time stands still, until POST /sandbox/clock {"advance":"1d"} with the token sandbox-admin moves it',
    },
    fixtures: {
      value: 'small|year',
      says: 'content of a new platform: sample data (small, the default), or in addition brands with a year of weekly runs (year)',
    },
    speed: {
      value: 'N',
      says: 'let its time run N times as fast: jobs, but also dates, schedules and expiries; default 1',
    },
    rate: { value: 'N', says: 'requests a minute and token, default 60; 0 lifts every limit' },
    balance: { value: 'N', says: 'initial credits of every team' },
    reading: {
      value: 'NAME,…',
      says: 'follow another interpretation where the documents are unclear; list shows the names and what each changes',
    },
    'events-url': { value: 'URL', says: 'post an event to URL when a job ends, as the contract says' },
    'events-secret': { value: 'S', says: 'secret with which the events are signed' },
  },
  ofSeveral: true,
  async run(invocation) {
    const reading = textOption(invocation, 'reading');
    if (reading === 'list') {
      await print((await sandboxReadings()).map(lineOf).join('\n'));
      return 0;
    }
    const readings = reading === undefined ? [] : await readingsOf(reading.split(','));
    const listen = parseListen(textOption(invocation, 'listen') ?? '127.0.0.1:0');
    const data = textOption(invocation, 'data');
    const [speed, rate, balance, seed] = ['speed', 'rate', 'balance', 'seed'].map((name) => number(invocation, name));
    const events = subscription(invocation);
    if (speed === 0) throw new SettingError('speed: must be above 0');
    if (seed !== undefined && !Number.isInteger(seed)) throw new SettingError('seed: must be a whole number');
    const clock = textOption(invocation, 'clock');
    const startsAt = clock === undefined ? undefined : parseMoment('clock', clock);
    if (startsAt !== undefined && speed !== undefined)
      throw new SettingError('clock: --clock stops the time and --speed lets it run; give one of them');
    const { url, close } = await startSandbox({
      listen: spelledAddress(listen),
      data,
      seed,
      startsAt,
      fixtures: chosenFixtures(invocation),
      speed,
      rate,
      balance,
      events,
      readings,
    }).catch((error: unknown) => {
      throw isOfAddress(error) ? cannotListen(listen, 'listen', error) : error;
    });
    await printJson({ url });
    await untilAborted(invocation.stop);
    await close();
    return 0;
  },
};

/** Whether the error means that an address cannot be listened on, or that its name cannot be looked up. */
const isOfAddress = (error: unknown): error is Error =>
  error instanceof Error && 'syscall' in error && ['listen', 'getaddrinfo'].includes(String(error.syscall));

/** The readings with these names. Throws `SettingError` for an unknown name. */
async function readingsOf(names: readonly string[]): Promise<readonly Reading[]> {
  const all = await sandboxReadings();
  return names.map((name) => {
    const match = all.find((reading) => reading.name === name);
    if (match) return match;
    const names = all.map((reading) => reading.name);
    throw new SettingError(
      `reading: there is none called "${name}"${didYouMean(name, names)} (--reading list names them)`,
    );
  });
}

function chosenFixtures(invocation: Invocation): FixturesName | undefined {
  const text = textOption(invocation, 'fixtures');
  const chosen = fixturesNames.find((name) => name === text);
  if (chosen !== undefined || text === undefined) return chosen;
  throw new SettingError(`fixtures: "${text}" is not one of ${fixturesNames.join(', ')}`);
}

const lineOf = ({ name, turnsOn, behaviour, contradictsDocuments }: Reading): string =>
  `${name}${contradictsDocuments ? ' (a lie)' : ''}\n  ${turnsOn}\n  Here: ${behaviour}`;

function subscription(invocation: Invocation): { url: string; secret: string } | undefined {
  const [url, secret] = [textOption(invocation, 'events-url'), textOption(invocation, 'events-secret')];
  if (url === undefined && secret === undefined) return undefined;
  if (url === undefined || secret === undefined)
    throw new SettingError('events-url: --events-url and --events-secret go together');
  if (!/^https?:$/.test(URL.parse(url)?.protocol ?? '')) throw new SettingError('events-url: not an http(s) address');
  return { url, secret };
}

function number(invocation: Invocation, name: string): number | undefined {
  const text = textOption(invocation, name);
  if (text === undefined) return undefined;
  if (/^\d{1,9}(\.\d{1,6})?$/.test(text)) return Number(text);
  throw new SettingError(`${name}: "${text}" is not a number of at least 0`);
}
