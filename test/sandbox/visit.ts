import * as z from 'zod';
import { expect, onTestFinished } from 'vitest';
import { operationNamed } from '../../src/catalog/index.ts';
import type { Operation } from '../../src/catalog/vocabulary/index.ts';
import { startSandbox, type SandboxOptions } from '../../sandbox/sandbox.ts';
import { virtualClock, type VirtualClock } from '../support/clock/virtual-clock.ts';

/** The outcome of a call: the status, the parsed body, and the headers. */
interface Received {
  readonly status: number;
  // The shapes are checked against the catalog; tests then read freely.
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly body: any;
  readonly headers: Headers;
}

export interface Visit {
  readonly url: string;
  readonly clock: VirtualClock;
  /** Calls an operation of the catalog; a success must have the declared status and shape. */
  call(name: string, input?: Readonly<Record<string, unknown>>, token?: string): Promise<Received>;
  /** Sends anything at all to a path below the service address. */
  raw(path: string, init?: RequestInit, token?: string | null): Promise<Received>;
  balance(token?: string): Promise<number>;
  /** Closes it before the end of the test. */
  close(): Promise<void>;
}

type VisitOptions = Partial<SandboxOptions> & { clock?: VirtualClock };

/** A fresh sandbox with a clock of its own; it closes after the test. */
export async function visit(options: VisitOptions = {}): Promise<Visit> {
  const here = await openVisit(options);
  onTestFinished(here.close);
  return here;
}

/** The same for several tests, which close it. */
export async function openVisit(options: VisitOptions = {}): Promise<Visit> {
  const clock = options.clock ?? virtualClock('2026-11-02T09:00:00Z');
  const sandbox = await startSandbox({ rate: 0, ...options, clock });
  let closed: Promise<void> | undefined;
  const raw: Visit['raw'] = async (path, init = {}, token = 'sandbox-owner') => {
    const headers = new Headers(init.headers);
    if (token !== null) headers.set('authorization', `Bearer ${token}`);
    const response = await fetch(sandbox.url + path, { ...init, headers });
    return { status: response.status, body: read(await response.text(), response.headers), headers: response.headers };
  };
  const call: Visit['call'] = async (name, input = {}, token = 'sandbox-owner') => {
    const declared = operationNamed(name);
    const received = await raw(...requestOf(declared, input), token);
    if (received.status < 300) fits(declared, received);
    return received;
  };
  return {
    url: sandbox.url,
    clock,
    call,
    raw,
    balance: async (token) => (await call('credits.balance', {}, token)).body.data.balance,
    close: () => (closed ??= sandbox.close()),
  };
}

function requestOf(
  { method, path, params, query, multipart, headers: inHeaders }: Operation,
  input: Readonly<Record<string, unknown>>,
): [string, RequestInit] {
  const headers = Object.entries(inHeaders).map(([name, header]) => [header, String(input[name])] as const);
  const address = path.replaceAll(/\{(\w+)\}/g, (_, name) =>
    encodeURIComponent(String(input[name] ?? expect.fail(`${path} needs ${name}`))),
  );
  const rest = Object.entries(input).filter(([name]) => !params.includes(name));
  const search = new URLSearchParams();
  const fields: [string, unknown][] = [];
  for (const [name, value] of rest) {
    if (!query.has(name)) fields.push([name, value]);
    else for (const one of [value].flat()) search.append(Array.isArray(value) ? `${name}[]` : name, String(one));
  }
  const target = search.size ? `${address}?${search}` : address;
  if (method === 'GET') return [target, {}];
  if (multipart) return [target, { method, body: formOf(fields) }];
  return [
    target,
    {
      method,
      body: JSON.stringify(Object.fromEntries(fields)),
      headers: { ...Object.fromEntries(headers), 'content-type': 'application/json' },
    },
  ];
}

function formOf(fields: readonly (readonly [string, unknown])[]): FormData {
  const form = new FormData();
  for (const [name, value] of fields) {
    if (value instanceof File) form.append(name, value);
    else if (isInlineFile(value)) form.append(name, new File([value.content], value.name));
    else if (typeof value === 'object' && value !== null)
      for (const [key, one] of Object.entries(value)) form.append(`${name}[${key}]`, String(one));
    else form.append(name, String(value));
  }
  return form;
}

/** A file as the arguments of a call hold it. */
const isInlineFile = (value: unknown): value is { readonly name: string; readonly content: string } =>
  typeof value === 'object' && value !== null && 'name' in value && 'content' in value;

function read(text: string, headers: Headers): unknown {
  if (headers.get('content-type')?.includes('application/json')) return JSON.parse(text);
  if (!headers.get('content-type')?.includes('ndjson')) return text;
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}

/** Of an operation the schema of its answers, once for all calls: each new one is compiled. */
const schemas = new Map<string, z.ZodType>();

function schemaOf({ name, answer }: Operation): z.ZodType | undefined {
  if (!('shape' in answer) || schemas.has(name)) return schemas.get(name);
  const shape = z.looseObject(answer.shape);
  const forms = {
    flat: () => shape,
    one: () => z.object({ data: shape }),
    list: () => z.object({ data: z.array(shape), meta: z.looseObject({}) }),
    rows: () => z.array(shape),
    ndjson: () => z.array(shape),
  };
  schemas.set(name, forms[answer.kind]());
  return schemas.get(name);
}

function fits(operation: Operation, { status, body }: Received): void {
  const { name } = operation;
  if (status !== operation.status && !(status in operation.otherwiseStatus)) expect.fail(`${name}: ${status}`);
  if (status === 204 || (name.startsWith('agentic_chat.') && status === 202)) return;
  const issues = schemaOf(operation)?.safeParse(body).error?.issues;
  if (issues) expect(issues, name).toEqual([]);
}
