import { basename } from 'node:path';
import type * as z from 'zod';
import { fileRuleOf, type FileRule } from '../../../catalog/vocabulary/fields.ts';
import type { Arguments, Operation } from '../../../catalog/index.ts';
import type { FileAccess, OutgoingFile } from '../files/file-access.ts';
import { fileRefused, invalidArguments } from '../../refusals.ts';

/** An encoded request, which can be sent repeatedly. */
export interface WireRequest {
  readonly method: string;
  /** Path and query, relative to the service address. */
  readonly target: string;
  readonly contentType?: string | undefined;
  /** Headers that carry arguments of the operation. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly body?: Uint8Array | string | undefined;
}

export interface EncodeOptions {
  /** Which local files may be sent. Absent: none. */
  readonly files?: FileAccess | undefined;
  /** Paths of files that are never sent, even through another link to them: token file, state. */
  readonly secret?: ReadonlySet<string> | undefined;
}

/**
 * Encodes validated arguments as the contract says: path, query, headers, JSON or multipart body.
 * A path parameter is one segment and cannot change the rest of the path. Local files are read and checked here, with consent, before anything is sent.
 * @throws FileRefused for a local file that may not be sent
 */
export async function encode(
  operation: Operation,
  input: Arguments,
  options: EncodeOptions = {},
): Promise<WireRequest> {
  const fields = bodyOf(operation, input);
  const empty = {
    method: operation.method,
    target: `${pathOf(operation, input)}${queryOf(operation, input)}`,
    headers: Object.keys(operation.headers).length > 0 ? headersOf(operation, input) : undefined,
  };
  if (operation.method === 'GET' || (!operation.multipart && Object.keys(fields).length === 0)) return empty;
  if (!operation.multipart) return { ...empty, contentType: 'application/json', body: JSON.stringify(fields) };
  const form = new Response(await formOf(operation, fields, options));
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
      throw invalidArguments(name, { [param]: ['is no identifier'] });
    }
    return segments.map(encodeURIComponent).join('/');
  });
}

const headersOf = ({ headers }: Operation, input: Arguments): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([argument, header]) =>
      input[argument] === undefined ? [] : [[header, String(input[argument])]],
    ),
  );

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

/** A query value as text. Booleans are sent as 1 and 0, which every parser of booleans accepts. */
const plain = (value: unknown): string => (typeof value === 'boolean' ? (value ? '1' : '0') : String(value));

function bodyOf(operation: Operation, input: Arguments): Record<string, unknown> {
  if (operation.method === 'GET') return {};
  const elsewhere = new Set([
    ...operation.params,
    ...operation.query,
    ...Object.keys(operation.headers),
    ...(operation.open ? ['body'] : []),
  ]);
  const declared = Object.entries(input).filter(([name, value]) => !elsewhere.has(name) && value !== undefined);
  return { ...Object.fromEntries(declared), ...(operation.open ? (input['body'] as object | undefined) : undefined) };
}

async function formOf(
  operation: Operation,
  fields: Record<string, unknown>,
  options: EncodeOptions,
): Promise<FormData> {
  const form = new FormData();
  const shape = operation.input.shape as Record<string, z.ZodType | undefined>;
  const sent: OutgoingFile[] = [];
  for (const [name, value] of Object.entries(fields)) {
    const type = shape[name];
    const rule = type && fileRuleOf(type);
    const many = Array.isArray(value);
    for (const one of many ? value : [value]) {
      const field = many ? `${name}[]` : name;
      if (rule && isInline(one)) form.append(field, ...inlineFile(one));
      else if (rule) {
        const file = await localFile(String(one), name, rule, options);
        sent.push({ ...file, operation: operation.name });
        form.append(field, new Blob([file.bytes]), basename(file.path));
      } else if (typeof one === 'object' && one !== null) {
        for (const [key, inner] of Object.entries(one))
          if (inner !== undefined) form.append(`${field}[${key}]`, plain(inner));
      } else form.append(field, plain(one));
    }
  }
  if (sent.length > 0) await options.files?.agree?.(sent);
  return form;
}

interface Inline {
  readonly name: string;
  readonly content: string;
  readonly encoding?: 'utf8' | 'base64' | undefined;
}

const isInline = (value: unknown): value is Inline =>
  typeof value === 'object' && value !== null && 'content' in value && 'name' in value;

const inlineFile = ({ name, content, encoding }: Inline): [Blob, string] => [
  new Blob([Buffer.from(content, encoding ?? 'utf8')]),
  name,
];

/** Reads and checks a local file. The module is loaded on demand, since few calls send a file. */
async function localFile(
  fileName: string,
  argument: string,
  { kind, maxBytes }: FileRule,
  { files, secret = new Set() }: EncodeOptions,
) {
  if (!files)
    throw fileRefused(argument, 'a path is not taken here', 'Give the content inline as {"name":"…","content":"…"}.');
  const [{ readLocalFile }, { kindProblem }] = await Promise.all([
    import('../files/read-local-file.ts'),
    import('../files/check-file-kind.ts'),
  ]);
  const file = await readLocalFile(fileName, { argument, access: files, maxBytes, secret });
  const problem = kindProblem(kind, file.path, file.bytes);
  if (problem) throw fileRefused(argument, problem);
  return file;
}
