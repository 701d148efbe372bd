import { expect, it } from 'vitest';
import { runHere, start, temporaryFolder } from './program.ts';

const addresses = [
  'postgres://u:sesame@127.0.0.1:1/x',
  'postgresql://127.0.0.1:1/x?password=sesame',
  'postgres://127.0.0.1:1/x?sslkey=k&sslpassword=sesame',
  'postgres://127.0.0.1:1/x?SSLPassword=sesame',
];

it.each(addresses)('a password in --state %s is refused, since flags show in process lists', async (address) => {
  const { code, stderr } = await runHere(['credits', '--state', address]);
  expect({ code, stderr }).toEqual({
    code: 2,
    stderr: expect.stringMatching(/process lists; set VISIBILITY_STATE/),
  });
  expect(stderr).not.toContain('sesame');
});

it.each(addresses)('install writes no password of %s into a client', async (address) => {
  const { code, stdout, stderr } = await runHere(['install', 'cursor'], {
    env: { VISIBILITY_STATE: address, HOME: temporaryFolder() },
  });
  expect(code).toBe(2);
  expect(stderr).toContain('password would be written');
  expect(stdout + stderr).not.toContain('sesame');
});

it.skipIf(process.platform === 'win32')(
  'http says where it listens on its first line, opens no inspector at SIGUSR1, and ends with SIGTERM',
  async () => {
    const running = start(['http', '--listen', '127.0.0.1:0']);
    const { url } = JSON.parse(await running.firstLine) as { url: string };
    for (let n = 0; n < 3; n++) {
      running.child.kill('SIGUSR1');
      expect((await fetch(new URL('/healthz', url))).status).toBe(200);
    }
    running.child.kill('SIGTERM');
    expect(await running.ended).toMatchObject({ code: 0, stderr: '' });
  },
);
