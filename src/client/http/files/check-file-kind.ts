import { parse as parseCsv } from 'csv-parse/sync';
import { extname } from 'node:path';
import type { FileRule } from '../../../catalog/index.ts';

/** Why a file is not of the kind that an operation accepts, judged by its extension and content; undefined if it is. */
export function kindProblem(kind: FileRule['kind'], name: string, bytes: Uint8Array): string | undefined {
  const extension = extname(name).slice(1).toLowerCase();
  const allowed = kinds[kind];
  if (!allowed.extensions.includes(extension))
    return `is not accepted: only ${allowed.extensions.join(', ')} files are`;
  return allowed.problem(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), extension);
}

const kinds: Readonly<
  Record<
    FileRule['kind'],
    { extensions: readonly string[]; problem: (bytes: Buffer, extension: string) => string | undefined }
  >
> = {
  table: { extensions: ['csv', 'txt', 'xlsx', 'xls'], problem: tableProblem },
  image: { extensions: ['png', 'jpg', 'jpeg', 'gif', 'webp'], problem: imageProblem },
};

const startsWith = (bytes: Buffer, signature: string): boolean =>
  bytes.toString('latin1', 0, signature.length) === signature;

/** Signatures of the formats' own specifications. */
const images: readonly ((bytes: Buffer) => boolean)[] = [
  (bytes) => startsWith(bytes, '\x89PNG\r\n\x1a\n'),
  (bytes) => startsWith(bytes, '\xff\xd8\xff'),
  (bytes) => startsWith(bytes, 'GIF87a') || startsWith(bytes, 'GIF89a'),
  (bytes) => startsWith(bytes, 'RIFF') && bytes.toString('latin1', 8, 12) === 'WEBP',
];

function imageProblem(bytes: Buffer): string | undefined {
  return images.some((is) => is(bytes)) ? undefined : 'is named like an image but is none';
}

function tableProblem(bytes: Buffer, extension: string): string | undefined {
  if (extension.startsWith('xls') && isWorkbook(bytes)) return undefined;
  if (bytes.length === 0) return 'is empty';
  const text = textOf(bytes);
  if (text === undefined) return 'is named like a table but is no text';
  if (looksSecret(text)) return 'looks like keys, passwords or settings, not like a table';
  return isTable(text) ? undefined : 'is named like a table but cannot be read as one';
}

/** Office Open XML is a zip that names its parts in the clear; older workbooks are compound files (MS-CFB, 2.2). */
const isWorkbook = (bytes: Buffer): boolean =>
  (startsWith(bytes, 'PK\x03\x04') && bytes.includes('[Content_Types].xml') && bytes.includes('xl/')) ||
  startsWith(bytes, '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1');

/** Spreadsheet programs write UTF-8, UTF-16 with a mark, or the Windows code page. */
function textOf(bytes: Buffer): string | undefined {
  const encoding = startsWith(bytes, '\xff\xfe')
    ? 'utf-16le'
    : startsWith(bytes, '\xfe\xff')
      ? 'utf-16be'
      : isUtf8(bytes)
        ? 'utf-8'
        : 'windows-1252';
  const text = new TextDecoder(encoding).decode(bytes);
  return /[\0-\x08\x0b\x0e-\x1f\x7f\ufffd]/.test(text) ? undefined : text;
}

function isUtf8(bytes: Buffer): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

const secrets: readonly RegExp[] = [
  /-----BEGIN [A-Z0-9 ]+-----|PuTTY-User-Key-File/,
  // Tokens that are recognised by their beginning, including JSON web tokens.
  /\b(?:ghp|gho|ghs|glpat|xox[abp]|sk|rk|pk)[_-][A-Za-z0-9_-]{20,}|\bAKIA[0-9A-Z]{16}\b|\beyJ[\w-]{10,}\.[\w-]{10,}\./,
  /\b(?:password|passwd|secret|api[_-]?key|token)["']?\s*[:=]/i,
];

/** Whether a text contains keys, tokens or passwords, or consists mostly of lines of an environment or password file. */
function looksSecret(text: string): boolean {
  if (secrets.some((secret) => secret.test(text))) return true;
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '' && !line.startsWith('#'));
  const secret = lines.filter(
    (line) => /^\s*(?:export\s+)?[A-Za-z_][A-Za-z0-9_]*\s*=/.test(line) || /^[^:\s]+:[^:]*:(?:\d*:){2}/.test(line),
  );
  return secret.length * 2 > lines.length;
}

/** Whether a text is a table: the same number of columns in every row, at least one. JSON and markup are not tables. */
function isTable(text: string): boolean {
  if (/^[\s\ufeff]*[{<]/.test(text)) return false;
  return [',', ';', '\t', '|'].some((delimiter) => {
    try {
      return (
        parseCsv(text, {
          bom: true,
          delimiter,
          relax_quotes: true,
          relax_column_count: false,
          skip_empty_lines: true,
          to_line: 5_000,
        }).length > 0
      );
    } catch {
      return false;
    }
  });
}
