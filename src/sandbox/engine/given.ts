import { Buffer } from 'node:buffer';

/** An uploaded file. */
interface Upload {
  readonly name: string;
  readonly bytes: Buffer;
}

/**
 * The validated arguments of a request, read by name and type. Asking for a field as what the catalog
 * does not declare it to be is a defect of the family, and throws.
 */
export interface Given {
  has(name: string): boolean;
  value(name: string): unknown;
  text(name: string): string;
  number(name: string): number;
  id(name: string): never;
  flag(name: string): boolean;
  texts(name: string): readonly string[];
  ids(name: string): readonly number[];
  file(name: string): Upload;
  maybeText(name: string): string | undefined;
  maybeNumber(name: string): number | undefined;
  /** Everything given, path values and paging left out: what an update stores. */
  readonly fields: Readonly<Record<string, unknown>>;
  /** All declared arguments, as prices and paging want them. */
  readonly everything: Readonly<Record<string, unknown>>;
  /** Body fields the contract does not show, where the operation is open. */
  readonly free: Readonly<Record<string, unknown>>;
}

export function given(
  fields: Readonly<Record<string, unknown>>,
  free: Readonly<Record<string, unknown>>,
  apart: readonly string[],
): Given {
  const value = (name: string): unknown => (Object.hasOwn(fields, name) ? fields[name] : free[name]);
  const wrong = (name: string, type: string) => new Error(`${name} is not ${type}`);
  const maybeText = (name: string) => (typeof value(name) === 'string' ? String(value(name)) : undefined);
  const maybeNumber = (name: string) => (typeof value(name) === 'number' ? Number(value(name)) : undefined);
  const elements = (name: string): readonly unknown[] => {
    const found = value(name);
    return Array.isArray(found) ? found : [];
  };
  return {
    has: (name) => value(name) !== undefined,
    value,
    maybeText,
    maybeNumber,
    text: (name) => maybeText(name) ?? raise(wrong(name, 'a text')),
    number: (name) => maybeNumber(name) ?? raise(wrong(name, 'a number')),
    id: (name) => (maybeNumber(name) ?? maybeText(name) ?? raise(wrong(name, 'an id'))) as never,
    flag: (name) => value(name) === true,
    texts: (name) => elements(name).filter((one) => typeof one === 'string'),
    ids: (name) => elements(name).filter((one) => typeof one === 'string' || typeof one === 'number') as number[],
    file: (name) => upload(value(name)) ?? raise(wrong(name, 'a file')),
    fields: Object.fromEntries(Object.entries(fields).filter(([name]) => !apart.includes(name))),
    everything: fields,
    free,
  };
}

const raise = (error: Error): never => {
  throw error;
};

function upload(value: unknown): Upload | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { name, content, encoding } = value as { name?: unknown; content?: unknown; encoding?: unknown };
  return {
    name: String(name ?? 'upload'),
    bytes: Buffer.from(String(content ?? ''), encoding === 'base64' ? 'base64' : 'utf8'),
  };
}
