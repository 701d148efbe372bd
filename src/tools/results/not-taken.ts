import { isDeepStrictEqual } from 'node:util';
import type { Operation } from '../../catalog/operation.ts';
import type { Reply } from '../../client/call/reply.ts';
import { isFields, type Fields } from '../../json/is-fields.ts';

/**
 * Names of the fields that were sent in a body and that the answer shows with another value or with none, dotted where they are
 * nested. A field that the answer does not show says nothing, and neither does another spelling of what was sent: a false
 * alarm costs a call. Undefined where there is none.
 */
export function notTaken(
  { method, params, query, job }: Pick<Operation, 'method' | 'params' | 'query' | 'job'>,
  { body, ...given }: Fields,
  { data }: Pick<Reply, 'data'>,
): readonly string[] | undefined {
  if (method === 'GET' || method === 'DELETE' || !isFields(data)) return undefined;
  const sent = { ...(isFields(body) ? body : {}), ...given };
  // In an answer these names belong to the resource itself or to the state of its job.
  const elsewhere = new Set([...params, ...query, job?.state.split('.')[0]]);
  const names = Object.keys(sent).filter((name) => !elsewhere.has(name));
  const missed = names.flatMap((name) => missedIn(sent[name], data, name));
  return missed.length > 0 ? missed : undefined;
}

function missedIn(sent: unknown, data: Fields, path: string): string[] {
  const name = path.slice(path.lastIndexOf('.') + 1);
  if (!Object.hasOwn(data, name)) return [];
  const shown = data[name];
  if (isFields(sent) && isFields(shown))
    return Object.keys(sent).flatMap((inner) => missedIn(sent[inner], shown, `${path}.${inner}`));
  return isTaken(sent, shown) ? [] : [path];
}

function isTaken(sent: unknown, shown: unknown): boolean {
  if (isNothing(shown)) return isNothing(sent) || sent === false;
  if (isNothing(sent)) return isNothing(shown) || (sent !== null && shown === false);
  if (Array.isArray(sent) && Array.isArray(shown))
    return !isComparable(sent, shown) || sent.every((one) => shown.some((other) => isTaken(one, other)));
  // A count instead of a list, or a record instead of its id: the contents cannot be compared.
  if (typeof sent === 'object' || typeof shown === 'object') return !isScalar(sent) || !isScalar(shown);
  return isSpelling(sent, shown);
}

/** Whether the elements of both lists have the same type. */
const isComparable = (sent: readonly unknown[], shown: readonly unknown[]): boolean =>
  shown.length === 0 || sent.every(isScalar) === shown.every(isScalar);

const isScalar = (value: unknown): boolean => typeof value !== 'object';

const isNothing = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  (typeof value === 'string' && value.trim() === '') ||
  (typeof value === 'object' && Object.keys(value).length === 0);

/** Whether two scalars are the same value in different notations. */
function isSpelling(sent: unknown, shown: unknown): boolean {
  const [one, other] = [textOf(sent), textOf(shown)];
  if (one === other || isMasked(other)) return true;
  const [number, otherNumber] = [numberOf(one), numberOf(other)];
  if (number !== undefined && otherNumber !== undefined) return number === otherNumber || isDate(one, other);
  return isFlag(one, other) || isDate(one, other) || isAddress(one, other) || isWriting(one, other);
}

const textOf = (value: unknown): string => String(value).normalize('NFKC').trim().replace(/\s+/g, ' ').toLowerCase();

/** Whether a text is a masked secret, with asterisks in place of most of it. */
const isMasked = (text: string): boolean => /[*•…]{3}/.test(text);

const numberOf = (text: string): number | undefined =>
  /^[-+]?\d+(?:\.\d+)?(?:e[-+]?\d+)?$/.test(text) ? Number(text) : undefined;

const flags = [new Set(['true', '1', 'yes', 'on']), new Set(['false', '0', 'no', 'off'])];
const isFlag = (one: string, other: string): boolean => flags.some((flag) => flag.has(one) && flag.has(other));

/** Milliseconds between midnight in the first and in the last time zone. */
const earlierMs = 14 * 3_600_000;
const laterMs = 12 * 3_600_000;
const quarterMs = 15 * 60_000;

/** Whether two texts are the same day, or the same time to the minute. A text without a zone may be in any zone. */
function isDate(one: string, other: string): boolean {
  const [a, b] = [momentOf(one), momentOf(other)];
  if (!a || !b) return false;
  const ms = b.at - a.at;
  if (a.precision === 'day' && b.precision === 'day') return ms === 0;
  if (a.precision === 'moment' && b.precision === 'moment' && a.zoned && b.zoned) return Math.abs(ms) < 60_000;
  const [earlier, later] = a.precision === 'day' ? [earlierMs, laterMs] : [laterMs, earlierMs];
  const isAnyZone = ms >= -earlier && ms <= later && Math.abs(Math.round(ms / quarterMs) * quarterMs - ms) < 60_000;
  if (a.precision === b.precision) return isAnyZone;
  return isAnyZone || a.day === b.day;
}

interface Moment {
  /** Epoch milliseconds; without a zone as if in UTC. */
  readonly at: number;
  /** As written. */
  readonly day: string;
  readonly precision: 'day' | 'moment';
  readonly zoned: boolean;
}

const iso = /^(\d{4})-(\d\d)-(\d\d)(?:[t ](\d\d:\d\d)(?::\d\d)?(?:[.,]\d+)?\s*(z|utc|[-+]\d\d(?::?\d\d)?)?)?$/;
const dotted = /^(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4})$/;
const compact = /^(\d{4})(\d\d)(\d\d)$/;
const worded = /^(?:[a-z]+,? )?(?:\d{1,2}\.? [a-z]{3,9}|[a-z]{3,9} \d{1,2}),? \d{4}$/;

function momentOf(text: string): Moment | undefined {
  const [, year, month, date, time, zone] = iso.exec(text) ?? compact.exec(text) ?? [];
  if (year !== undefined) {
    const day = `${year}-${month}-${date}`;
    const offset =
      zone === undefined || /^(?:z|utc)$/.test(zone)
        ? 'Z'
        : zone.replace(/^(...):?(\d\d)?$/, (_, h, m = '00') => `${h}:${m}`);
    return momentAt(Date.parse(`${day}T${time ?? '00:00'}${time ? offset : 'Z'}`), day, time, zone);
  }
  const [, d = '', m = '', y] = dotted.exec(text) ?? [];
  if (y !== undefined) {
    const day = `${y}-${m.padStart(2, '0')}-${d.padStart(2, '0')}`;
    return momentAt(Date.parse(day), day);
  }
  if (worded.test(text)) {
    const at = Date.parse(`${text.replace('.', '')} UTC`);
    return Number.isNaN(at) ? undefined : momentAt(at, new Date(at).toISOString().slice(0, 10));
  }
  const seconds = /^\d{10}(?:\d{3})?$/.test(text) ? Number(text.slice(0, 10)) : undefined;
  return seconds === undefined
    ? undefined
    : momentAt(seconds * 1000, new Date(seconds * 1000).toISOString().slice(0, 10), 'epoch', 'z');
}

const momentAt = (at: number, day: string, time?: string, zone?: string): Moment | undefined =>
  Number.isNaN(at)
    ? undefined
    : { at, day, precision: time === undefined ? 'day' : 'moment', zoned: zone !== undefined };

/** The same web address: scheme, `www.`, a trailing slash, escapes and the fragment aside. */
function isAddress(one: string, other: string): boolean {
  const [a, b] = [addressOf(one), addressOf(other)];
  return a !== undefined && isDeepStrictEqual(a, b);
}

function addressOf(text: string): string | undefined {
  if (/\s/.test(text) || !/^(?:https?:\/\/|[^/?#]+\.[^/?#]{2,}(?:[/?#]|$))/.test(text)) return undefined;
  const url = URL.parse(/^https?:\/\//.test(text) ? text : `https://${text}`);
  return url
    ? `${url.host.replace(/^www\./, '')}${url.pathname.replace(/(?<!\/)\/+$/, '')}${url.search}`.toLowerCase()
    : undefined;
}

/** The same words in other typography, as a slug, as mark-up or as a locale with its region. */
function isWriting(one: string, other: string): boolean {
  const [a, b] = [lettersOf(one), lettersOf(other)];
  return (a !== '' && a === b) || isLocale(one, other) || isLocale(other, one);
}

const isLocale = (short: string, long: string): boolean =>
  /^[a-z]{2}$/.test(short) && /^[a-z]{2}[-_][a-z]{2}$/.test(long) && long.startsWith(short);

/** Letters and figures, without tags, accents and punctuation. */
const lettersOf = (text: string): string =>
  text
    .replace(/<[^<>]*>/g, '')
    .replace(/&(?:[a-z]+|#\d+);/g, '')
    .normalize('NFD')
    .replace(/[^\p{L}\p{N}+#]/gu, '');
