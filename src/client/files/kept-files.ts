import { createHash } from 'node:crypto';
import type { Arguments, Operation } from '../../catalog/operation.ts';
import { savedBounds, type SavedFiles } from '../../state/saved-files.ts';
import type { Account } from '../account/account.ts';
import type { RawResponse } from '../decoding/decoded-response.ts';
import { VisibilityError } from '../errors/visibility-error.ts';

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
export type CallerFiles = Pick<KeptFiles, 'keepMade' | 'addPart' | 'readPart' | 'dropParts'>;

/** URI prefix of the MCP resources of stored files. */
export const keptFileScheme = 'visibility://saved/';

/** Stores files of answers for their caller for a day. */
export class KeptFiles {
  readonly #saved: SavedFiles;
  readonly #account: Account;

  /** @param saved stored files, limited to this caller's */
  constructor(saved: SavedFiles, account: Account) {
    this.#saved = saved;
    this.#account = account;
  }

  /** Stores the file of an answer, once for each name, media type and content. `isPaid`: whether its call was paid (`SavedFiles`). */
  keep(
    operation: Operation,
    args: Arguments,
    { mime, body, name = nameOf(operation, args, mime) }: RawResponse,
    isPaid: boolean,
  ): Promise<KeptFile> {
    return this.#put({ mime, body, name }, isPaid, `${mime}\n`);
  }

  /** Stores a file that this program generated, once for each name and content. */
  keepMade(file: MadeFile): Promise<KeptFile> {
    return this.#put(file, false, `${file.mime}\n${file.name}\n`);
  }

  async #put({ mime, body, name }: MadeFile, isPaid: boolean, seed: string): Promise<KeptFile> {
    const id = createHash('sha256').update(seed).update(body).digest('base64url').slice(0, 22);
    const account = await this.#account.toRead();
    const file = await this.#saved.put(account, { id, name, mime, size: body.byteLength, body, isPaid });
    if (!file)
      return {
        not_kept: `${savedBounds.files} files or ${savedBounds.bytes / 2 ** 20} MB are kept for this caller already, each for 24 hours. Repeat the call when some have expired, or write it to a file: visibility-mcp call … --save FILE`,
      };
    return {
      uri: `${keptFileScheme}${file.id}`,
      name: file.name,
      mime_type: typeOf(mime),
      size_bytes: file.size,
      expires_at: new Date(file.expiresAt).toISOString(),
    };
  }

  /** Stores a part of a list that is being read. False if it exceeds the quota. */
  async addPart(id: string, part: number, body: Uint8Array): Promise<boolean> {
    return this.#saved.addPart(await this.#account.toRead(), id, part, body);
  }

  /** Reads a part that this or an earlier process stored; undefined if there is none. */
  async readPart(id: string, part: number): Promise<Uint8Array | undefined> {
    return this.#saved.readPart(await this.#account.toRead(), id, part);
  }

  async dropParts(id: string): Promise<void> {
    await this.#saved.dropParts(await this.#account.toRead(), id);
  }

  /** @throws VisibilityError `not_found` where none of that id is kept for this caller */
  async read(id: string): Promise<RawResponse> {
    const file = await this.#saved.read(await this.#account.toRead(), id);
    if (file) return { mime: file.mime, body: file.body, name: file.name };
    throw new VisibilityError(
      'not_found',
      `No file ${JSON.stringify(id.slice(0, 60))} is kept for this caller: files are kept for 24 hours.`,
      { outcome: 'not_sent' },
    );
  }
}

const typeOf = (mime: string): string => mime.split(';', 1)[0]?.trim().toLowerCase() || 'application/octet-stream';

/** `knowledge_base.download-7.md`: the operation, what it was called with, and the usual ending of the type. */
function nameOf({ name, params }: Operation, args: Arguments, mime: string): string {
  const parts = [name, ...params.map((param) => String(args[param] ?? ''))].filter((part) => part !== '');
  const stem = parts
    .join('-')
    .replace(/[^\w.-]+/g, '_')
    .slice(0, 80);
  const type = typeOf(mime);
  const ending = endings[type] ?? /^[a-z]+\/(?:x-)?([a-z0-9]{1,8})$/.exec(type)?.[1] ?? 'bin';
  return `${stem}.${ending}`;
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
