import { readFile } from 'node:fs/promises';
import type { AccountRecords } from '../../client/account/account-records.ts';
import type { Client } from '../../client/client.ts';
import { definedFields } from '../../defined-fields.ts';
import { SettingError } from '../../config/setting-error.ts';
import { oneLine } from '../../text/one-line.ts';
import { trackedBrand, trackingProjects } from '../../tools/workflows/shared/tracked-brand.ts';
import { compose } from '../wiring/compose.ts';
import { exitOf } from '../wiring/exit-of.ts';
import { textOption, type Command, type Invocation } from '../command.ts';
import { print, tell } from '../output/print.ts';
import { printErrors } from '../output/print-errors.ts';
import { type Happening, happeningsBetween } from '../watch/happenings.ts';
import { lookAt, type Sight } from '../watch/look-at.ts';
import { postAddress, postHappenings } from '../watch/post-happenings.ts';

/** What looks remember, for one account. */
interface Memory {
  readonly brands: Readonly<Record<string, Sight>>;
  /** Limits of which less than a tenth was left. */
  readonly low: readonly string[];
  /** What no receiver has taken yet. */
  readonly unposted: readonly Happening[];
}

/** Happenings that wait for a receiver, the newest. */
const maxUnposted = 200;

/** Seconds that a look waits for the rate limit, unless the setting says otherwise. */
const maxWaitSeconds = 600;

/** One look, made for a schedule. */
export const watch: Command = {
  usage: 'watch [BRAND|all] [--drop POINTS] [--post URL --post-secret FILE] [options]',
  about: `Looks once at a tracked brand, or at all, compares with the look before, and prints what happened: the index fell, a competitor
passed in citations, a domain is cited now or no more, a claim to check appeared, a limit is nearly used up. Free reads only. docs/unattended.md has schedules.
--post sends it as JSON, signed in the header x-visibility-signature; what is not taken is sent again with the next look.`,
  exitCodes: [0, 1, 2, 4, 10],
  examples: ['watch', 'watch all --drop 5'],
  takes: 1,
  options: {
    drop: { type: 'string', value: 'POINTS', says: 'fall of the index that counts, default 3' },
    post: { type: 'string', value: 'URL', says: 'where to send what happened; https, or on this machine' },
    'post-secret': { type: 'string', value: 'FILE', says: 'file with the key of the signature' },
  },
  async run(invocation) {
    const { config, args, clock, stop } = invocation;
    const drop = pointsIn(textOption(invocation, 'drop') ?? '3');
    const receiver = await receiverOf(invocation);
    const patient = { ...config, maxWaitSeconds: config.maxWaitSeconds ?? maxWaitSeconds };
    const { client, close } = await compose(patient, { clock });
    const { redact } = exitOf(config);
    return printErrors(async () => {
      const context = { signal: stop, clock };
      const ids = await brandsOf(client, args[0] ?? 'all', stop);
      const records = await client.records();
      const before = await recall(records);
      const brands: Record<string, Sight> = { ...before?.brands };
      const happened: Happening[] = [];
      const notes: string[] = [];
      for (const id of ids) {
        const sight = await lookAt(client, id, context);
        const former = brands[id];
        // A part that cannot be judged now is compared by the next look with the last one that could.
        brands[id] = former ? { ...former, ...definedFields(sight) } : sight;
        if (!former) {
          notes.push(`${sight.brand}: this is the first look; the next one compares with it`);
          continue;
        }
        const found = happeningsBetween(former, sight, drop);
        happened.push(...found.happened);
        notes.push(...found.unjudged);
      }
      const low = lowLimits(await client.money());
      for (const limit of low)
        if (!before?.low.includes(limit))
          happened.push({ kind: 'budget_low', text: `Less than a tenth is left of the limit ${limit}.` });
      const shown = redact(happened);
      const unposted = [...(before?.unposted ?? []), ...(receiver ? shown : [])].slice(-maxUnposted);
      await keep(records, { brands, low, unposted });
      for (const { text } of shown) await print(oneLine(text, 500));
      for (const note of redact(notes)) await tell(`visibility-mcp: ${oneLine(note, 300)}`);
      if (receiver && unposted.length > 0) {
        const at = new Date(clock.now()).toISOString();
        const failure = await postHappenings(receiver.url, receiver.secret, unposted, at);
        if (failure !== undefined) {
          await tell(`visibility-mcp: --post: ${failure}; the next look sends it again`);
          return 1;
        }
        await keep(records, { brands, low, unposted: [] });
      }
      return happened.length > 0 ? 10 : 0;
    }, close);
  },
};

async function recall(records: AccountRecords): Promise<Memory | undefined> {
  const kept = await records.lastLook();
  return kept === undefined ? undefined : (JSON.parse(kept) as Memory);
}

const keep = (records: AccountRecords, memory: Memory): Promise<void> => records.keepLook(JSON.stringify(memory));

async function brandsOf(client: Client, brand: string, signal: AbortSignal): Promise<string[]> {
  if (brand !== 'all') return [String((await trackedBrand(client, brand, { signal })).id)];
  return (await trackingProjects(client, { signal })).map(({ id }) => String(id));
}

function lowLimits({ limits }: Awaited<ReturnType<Client['money']>>): string[] {
  return limits.filter(({ left, spent, reserved }) => left < (left + spent + reserved) / 10).map(({ limit }) => limit);
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
  const secret = (await readFile(file, 'utf8').catch(() => '')).trim();
  if (secret.length < 16)
    throw new SettingError(`watch: --post-secret: ${file} holds no key of at least 16 characters`);
  return { url: postAddress(post), secret };
}
