import type { Stats } from 'node:fs';
import { readFile, realpath, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import type * as z from 'zod';
import { takesFile } from '../catalog/fields.ts';
import type { Arguments, Operation } from '../catalog/operation.ts';
import { InvalidArguments } from './errors/invalid-arguments.ts';

/** A request, ready to be sent as often as needed. */
export interface WireRequest {
  readonly method: string;
  /** Path and query, relative to the service address. */
  readonly target: string;
  /** Relative to the platform's host instead, and sent without the token: an address that opens what it names by itself. */
  readonly outside?: boolean;
  readonly contentType?: string;
  /** Headers that the operation takes arguments in. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array | string;
}

/** Bytes; the contract's largest upload is 5 MB. */
const largestFile = 6 * 1024 * 1024;

/** Which local files a caller may hand over: none of a remote one's, and never the server's own. */
export interface FileAccess {
  readonly allowed: boolean;
  /** Files that are never read, by any of their names: token file, state. */
  readonly secret: ReadonlySet<string>;
}

/**
 * Puts validated arguments where the contract wants them: path, query, headers, JSON or multipart body.
 * Path parameters are one segment each and cannot leave their place.
 */
export async function encode(operation: Operation, input: Arguments, access: FileAccess): Promise<WireRequest> {
  const fields = bodyOf(operation, input);
  const empty = {
    method: operation.method,
    target: `${pathOf(operation, input)}${queryOf(operation, input)}`,
    ...(Object.keys(operation.headers).length > 0 ? { headers: headersOf(operation, input) } : {}),
  };
  if (operation.method === 'GET' || (!operation.multipart && Object.keys(fields).length === 0)) return empty;
  if (!operation.multipart) return { ...empty, contentType: 'application/json', body: JSON.stringify(fields) };
  const form = new Response(await formOf(operation, fields, access));
  return {
    ...empty,
    contentType: form.headers.get('content-type') ?? 'multipart/form-data',
    body: new Uint8Array(await form.arrayBuffer()),
  };
}

function pathOf({ name, path, spans }: Operation, input: Arguments): string {
  return path.replace(/\{(\w+)\}/g, (_, param: string) => {
    const value = String(input[param]);
    const segments = param === spans ? value.split('/') : [value];
    if (segments.some((segment) => segment === '' || segment === '.' || segment === '..')) {
      throw new InvalidArguments(name, { [param]: ['is no identifier'] });
    }
    return segments.map(encodeURIComponent).join('/');
  });
}

const headersOf = ({ headers }: Operation, input: Arguments): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).flatMap(([argument, header]) => (input[argument] === undefined ? [] : [[header, String(input[argument])]])));

function queryOf(operation: Operation, input: Arguments): string {
  const query = new URLSearchParams();
  for (const name of operation.query) {
    const value = input[name];
    if (value === undefined) continue;
    if (Array.isArray(value)) for (const one of value) query.append(`${name}[]`, plain(one));
    else query.append(name, plain(value));
  }
  return query.size > 0 ? `?${query}` : '';
}

/** Flags travel as 1 and 0 in a query: the form that every reading of a boolean accepts. */
const plain = (value: unknown): string => (typeof value === 'boolean' ? (value ? '1' : '0') : String(value));

function bodyOf(operation: Operation, input: Arguments): Record<string, unknown> {
  if (operation.method === 'GET') return {};
  const elsewhere = new Set([...operation.params, ...operation.query, ...Object.keys(operation.headers), ...(operation.open ? ['body'] : [])]);
  const declared = Object.entries(input).filter(([name, value]) => !elsewhere.has(name) && value !== undefined);
  return { ...Object.fromEntries(declared), ...(operation.open ? (input['body'] as object | undefined) : undefined) };
}

async function formOf(operation: Operation, fields: Record<string, unknown>, access: FileAccess): Promise<FormData> {
  const form = new FormData();
  const shape = operation.input.shape as Record<string, z.ZodType | undefined>;
  for (const [name, value] of Object.entries(fields)) {
    const type = shape[name];
    const many = Array.isArray(value);
    for (const one of many ? value : [value]) {
      const field = many ? `${name}[]` : name;
      if (type && takesFile(type)) form.append(field, ...(isInline(one) ? inlineFile(one) : await localFile(operation, name, String(one), access)));
      else if (typeof one === 'object' && one !== null) {
        for (const [key, inner] of Object.entries(one)) if (inner !== undefined) form.append(`${field}[${key}]`, plain(inner));
      } else form.append(field, plain(one));
    }
  }
  return form;
}

interface Inline {
  readonly name: string;
  readonly content: string;
  readonly encoding?: 'utf8' | 'base64';
}

const isInline = (value: unknown): value is Inline =>
  typeof value === 'object' && value !== null && 'content' in value && 'name' in value;

const inlineFile = ({ name, content, encoding }: Inline): [Blob, string] => [new Blob([Buffer.from(content, encoding ?? 'utf8')]), name];

async function localFile({ name }: Operation, argument: string, path: string, { allowed, secret }: FileAccess): Promise<[Blob, string]> {
  const refuse = (reason: string) => new InvalidArguments(name, { [argument]: [reason] });
  if (!allowed) throw refuse('a path is not taken over HTTP; give {name, content}');
  const real = await realpath(path).catch(() => undefined);
  if (real === undefined) throw refuse(`cannot be read: ${path}`);
  const found = await stat(real);
  // A device or a pipe may never end, and /proc shows this process's own environment.
  if (!found.isFile() || /^\/(proc|sys|dev)\//.test(real)) throw refuse(`is no file: ${path}`);
  if (await isSecret(found, secret)) throw refuse("is one of this server's own files");
  if (found.size > largestFile) throw refuse(`has ${found.size} bytes; at most ${largestFile} are taken`);
  const content = await readFile(real).catch(() => undefined);
  if (!content) throw refuse(`cannot be read: ${path}`);
  return [new Blob([content]), basename(path)];
}

/** Told by what a path leads to: the same file may have several names. */
async function isSecret({ dev, ino }: Pick<Stats, 'dev' | 'ino'>, secret: ReadonlySet<string>): Promise<boolean> {
  const own = await Promise.all([...secret].map((path) => stat(path).catch(() => undefined)));
  return own.some((one) => one?.ino === ino && one.dev === dev);
}
