import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { linkSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { delimiter, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { readLocalFile } from '../../../src/client/http/files/read-local-file.ts';
import { openHost } from '../support/in-process.ts';
import { json, type Platform, platformFor } from '../../support/platform.ts';
import { callAnswering, fault, outcomeOf, type Told } from '../support/message.ts';
import { folder } from '../support/scope.ts';
import { environment, bin } from '../support/run.ts';
import { pointedAt } from '../support/stdio-host.ts';

const scope = { onTestFinished };
const key =
  '-----BEGIN OPENSSH PRIVATE KEY-----\nVERYSECRETb3BlbnNzaC1rZXktdjEAAAAA\n-----END OPENSSH PRIVATE KEY-----\n';
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==',
  'base64',
);

let platform: Platform;
/** A folder of the person's, and beside it one that is nobody's business. */
let home: string;
let elsewhere: string;

beforeEach(async () => {
  platform = await platformFor(scope);
  platform.on('POST /projects/1/keywords/import/csv', json({ research_id: 5, status: 'completed', skipped: 0 }));
  platform.on(
    'GET /keyword-researches/5/status',
    json({ status: 'completed', is_finished: true, progress_percent: 100 }),
  );
  platform.on('POST /feedback', json({ data: { id: 1, message: 'm' } }, 201));
  home = folder(scope);
  elsewhere = folder(scope);
  writeFileSync(join(home, 'keywords.csv'), 'keyword,volume\ntea,100\n');
  writeFileSync(join(elsewhere, 'keywords.csv'), 'keyword,volume\nVERYSECRET,1\n');
});

interface Asked {
  readonly message: string;
}

interface Hosted {
  readonly questions: Asked[];
  call(tool: string, args: object): Promise<Told>;
}

interface Client {
  /** Folders that it declares; absent: it does not support roots. */
  readonly roots?: readonly string[];
  /** Answers a question; absent: nobody can be asked. */
  readonly person?: (asked: Asked) => unknown;
  readonly env?: Record<string, string>;
}

const capabilities = ({ roots, person }: Client) => ({
  ...(roots ? { roots: {} } : {}),
  ...(person ? { elicitation: { form: {} } } : {}),
});
const listed = (roots: readonly string[] = []) => ({ roots: roots.map((root) => ({ uri: pathToFileURL(root).href })) });

/** The client's answers, and the questions to its person. */
function answering({ roots, person }: Client) {
  const questions: Asked[] = [];
  const answer = ({ method, params }: { readonly method?: string; readonly params?: unknown }): unknown => {
    if (method === 'roots/list') return listed(roots);
    questions.push(params as Asked);
    return person?.(params as Asked);
  };
  return { questions, answer };
}

/** The same host in both eras of the protocol. */
const eras: Record<string, (client?: Client) => Promise<Hosted>> = {
  async '2025-11-25'(client = {}) {
    const { questions, answer } = answering(client);
    const host = await openHost(scope, {
      env: pointedAt(platform, client.env),
      capabilities: capabilities(client),
      answer,
    });
    return { questions, call: (tool, args) => host.call(tool, args) };
  },
  async '2026-07-28'(client = {}) {
    const { questions, answer } = answering(client);
    const host = await openHost(scope, {
      env: pointedAt(platform, client.env),
      capabilities: capabilities(client),
      version: '2026-07-28',
    });
    return { questions, call: (name, args) => callAnswering(host, name, args, answer) };
  },
};

const importing = (file: unknown, cluster = false) => ({
  operation: 'keywords.import_csv',
  arguments: { project: 1, file, cluster },
});
const uploads = () => platform.to(/^POST /).map(({ body }) => body);
const agrees = () => ({ action: 'accept', content: {} });

describe.each(Object.entries(eras))('a host of %s', (_era, open) => {
  it('sends what lies under its roots, by path, relative path or address, and nothing else', async () => {
    const { call } = await open({ roots: [home] });
    mkdirSync(join(home, 'sub'));
    writeFileSync(join(home, 'sub', 'more.csv'), 'keyword\nblack tea\n');
    for (const file of [
      join(home, 'keywords.csv'),
      'keywords.csv',
      './sub/more.csv',
      pathToFileURL(join(home, 'keywords.csv')).href,
    ]) {
      expect(await call('call_paid', importing(file)), file).toMatchObject({ ok: true });
    }
    const sent = uploads().length;
    for (const file of [
      join(elsewhere, 'keywords.csv'),
      `${home}/../${elsewhere.split('/').at(-1)}/keywords.csv`,
      '/etc/passwd',
      `${home}-not/keywords.csv`,
    ]) {
      expect(fault(await call('call_paid', importing(file))), file).toMatchObject({
        code: 'invalid_arguments',
        message: expect.stringContaining('does not lie in a folder'),
      });
    }
    expect(uploads()).toHaveLength(sent);
  });

  it('asks the person about each file by name, and sends none without a yes', async () => {
    writeFileSync(join(home, 'one.png'), png);
    writeFileSync(join(home, 'two.png'), png);
    const report = { operation: 'feedback.send', arguments: { message: 'm', attachments: ['one.png', 'two.png'] } };
    let action = '';
    const { call, questions } = await open({ roots: [home], person: () => ({ action, content: {} }) });
    for (action of ['decline', 'cancel']) {
      expect(fault(await call('call_write', report))).toMatchObject({
        code: 'confirmation_required',
        outcome: 'not_sent',
      });
      expect(questions.splice(0)).toMatchObject([{ message: expect.stringMatching(/one\.png.*\n.*two\.png/s) }]);
    }
    expect(uploads()).toEqual([]);
    action = 'accept';
    expect(await call('call_write', report)).toMatchObject({ ok: true });
    expect(await call('call_write', report)).toMatchObject({ ok: true });
    expect(questions).toHaveLength(2);
    expect(uploads()).toHaveLength(2);
  });

  it('asks for the file and for the price where a call needs both, each once', async () => {
    const env = { VISIBILITY_CONFIRM_ABOVE: '0' };
    let refused: RegExp | undefined;
    const { call, questions } = await open({
      roots: [home],
      env,
      person: ({ message }) => (refused?.test(message) ? { action: 'decline' } : agrees()),
    });
    for (refused of [/Send this file/, /Spend/]) {
      expect(fault(await call('call_paid', importing('keywords.csv', true)))).toMatchObject({
        code: 'confirmation_required',
      });
      expect(questions.splice(0).at(-1)?.message).toMatch(refused);
    }
    expect(uploads()).toEqual([]);
    refused = undefined;
    expect(await call('call_paid', importing('keywords.csv', true))).toMatchObject({ ok: true });
    expect(questions).toMatchObject([
      { message: expect.stringContaining('Send this file') },
      { message: expect.stringContaining('Spend an amount the platform does not bound') },
    ]);
    expect(await call('call_paid', { ...importing('keywords.csv', true), again: true })).toMatchObject({ ok: true });
    expect(questions).toHaveLength(4);
  });
});

/** Behaviour that does not depend on how the host is asked. */
describe('any host', () => {
  const open = eras['2025-11-25'] as (typeof eras)[string];

  it('that declares no folder can send content given inline, and no file', async () => {
    const { call } = await open();
    const error = fault(await call('call_paid', importing(join(home, 'keywords.csv'))));
    expect(error).toMatchObject({
      code: 'invalid_arguments',
      outcome: 'not_sent',
      fields: { file: [expect.any(String)] },
    });
    expect(`${error.message} ${error.next}`).toMatch(/Nothing was sent.*inline.*VISIBILITY_FILES/);
    expect(uploads()).toEqual([]);
    expect(await call('call_paid', importing({ name: 'k.csv', content: 'keyword\ngreen tea\n' }))).toMatchObject({
      ok: true,
    });
    expect(uploads()).toEqual([expect.stringContaining('green tea')]);
  });

  it('that declares the root of the file system has declared nothing', async () => {
    const { call } = await open({ roots: ['/'] });
    expect(fault(await call('call_paid', importing(join(home, 'keywords.csv')))).outcome).toBe('not_sent');
    expect(uploads()).toEqual([]);
  });

  it("sends what lies in the operator's folders", async () => {
    const { call } = await open({ env: { VISIBILITY_FILES: [elsewhere, home].join(delimiter) } });
    expect(await call('call_paid', importing(join(home, 'keywords.csv')))).toMatchObject({ ok: true });
    expect(uploads()).toEqual([expect.stringContaining('tea,100')]);
  });

  it('is not asked if the operator set --unattended', async () => {
    const host = await openHost(scope, {
      args: ['--unattended', '--files', home],
      env: pointedAt(platform),
      capabilities: { elicitation: { form: {} } },
      version: '2026-07-28',
      answer: () => ({ action: 'decline' }),
    });
    expect(
      outcomeOf(await host.request('tools/call', { name: 'call_paid', arguments: importing('keywords.csv') })),
    ).toMatchObject({ ok: true });
  });

  it('needs another yes for content that changed after the question', async () => {
    let times = 0;
    const path = join(home, 'keywords.csv');
    const { call, questions } = await open({
      roots: [home],
      person: () => {
        if (times++ === 0) writeFileSync(path, 'keyword\nexchanged\n');
        return times < 2 ? agrees() : { action: 'decline' };
      },
    });
    expect(fault(await call('call_paid', importing(path)))).toMatchObject({ code: 'confirmation_required' });
    expect(questions).toHaveLength(2);
    expect(uploads()).toEqual([]);
  });

  it('cannot send what is no plain file of the stated kind', async () => {
    const { call } = await open({ roots: [home] });
    const make: Record<string, () => void> = {
      '.env': () => writeFileSync(join(home, '.env'), 'A=1\n'),
      '.hidden/keywords.csv': () => {
        mkdirSync(join(home, '.hidden'));
        writeFileSync(join(home, '.hidden', 'keywords.csv'), 'keyword\nVERYSECRET\n');
      },
      'to-hidden.csv': () => symlinkSync(join(home, '.hidden', 'keywords.csv'), join(home, 'to-hidden.csv')),
      'link.csv': () => symlinkSync(join(elsewhere, 'keywords.csv'), join(home, 'link.csv')),
      'folder/keywords.csv': () => symlinkSync(elsewhere, join(home, 'folder')),
      'hard.csv': () => linkSync(join(elsewhere, 'keywords.csv'), join(home, 'hard.csv')),
      'pipe.csv': () => void execFileSync('mkfifo', [join(home, 'pipe.csv')]),
      'folder.csv': () => mkdirSync(join(home, 'folder.csv')),
      'missing.csv': () => {},
      'zero.csv': () => symlinkSync('/dev/zero', join(home, 'zero.csv')),
      'environ.csv': () => symlinkSync('/proc/self/environ', join(home, 'environ.csv')),
      id_rsa: () => writeFileSync(join(home, 'id_rsa'), key),
      'key.csv': () => writeFileSync(join(home, 'key.csv'), key),
      'env.txt': () => writeFileSync(join(home, 'env.txt'), 'DB_HOST=db.internal\nDB_USER=app\nVERYSECRET=1\n'),
      'passwd.csv': () =>
        writeFileSync(
          join(home, 'passwd.csv'),
          'root:x:0:0:root:/root:/bin/bash\nVERYSECRET:x:1000:1000::/home/a:/bin/sh\n',
        ),
      'json.csv': () => writeFileSync(join(home, 'json.csv'), '{"client":"VERYSECRET"}'),
      'picture.csv': () => writeFileSync(join(home, 'picture.csv'), png),
      'program.csv': () => writeFileSync(join(home, 'program.csv'), Buffer.from('\x7fELF\0\0VERYSECRET')),
      'workbook.xlsx': () => writeFileSync(join(home, 'workbook.xlsx'), Buffer.from('PK\x03\x04VERYSECRET')),
      'large.csv': () => writeFileSync(join(home, 'large.csv'), `keyword\n${'VERYSECRET tea\n'.repeat(80_000)}`),
      'page.html': () => writeFileSync(join(home, 'page.html'), 'VERYSECRET'),
      'keywords.csv\0.png': () => {},
    };
    const socket = createServer().listen(join(home, 'socket.csv'));
    await once(socket, 'listening');
    onTestFinished(() => void socket.close());
    for (const [file, prepare] of Object.entries(make)) {
      prepare();
      expect(fault(await call('call_paid', importing(file))), file).toMatchObject({
        code: 'invalid_arguments',
        outcome: 'not_sent',
      });
    }
    expect(fault(await call('call_paid', importing('socket.csv')))).toMatchObject({ code: 'invalid_arguments' });
    writeFileSync(join(home, 'key.png'), key);
    expect(
      fault(
        await call('call_write', { operation: 'feedback.send', arguments: { message: 'm', attachments: ['key.png'] } }),
      ),
    ).toMatchObject({ code: 'invalid_arguments' });
    expect(
      fault(
        await call('call_write', {
          operation: 'feedback.send',
          arguments: { message: 'm', attachments: ['keywords.csv'] },
        }),
      ).message,
    ).toMatch(/only png/);
    expect(uploads()).toEqual([]);
    symlinkSync(join(home, 'keywords.csv'), join(home, 'within.csv'));
    expect(await call('call_paid', importing('within.csv'))).toMatchObject({ ok: true });
  });
});

it('a file may have as many bytes as are taken, and not one more', async () => {
  writeFileSync(join(home, 'full.csv'), 'keyword\n12');
  const options = { argument: 'file', access: { folders: [home] }, secret: new Set<string>() };
  const { bytes } = await readLocalFile('full.csv', { ...options, maxBytes: 10 });
  expect(Buffer.from(bytes).toString()).toBe('keyword\n12');
  await expect(readLocalFile('full.csv', { ...options, maxBytes: 9 })).rejects.toThrow('has 10 bytes; at most 9');
});

it('a file or a folder that is exchanged all the time never lets the other one through', async () => {
  mkdirSync(join(home, 'way'));
  writeFileSync(join(home, 'way', 'keywords.csv'), 'keyword\ntea\n');
  // Exchanges a plain file for a link, and a folder on the way for a link, as fast as it can.
  const racer = spawn(process.execPath, [
    '-e',
    `const fs = require('fs'); const [home, away] = process.argv.slice(1); console.log('ready');
     const put = (make, at) => { try { make(at + '.new'); fs.renameSync(at + '.new', at); } catch { try { fs.rmSync(at + '.new', { force: true }); } catch {} } };
     for (;;) {
       put((at) => fs.writeFileSync(at, 'keyword\\ntea\\n'), home + '/race.csv');
       fs.renameSync(home + '/way', home + '/aside');
       fs.symlinkSync(away, home + '/way');
       put((at) => fs.symlinkSync(away + '/keywords.csv', at), home + '/race.csv');
       fs.unlinkSync(home + '/way');
       fs.renameSync(home + '/aside', home + '/way');
     }`,
    home,
    elsewhere,
  ]);
  onTestFinished(() => void racer.kill('SIGKILL'));
  await once(racer.stdout, 'data');
  const options = { argument: 'file', access: { folders: [home] }, maxBytes: 1_000, secret: new Set<string>() };
  const contents = new Set<string>();
  for (let times = 0; times < 3_000; times++)
    for (const file of ['race.csv', 'way/keywords.csv']) {
      const { bytes } = await readLocalFile(file, options).catch(() => ({ bytes: Buffer.from('refused') }));
      contents.add(Buffer.from(bytes).toString());
    }
  expect([...contents].filter((text) => text.includes('VERYSECRET'))).toEqual([]);
  expect(racer.exitCode).toBeNull();
});

it('an answer to the question about files is good for one call, as it was asked, once', async () => {
  const host = await openHost(scope, {
    env: pointedAt(platform, { VISIBILITY_FILES: home }),
    capabilities: capabilities({ person: agrees }),
    version: '2026-07-28',
  });
  writeFileSync(join(home, 'other.csv'), 'keyword\nother\n');
  const ask = (file: string, more: object = {}) =>
    host.request('tools/call', { name: 'call_paid', arguments: importing(file), ...more });
  const { result } = await ask('keywords.csv');
  const yes = { requestState: result?.['requestState'], inputResponses: { files: agrees() } };
  expect((await ask('other.csv', yes)).result).toMatchObject({ resultType: 'input_required' });
  expect((await ask('keywords.csv', { inputResponses: yes.inputResponses })).result).toMatchObject({
    resultType: 'input_required',
  });
  expect(outcomeOf(await ask('keywords.csv', yes))).toMatchObject({ ok: true });
  expect((await ask('keywords.csv', yes)).result).toMatchObject({ resultType: 'input_required' });
  expect(uploads()).toHaveLength(1);
});

describe('the command line', () => {
  const call = (cwd: string, file: string, ...more: string[]) => {
    const child = spawn(process.execPath, [bin, 'call', 'call_paid', JSON.stringify(importing(file)), ...more], {
      cwd,
      env: environment(scope, pointedAt(platform)),
    });
    return once(child, 'exit').then(([code]) => code as number);
  };

  it('sends files of the current folder and of --files, and no others', async () => {
    expect(await call(home, 'keywords.csv')).toBe(0);
    expect(await call(elsewhere, join(home, 'keywords.csv'))).toBe(2);
    expect(await call(elsewhere, join(home, 'keywords.csv'), '--files', home)).toBe(0);
    expect(uploads()).toHaveLength(2);
  });

  it('says what is wrong with the setting', async () => {
    expect(await call(home, 'keywords.csv', '--files', join(home, 'nowhere'))).toBe(2);
    expect(await call(home, 'keywords.csv', '--files', '/')).toBe(2);
  });
});
