import { nearest } from '../../../nearest.ts';
import { createNotSentError } from '../../results/error-result.ts';

/** The names that a person may use for a record, and the texts of the error where they match no record or several. */
export interface Kind<R> {
  /** Such as `project`. */
  readonly noun: string;
  /** The tool's argument that names it. */
  readonly argument: string;
  readonly names: (record: R) => readonly string[];
  readonly domains: (record: R) => readonly string[];
  /** How to come to the first one. */
  readonly create: string;
}

interface Identified {
  readonly id?: number | undefined;
}

/**
 * The record meant by a name, domain or address; without any, the only one there is. An equal name takes precedence over
 * one that contains the text.
 * @throws VisibilityError `invalid_arguments` with the candidates, where it is not exactly one.
 */
export function findByName<R extends Identified>(records: readonly R[], meant: string | undefined, kind: Kind<R>): R {
  const candidates = allByName(records, meant, kind);
  const [only] = candidates;
  if (only && candidates.length === 1) return only;
  throw createUnclear(records, candidates, meant, kind);
}

/** Every record that a name, domain or address may mean. */
export const allByName = <R>(records: readonly R[], meant: string | undefined, kind: Kind<R>): readonly R[] =>
  meant === undefined ? records : matching(records, meant, kind);

function matching<R>(records: readonly R[], meant: string, { names, domains }: Kind<R>): R[] {
  const name = plain(meant);
  const host = hostOf(meant);
  const equal = records.filter(
    (record) => names(record).some((one) => plain(one) === name) || domains(record).some((one) => hostOf(one) === host),
  );
  if (equal.length > 0) return equal;
  return records.filter(
    (record) =>
      names(record).some((one) => plain(one).includes(name)) ||
      domains(record).some((one) => hostOf(one).includes(host)),
  );
}

function createUnclear<R extends Identified>(
  records: readonly R[],
  candidates: readonly R[],
  meant: string | undefined,
  { noun, argument, names, domains, create }: Kind<R>,
): Error {
  if (records.length === 0) return createNotSentError('invalid_arguments', `The team has no ${noun} yet.`, create);
  const near = nearest(meant ?? '', records.flatMap(names), 5, 0.3);
  const alike = records.filter((record) => names(record).some((one) => near.includes(one)));
  const shown = [candidates, alike, records].find((some) => some.length > 0) ?? records;
  const why =
    meant === undefined
      ? `The team has several ${noun}s: say which.`
      : `${candidates.length ? `Several ${noun}s match` : `No ${noun} matches`} ${JSON.stringify(meant.slice(0, 60))}.`;
  // Where no name matches, picking one of them would be a guess, and may be paid for.
  const next =
    meant !== undefined && candidates.length === 0
      ? `Ask which one is meant; none of these was named. Then give its id as ${argument}.`
      : `give ${argument} as one of these ids`;
  return createNotSentError('invalid_arguments', `${why} Nothing was charged.`, next, {
    candidates: shown.slice(0, 8).map((record) => ({
      id: record.id,
      name: names(record)[0],
      domain: domains(record)[0] ? domains(record)[0] : undefined,
    })),
  });
}

export const plain = (text: string): string => text.normalize('NFKC').trim().toLowerCase().replaceAll(/\s+/g, ' ');

/** The host in an address, or in what a person writes for one. */
export const hostOf = (address: string): string =>
  plain(address)
    .replace(/^https?:\/\//, '')
    .replace(/^www\./, '')
    .replace(/[/?#].*$/, '');
