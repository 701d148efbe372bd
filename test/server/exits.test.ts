import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import * as fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { exitOf, secretsOf } from '../../src/app/secrets-of.ts';
import { readConfig } from '../../src/app/config/config.ts';
import type { Surface } from '../../src/server/protocol/offer.ts';
import { applyExit } from '../../src/tools/results/run-tool.ts';
import { isThorough } from '../support/thorough.ts';
import { suiteScope } from '../mcp/support/suite-scope.ts';
import { serveSurface, success, tool } from './mcp.ts';
import { jobOf } from '../tools/fake-client.ts';
import { VisibilityError } from '../../src/client/errors.ts';

const config = readConfig(
  {},
  {
    VISIBILITY_API_URL: 'http://127.0.0.1:1/api/v1',
    VISIBILITY_API_TOKEN: 'token-that-nobody-may-read',
    VISIBILITY_STATE: 'postgres://someone:pass%2Fword%22that-nobody-may-read@127.0.0.1:1/x',
    VISIBILITY_EVENTS_SECRET: 'webhook-secret-that-nobody-may-read',
  },
);
const exit = exitOf(config);

it('every secret of the settings is known as one', () => {
  expect(secretsOf(config)).toEqual(
    expect.arrayContaining([
      'token-that-nobody-may-read',
      'pass%2Fword%22that-nobody-may-read',
      'pass/word"that-nobody-may-read',
      'webhook-secret-that-nobody-may-read',
    ]),
  );
  const more = {
    otherTokens: () => ['token of another account'],
    httpToken: () => 'token of the entry',
    secrets: () => ['first secret', 'rotated secret'],
    proxies: () => ({ https: 'http://me:proxy-word@127.0.0.1:1', http: undefined, except: undefined }),
  };
  const configSecrets = secretsOf({ ...config, ...more } as unknown as typeof config);
  for (const secret of [
    'token of another account',
    'token of the entry',
    'first secret',
    'rotated secret',
    'proxy-word',
  ])
    expect(configSecrets).toContain(secret);
});

const every = (text: string, spell: (code: string) => string): string =>
  [...text].map((letter) => spell(letter.charCodeAt(0).toString(16).padStart(2, '0'))).join('');

/** How a text may spell a secret. */
const spellings: readonly ((secret: string) => string)[] = [
  (secret) => secret,
  (secret) => encodeURIComponent(secret),
  (secret) => JSON.stringify(secret).slice(1, -1),
  (secret) => every(secret, (code) => `%${code}`),
  (secret) => every(secret, (code) => `\\u00${code}`),
  (secret) => Buffer.from(secret).toString('base64'),
  (secret) => Buffer.from(`ab${secret}`).toString('base64url'),
];

/** A text that holds a secret, and what must be seen nowhere. */
const planted = fc
  .tuple(
    fc.constantFrom(...secretsOf(config)),
    fc.constantFrom(...spellings),
    fc.constantFrom('', 'a ', 'see "', 'Ä'),
    fc.constantFrom('', ' z', '" }'),
  )
  .map(([secret, spell, before, after]) => ({ secret, spelled: spell(secret), text: before + spell(secret) + after }));

/** What tools, resources and prompts answer with in the course of one run. */
let text = '';

const refusal = (): VisibilityError =>
  new VisibilityError('invalid_arguments', text, {
    outcome: 'not_sent',
    next: text,
    facts: { [text]: [text] },
    fields: { [text]: [text] },
  });

const job = () => ({ ...jobOf({ state: 'failed', error: text }), platform_state: text });

const surface: Surface = {
  exit,
  tools: [
    tool('tell', async (_args, { onProgress }) => {
      onProgress?.({ percent: 5, message: text });
      return {
        ...success({ [text]: [text, { text }] }),
        viewData: { rows: [text] },
        link: { uri: `visibility://reads/${text}`, name: text, title: text },
      };
    }),
    tool('ask', async () => ({
      ...success(text),
      question: {
        about: 'job_1',
        text,
        asker: text,
        fields: [{ name: 'which', description: text, options: [{ label: text, description: text }] }],
        call: { tool: 'tell', args: { text } },
      },
    })),
    tool('send', async (_args, { files }) => {
      await files?.agree?.([{ operation: text, path: `/${text}`, bytes: new Uint8Array() }]);
      return success(text);
    }),
    tool('refuse', () => Promise.reject(refusal())),
    {
      ...tool('misread', async () => success(1)),
      read: () => Promise.reject(refusal()),
    },
  ],
  resources: {
    fixed: [
      {
        uri: 'visibility://fixed',
        name: 'fixed',
        title: 'Fixed',
        description: '',
        mimeType: 'application/json',
        read: async () => JSON.stringify({ [text]: text }),
      },
    ],
    templates: [
      {
        uriTemplate: 'visibility://things/{id}',
        name: 'thing',
        title: 'Thing',
        description: '',
        async read(id) {
          if (id === 'refused') throw refusal();
          return id === 'blob'
            ? { mimeType: 'image/png', blob: Buffer.from(`\u0000${text}`).toString('base64') }
            : [
                { mimeType: 'text/csv', text: `a;b\n${text}` },
                { mimeType: 'application/json', text },
              ];
        },
        names: async () => [{ id: text, names: [text] }],
      },
    ],
  },
  prompts: [
    {
      name: 'tell',
      title: 'Greet',
      description: '',
      arguments: [{ name: 'who', description: '', required: true }],
      render: ({ who }) => `Hello ${who}`,
    },
  ],
  job: async (id) =>
    id === 'job_1'
      ? { kind: 'found', job: job(), result: applyExit(success(text), exit) }
      : { kind: 'unavailable', message: text },
};

const suite = suiteScope();
const exits: unknown[] = [];
const clients = new Map<string, Client>();

beforeAll(async () => {
  const { server } = await serveSurface(surface, {}, false, suite);
  for (const era of ['2025-11-25', '2026-07-28']) {
    const client = new Client(
      { name: 'test', version: '1' },
      {
        capabilities: { elicitation: { form: {} }, extensions: { 'io.modelcontextprotocol/tasks': {} } },
        versionNegotiation: { mode: era === '2026-07-28' ? { pin: era } : 'legacy' },
      },
    );
    client.setRequestHandler('elicitation/create', async ({ params }) => {
      exits.push(params);
      return { action: 'cancel' };
    });
    suite.onTestFinished(() => client.close());
    await client.connect(new StreamableHTTPClientTransport(new URL(server.url)));
    clients.set(era, client);
  }
});
/** The text that is behind whatever is Base64 in an answer. */
const decoded = (value: unknown): unknown[] => {
  if (Array.isArray(value)) return value.flatMap(decoded);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, one]) =>
    name === 'blob' || name === 'data'
      ? [Buffer.from(String(one), 'base64').toString(), ...decoded(one)]
      : decoded(one),
  );
};

/** Any answer of the server. */
async function received(work: Promise<unknown>): Promise<unknown> {
  try {
    return await work;
  } catch (error) {
    const { message, data } = error as { message: string; data?: unknown };
    return { message, data };
  }
}

it.each(['2025-11-25', '2026-07-28'])(
  'no answer to a host of %s holds a secret of the configuration',
  { timeout: 600_000 },
  async (era) => {
    const client = clients.get(era)!;
    const asks: readonly [string, () => Promise<unknown>][] = [
      [
        'tell',
        () =>
          client.callTool(
            { name: 'tell', arguments: { text } },
            { onprogress: (progress) => void exits.push(progress) },
          ),
      ],
      ['ask', () => client.callTool({ name: 'ask', arguments: {} })],
      ['send', () => client.callTool({ name: 'send', arguments: {} })],
      ['refuse', () => client.callTool({ name: 'refuse', arguments: { [text]: text } })],
      ['misread', () => client.callTool({ name: 'misread', arguments: {} })],
      ['no tool', () => client.callTool({ name: text, arguments: {} })],
      ['a resource', () => client.readResource({ uri: 'visibility://fixed' })],
      ['texts', () => client.readResource({ uri: 'visibility://things/7' })],
      ['a text by a secret', () => client.readResource({ uri: `visibility://things/${encodeURIComponent(text)}` })],
      ['bytes', () => client.readResource({ uri: 'visibility://things/blob' })],
      ['a refused resource', () => client.readResource({ uri: 'visibility://things/refused' })],
      ['no resource', () => client.readResource({ uri: `visibility://nothing/${text}` })],
      ['a prompt', () => client.getPrompt({ name: 'tell', arguments: { who: text } })],
      ['no prompt', () => client.getPrompt({ name: text })],
      [
        'names',
        () =>
          client.complete({
            ref: { type: 'ref/resource', uri: 'visibility://things/{id}' },
            argument: { name: 'id', value: '' },
          }),
      ],
    ];
    await fc.assert(
      fc.asyncProperty(planted, async ({ secret, spelled, text: given }) => {
        text = given;
        for (const [what, ask] of asks) {
          exits.length = 0;
          const answer = await received(ask());
          const seen = JSON.stringify([answer, exits, decoded(answer)]);
          expect(seen, what).not.toContain(JSON.stringify(secret).slice(1, -1));
          expect(seen, what).not.toContain(JSON.stringify(spelled).slice(1, -1));
        }
      }),
      { seed: 11, numRuns: isThorough ? 200 : 20 },
    );
  },
);

it('a result without secrets is passed on unchanged', () => {
  const result = success({ text: 'nothing secret' });
  expect(applyExit(result, exit)).toMatchObject(result);
  const marked = applyExit({ ...result, plain: () => ({ ok: true, data: 1 }) }, { ...exit, sandbox: true });
  expect(marked.structured).toEqual({ ok: true, sandbox: true, data: { text: 'nothing secret' } });
  expect(marked.text).toBe(JSON.stringify(marked.structured));
  expect(marked.plain?.()).toEqual({ ok: true, sandbox: true, data: 1 });
});
