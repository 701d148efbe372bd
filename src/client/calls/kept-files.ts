import { createHash } from 'node:crypto';
import type { Arguments, Operation } from '../../catalog/index.ts';
import { projectArguments } from '../../catalog/project-arguments.ts';
import type { Clock } from '../../base/index.ts';
import { type Fields, isFields } from '../../base/json/is-fields.ts';
import { savedBounds, type SavedFiles } from '../../state/saved-files.ts';
import { cleanDeep } from '../../base/text/clean-deep.ts';
import type { Account } from '../money/account.ts';
import type { Redact } from '../redact-secrets.ts';
import { isFile, isLongText, type RawResponse } from '../answers/index.ts';
import { VisibilityError } from '../errors.ts';
import { orUnreachable } from '../store-errors.ts';

/** Where a file of an answer is stored, or why it is not. */
export type KeptFile =
  | {
      readonly uri: string;
      readonly name: string;
      readonly mime_type: string;
      readonly size_bytes: number;
      /** ISO 8601. */
      readonly expires_at: string;
    }
  | { readonly not_kept: string };

/** A file with the name that it is stored under. */
export interface MadeFile extends RawResponse {
  readonly name: string;
}

/** The operations on stored files that callers of the client may use, other than reading one. */
export type CallerFiles = Pick<KeptFiles, 'keepMade' | 'checkRoom' | 'filtered' | 'nameOf'>;

/** URI prefix of the MCP resources of stored files. */
export const keptFileScheme = 'visibility://saved/';

export interface KeptFilesDependencies {
  /** Limited to this caller's. */
  readonly saved: SavedFiles;
  readonly account: Account;
  readonly redact: Redact;
  readonly clock: Clock;
  /** Name of the account, for the names of files. */
  readonly label?: string | undefined;
}

const tablePrefix = 'table-';

/** Whether the file of that id is a table that this program made, without secrets and hidden characters. */
export const isOwnTable = (id: string): boolean => id.startsWith(tablePrefix);

/** Stores files of answers for their caller for a day. */
export class KeptFiles {
  readonly #dependencies: KeptFilesDependencies;

  constructor(dependencies: KeptFilesDependencies) {
    this.#dependencies = dependencies;
  }

  /** Stores the file of an answer, once for each name, media type and content. `isPaid`: whether its call was paid (`SavedFiles`). */
  async keep(
    operation: Operation,
    args: Arguments,
    { mime, body, name }: RawResponse,
    isPaid: boolean,
  ): Promise<KeptFile> {
    const file = { mime, body: this.#filteredBody(mime, body) };
    const fileName = name ?? (await this.nameOf(operation, args, endingOf(mime)));
    return this.#put({ ...file, name: fileName }, isPaid, `${mime}\n`);
  }

  /**
   * A file name that says what the file holds and whose it is: `keywords.list-acme-Nordlicht-2026-11-28.csv` has the operation, the
   * account, the project that `args` name, and the date.
   */
  async nameOf(operation: Operation, args: Arguments, ending: string): Promise<string> {
    const { clock, label } = this.#dependencies;
    const date = new Date(clock.now()).toISOString().slice(0, 10);
    const parts = [operation.name, label, ...subjectsOf(operation, args), date];
    const stem = parts.map((part) => (part ?? '').replace(/[^\p{L}\p{N}._-]+/gu, '-').slice(0, 60)).filter(Boolean);
    return `${stem.join('-')}.${ending}`;
  }

  /** Rows as they may be written into a file: without secrets and hidden characters. */
  async filtered(rows: readonly Fields[]): Promise<readonly Fields[]> {
    return cleanDeep(this.#dependencies.redact(rows)) as readonly Fields[];
  }

  /** A text without secrets. Anything else cannot be changed without breaking it. */
  #filteredBody(mime: string, body: Uint8Array): Uint8Array {
    if (!isText.test(typeOf(mime))) return body;
    const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(body);
    const filteredText = this.#dependencies.redact(text);
    return filteredText === text ? body : Buffer.from(filteredText);
  }

  /** @throws VisibilityError `invalid_arguments` if no further file can be kept for this caller */
  async checkRoom(): Promise<void> {
    const { saved, account } = this.#dependencies;
    const hasRoom = await orUnreachable(async () => saved.hasRoom(await account.toRead()));
    if (hasRoom) return;
    throw new VisibilityError('invalid_arguments', `Nothing was saved: ${noRoom}`, { outcome: 'not_sent' });
  }

  /** Stores a table that this program made of `filtered` rows, once for each name and content. */
  keepMade(file: MadeFile): Promise<KeptFile> {
    return orUnreachable(() => this.#put(file, false, `${file.mime}\n${file.name}\n`, tablePrefix));
  }

  async #put({ mime, body, name }: MadeFile, isPaid: boolean, seed: string, prefix = ''): Promise<KeptFile> {
    const id = prefix + createHash('sha256').update(seed).update(body).digest('base64url').slice(0, 22);
    const { saved, account } = this.#dependencies;
    const file = await saved.put(await account.toRead(), { id, name, mime, size: body.byteLength, body, isPaid });
    if (!file) return { not_kept: noRoom };
    return {
      uri: `${keptFileScheme}${file.id}`,
      name: file.name,
      mime_type: typeOf(mime),
      size_bytes: file.size,
      expires_at: new Date(file.expiresAt).toISOString(),
    };
  }

  /** @throws VisibilityError `not_found` where none of that id is kept for this caller */
  async read(id: string): Promise<RawResponse> {
    const { saved, account } = this.#dependencies;
    const file = await saved.read(await account.toRead(), id);
    if (file) return { mime: file.mime, body: file.body, name: file.name };
    throw new VisibilityError(
      'not_found',
      `No file ${JSON.stringify(id.slice(0, 60))} is kept for this caller: files are kept for 24 hours.`,
      { outcome: 'not_sent' },
    );
  }
}

/** The reference to the stored file of a paid answer; undefined if it has none. */
export const keptIn = (answer: unknown): KeptFile | undefined =>
  isFields(answer) && (isFile(answer) || isLongText(answer)) && isKept(answer['kept']) ? answer['kept'] : undefined;

const isKept = (value: unknown): value is KeptFile & Fields =>
  isFields(value) && typeof value['uri'] === 'string' && value['uri'].startsWith(keptFileScheme);

/** A copy of an answer without the reference to its stored file. */
export function withoutKept(answer: unknown): unknown {
  if (!keptIn(answer)) return answer;
  const { kept: _, ...own } = answer as Fields;
  return own;
}

const typeOf = (mime: string): string => mime.split(';', 1)[0]?.trim().toLowerCase() || 'application/octet-stream';

const noRoom = `${savedBounds.files} files or ${savedBounds.bytes / 2 ** 20} MB are kept for this caller already, each for 24 hours. Repeat the call when some have expired.`;

const isText = /^text\/|[/+](json|x-ndjson|ndjson|xml|yaml|x-yaml)$/;

/**
 * What a call names: the values of its path, and its project or brand. A number that is not in the path is written with
 * the name of its argument.
 */
function subjectsOf(operation: Operation, args: Arguments): string[] {
  const { params } = operation;
  const names = new Set([...params, ...projectArguments(operation).keys(), 'brand', 'domain', 'project']);
  return [...names].flatMap((name) => {
    const value = args[name];
    if (typeof value !== 'number') return typeof value === 'string' ? [value] : [];
    return [params.includes(name) ? `${value}` : `${name}-${value}`];
  });
}

/** The usual file extension of a media type. */
function endingOf(mime: string): string {
  const type = typeOf(mime);
  return endings[type] ?? /^[a-z]+\/(?:x-)?([a-z0-9]{1,8})$/.exec(type)?.[1] ?? 'bin';
}

const endings: Readonly<Record<string, string>> = {
  'text/plain': 'txt',
  'text/markdown': 'md',
  'application/octet-stream': 'bin',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'xlsx',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'docx',
  'application/msword': 'doc',
  'application/vnd.ms-excel': 'xls',
  'image/jpeg': 'jpg',
  'image/svg+xml': 'svg',
};
