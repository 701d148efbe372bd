import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { parse } from 'yaml';
import { environment } from '../../mcp/support/run.ts';
import { folder, type Scope } from '../../mcp/support/scope.ts';
import { publicNetwork } from '../../support/network/public-network.ts';
import { endProcess } from '../../support/processes/end-process.ts';
import { postgresServer } from '../../support/state/schemas.ts';
import { freshStore } from '../../support/state/store.ts';

const root = resolve(import.meta.dirname, '../../..');

interface Service {
  readonly environment: Readonly<Record<string, string>>;
  readonly networks?: readonly string[];
  readonly mem_limit?: string;
}

export interface ComposeFile {
  readonly services: Readonly<Record<string, Service>>;
  readonly networks: Readonly<Record<string, { readonly internal?: boolean }>>;
}

/** deploy/compose.yaml, with what an operator writes into `.env` in the place of its variables. */
export function composeFile(operator: Readonly<Record<string, string>>): ComposeFile {
  const file: unknown = parse(readFileSync(join(root, 'deploy/compose.yaml'), 'utf8'), {
    merge: true,
    reviver: (_, value: unknown) => (typeof value === 'string' ? interpolated(value, operator) : value),
  });
  return file as ComposeFile;
}

const interpolated = (text: string, operator: Readonly<Record<string, string>>): string =>
  text.replaceAll(/\$\{(\w+)(?::([-?+])([^}]*))?\}/g, (_, name: string, kind?: string, otherwise?: string) => {
    const value = operator[name];
    if (value === undefined && kind === '?') throw new Error(`.env has no ${name}`);
    if (kind === '+') return value ? (otherwise ?? '') : '';
    return value ?? otherwise ?? '';
  });

/** A replica as its container runs it, on an address of its own. */
export interface Container {
  /** Its address, without a port. */
  readonly address: string;
  /** Runs the image's health check; resolves if it succeeds. */
  readonly checkHealth: () => Promise<void>;
}

/** The instructions of deploy/Dockerfile for the image itself, in their order. */
const instructions = readFileSync(join(root, 'deploy/Dockerfile'), 'utf8')
  .replaceAll(/\\\n/g, ' ')
  .split(/^(?=FROM )/m)
  .at(-1)!
  .split('\n')
  .map((line) => /^([A-Z]+) (.*)$/.exec(line) ?? [])
  .map(([, name = '', value = '']) => ({ name, value: value.trim() }));

const instruction = (name: string): string => instructions.find((each) => each.name === name)?.value ?? '';

/** A command of the image: a list of words; that of a health check stands behind its options. */
const command = (name: string): string[] => JSON.parse(instruction(name).replace(/^[^[]*/, '')) as string[];

/**
 * Starts services of the compose file as processes: files and command of the image, and the service's own environment. Only what
 * needs containers is replaced. Each process listens on an address of its own where it asks for 0.0.0.0, and the name `postgres`
 * leads to the tests' server, with a user and an empty schema of theirs.
 */
export async function startServices(
  scope: Scope,
  { services }: ComposeFile,
  names: readonly string[],
): Promise<Readonly<Record<string, Container>>> {
  const store = await freshStore('postgres');
  scope.onTestFinished(async () => store[Symbol.asyncDispose]());
  const image = imageFolder(scope);
  const started = names.map(async (name, at) => {
    const address = ownAddress(at);
    const { environment: env = {} } = services[name] ?? {};
    const child = spawn(process.execPath, [...command('ENTRYPOINT').slice(1), ...command('CMD')], {
      cwd: image,
      env: environment(scope, {
        ...env,
        VISIBILITY_STATE: inDatabase(env['VISIBILITY_STATE'] ?? '', store.location),
        ...publicNetwork({
          names: { postgres: [['127.0.0.1']] },
          ports: { '127.0.0.1': Number(new URL(postgresServer).port || 5432) },
          ownAddress: address,
        }),
      }),
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    scope.onTestFinished(() => endProcess(child));
    let errors = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text));
    await Promise.race([
      once(child.stdout, 'data'),
      once(child, 'exit').then(() => Promise.reject(new Error(`${name} has ended: ${errors}`))),
    ]);
    const [program, ...args] = command('HEALTHCHECK');
    if (program !== 'node') throw new Error(`the health check runs ${program}`);
    const here = args.map((text) => text.replaceAll('127.0.0.1', address));
    const checkHealth = async () => void (await promisify(execFile)(process.execPath, here));
    return [name, { address, checkHealth }] as const;
  });
  return Object.fromEntries(await Promise.all(started));
}

/** The content of the image: the files that its last stage copies. */
function imageFolder(scope: Scope): string {
  const image = folder(scope);
  for (const { value } of instructions.filter(({ name }) => name === 'COPY')) {
    const [from, ...paths] = value.split(/\s+/);
    if (from !== '--from=build') throw new Error(`COPY ${value} is not from the build`);
    const to = paths.pop() ?? '';
    for (const path of paths) {
      const source = path.replace(/^\/build\//, '');
      cpSync(join(root, source), to.endsWith('/') ? join(image, to, basename(source)) : join(image, to), {
        recursive: true,
      });
    }
  }
  return image;
}

/** Another address of this machine for each service; processes of two tests do not meet. */
const ownAddress = (at: number): string => `127.${((process.pid >> 8) & 127) | 64}.${process.pid & 255}.${at + 1}`;

/** The address as the file has it, host and demands on the connection included, of another user's database. */
function inDatabase(address: string, location: string): string {
  const [url, test] = [new URL(address), new URL(location)];
  [url.username, url.password, url.pathname] = [test.username, test.password, test.pathname];
  for (const [name, value] of test.searchParams) url.searchParams.set(name, value);
  return url.href;
}
