import { textOfBytes } from '../../config/text-of-bytes.ts';
import { readFile } from 'node:fs/promises';
import type { Clock } from '../../clock.ts';
import { isVisibilityError } from '../../client/errors/visibility-error.ts';
import type { Config } from '../../config/config.ts';
import type { ToolContext } from '../../tools/tool.ts';
import { type ExitCode, exitCodeOf } from '../exit-code.ts';
import { openAccounts } from '../wiring/serve.ts';
import type { AccountRecords } from '../../client/account/account-records.ts';
import type { Client } from '../../client/client.ts';
import { definedFields } from '../../json/defined-fields.ts';
import { SettingError } from '../../config/setting-error.ts';
import { oneLine } from '../../text/one-line.ts';
import { trackedBrand, trackingProjects } from '../../tools/workflows/shared/tracked-brand.ts';
import { compose } from '../wiring/compose.ts';
import { exitOf } from '../wiring/secrets-of.ts';
import { textOption, type Command, type Invocation } from '../command.ts';
import { print, tell } from '../output/print.ts';
import { printErrors } from '../output/print-errors.ts';
import { type Happening, happeningsBetween, lowLimits } from '../watch/happenings.ts';
import { lookAt, type Sight } from '../watch/look-at.ts';
import { postAddress, postHappenings } from '../watch/post-happenings.ts';

/** What is kept between two looks, for one account. */
interface Memory {
  readonly brands: Readonly<Record<string, Sight>>;
  /** Limits of which less than a tenth was left. */
  readonly low: readonly string[];
  /** Happenings that no receiver has taken yet. */
  readonly unposted: readonly Happening[];
}

/** How many happenings are kept for a receiver; older ones are dropped. */
const maxUnposted = 200;

/** Seconds that a look waits for the rate limit, unless the setting says otherwise. */
const maxWaitSeconds = 600;

/** Looks once at tracked brands: made for a schedule. */
export const watch: Command = {
  usage: 'watch [BRAND|all] [--drop POINTS] [--post URL --post-secret FILE] [options]',
  about: `Looks once at a tracked brand, or at all, compares with the look before, and prints what happened: the index fell, a competitor
passed in citations, a domain is cited now or no more, a claim to check appeared, a limit is nearly used up. Free reads only. docs/unattended.md has schedules.
With several accounts, all of them are looked at; one that cannot be keeps the others from nothing. What cannot be judged is said.
--post sends it as JSON, signed in the header x-visibility-signature; what is not taken is sent again with the next look.`,
  exitCodes: [0, 1, 2, 4, 10],
  examples: ['watch', 'watch all --drop 5'],
  takes: 1,
  ofSeveral: true,
  options: {
    drop: { value: 'POINTS', says: 'fall of the index that counts, default 3' },
    post: { value: 'URL', says: 'where to send what happened; https, or on this machine' },
    'post-secret': { value: 'FILE', says: 'file with the key of the signature' },
  },
  async run(invocation) {
    const { config, args, clock, stop } = invocation;
    const order = { brand: args[0] ?? 'all', drop: pointsIn(textOption(invocation, 'drop') ?? '3') };
    const receiver = await receiverOf(invocation);
    const { watched, close } = await watchedOf(config, order.brand, clock);
    return printErrors(
      async () => {
        const looks: Look[] = [];
        let failed: ExitCode | undefined;
        for (const one of watched) {
          try {
            looks.push(await lookIn(one, order, { signal: stop, clock }, receiver !== undefined));
          } catch (error) {
            // The other accounts are looked at all the same.
            if (!isVisibilityError(error) || watched.length === 1) throw error;
            failed ??= exitCodeOf(error);
            await tell(
              `visibility-mcp: ${one.account}: cannot be looked at: ${one.redact(oneLine(error.message, 300))}`,
            );
          }
        }
        const unposted = looks.flatMap((look) => look.memory.unposted);
        if (receiver && unposted.length > 0) {
          const at = new Date(clock.now()).toISOString();
          const failure = await postHappenings(receiver.url, receiver.secret, unposted, at);
          if (failure !== undefined) {
            await tell(`visibility-mcp: --post: ${failure}; the next look sends it again`);
            return 1;
          }
          for (const { records, memory } of looks) await keep(records, { ...memory, unposted: [] });
        }
        return failed ?? (looks.some(({ happened }) => happened > 0) ? 10 : 0);
      },
      close,
      (text) => watched.reduce((shown, { redact }) => redact(shown), text),
    );
  },
};

/** An account that is looked at. */
interface WatchedAccount {
  /** Absent: the only one. */
  readonly account?: string | undefined;
  readonly client: Client;
  readonly redact: <T>(value: T) => T;
}

/** The outcome of a look at an account: how much happened, and what is kept for the next look. */
interface Look {
  readonly happened: number;
  readonly records: AccountRecords;
  readonly memory: Memory;
}

/** All accounts, or the chosen one. A brand that is named is looked for in the chosen account or the default one. */
async function watchedOf(
  config: Config,
  brand: string,
  clock: Clock,
): Promise<{ readonly watched: readonly WatchedAccount[]; close(): Promise<void> }> {
  const patient = (one: Config): Config => ({ ...one, maxWaitSeconds: one.maxWaitSeconds ?? maxWaitSeconds });
  const { accounts } = config;
  if (!accounts) {
    const { client, close } = await compose(patient(config), { clock });
    return { watched: [{ client, redact: exitOf(config).redact }], close };
  }
  const configs = new Map([...accounts.configs].map(([name, own]) => [name, patient(own)]));
  const { choice, close } = await openAccounts(patient(config), { ...accounts, configs }, { clock });
  const isAll = brand === 'all' && accounts.chosen === undefined;
  try {
    const chosen = isAll ? choice.all : [choice.of(accounts.chosen)];
    const watched = chosen.map(({ name, client, config: own }) => ({
      account: name,
      client,
      redact: exitOf(own).redact,
    }));
    return { watched, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Looks at the brands of an account, prints what happened and remembers it. */
async function lookIn(
  { account, client, redact }: WatchedAccount,
  { brand, drop }: { readonly brand: string; readonly drop: number },
  context: ToolContext & { readonly signal: AbortSignal },
  isPosted: boolean,
): Promise<Look> {
  const ids = await brandsOf(client, brand, context.signal);
  const records = await client.records();
  const before = await recall(records);
  const brands: Record<string, Sight> = { ...before?.brands };
  const happened: Happening[] = [];
  const notes: string[] = [];
  for (const id of ids) {
    const sight = await lookAt(client, id, context);
    const former = brands[id];
    // A part that is missing now stays as it was, so that the next look compares with the last one that had it.
    brands[id] = former ? { ...former, ...definedFields(sight) } : sight;
    const happenings = happeningsBetween(former ?? sight, sight, drop);
    if (!former) notes.push(`${sight.brand}: this is the first look; the next one compares with it`);
    happened.push(...happenings.happened);
    notes.push(...happenings.unjudged);
  }
  const low = lowLimits((await client.money()).limits);
  for (const limit of low)
    if (!before?.low.includes(limit))
      happened.push({ kind: 'budget_low', text: `Less than a tenth is left of the limit ${limit}.` });
  const happeningsWithAccount = happened.map((one) =>
    account === undefined ? one : { ...one, account, text: `${account}: ${one.text}` },
  );
  const redactedHappenings = redact(happeningsWithAccount);
  const unposted = [...(before?.unposted ?? []), ...(isPosted ? redactedHappenings : [])].slice(-maxUnposted);
  const memory = { brands, low, unposted };
  for (const { text } of redactedHappenings) await print(oneLine(text, 500));
  for (const note of redact(notes))
    await tell(`visibility-mcp: ${account === undefined ? '' : `${account}: `}${oneLine(note, 300)}`);
  // Kept after it is printed: a process that is killed in between prints it again rather than never.
  await keep(records, memory);
  return { happened: happened.length, records, memory };
}

async function recall(records: AccountRecords): Promise<Memory | undefined> {
  const lastLook = await records.lastLook();
  return lastLook === undefined ? undefined : (JSON.parse(lastLook) as Memory);
}

const keep = (records: AccountRecords, memory: Memory): Promise<void> => records.keepLook(JSON.stringify(memory));

async function brandsOf(client: Client, brand: string, signal: AbortSignal): Promise<string[]> {
  const reader = { client, context: { signal } };
  if (brand !== 'all') return [String((await trackedBrand(reader, brand)).id)];
  return (await trackingProjects(reader)).map(({ id }) => String(id));
}

function pointsIn(text: string): number {
  if (/^\d{1,3}(\.\d+)?$/.test(text) && Number(text) > 0) return Number(text);
  throw new SettingError('watch: --drop is a number of points above 0');
}

async function receiverOf(invocation: Invocation): Promise<{ readonly url: URL; readonly secret: string } | undefined> {
  const [post, file] = [textOption(invocation, 'post'), textOption(invocation, 'post-secret')];
  if (post === undefined) return undefined;
  if (file === undefined)
    throw new SettingError('watch: --post needs --post-secret FILE, which holds the key of its signature');
  const secret = textOfBytes(await readFile(file).catch(() => Buffer.alloc(0))).trim();
  if (secret.length < 16)
    throw new SettingError(`watch: --post-secret: ${file} holds no key of at least 16 characters`);
  return { url: postAddress(post), secret };
}
