import { expect, it, onTestFinished } from 'vitest';
import { attack } from '../../support/network/hostile-connections.ts';
import { modernClient, startHttp } from '../support/http-server.ts';

const token = 'a-token-of-more-than-thirty-two-characters';

it.each([
  ['without a token', {}, {}],
  ['with a token', { VISIBILITY_HTTP_TOKEN: token }, { authorization: `Bearer ${token}` }],
])(
  'a small process %s answers a true client among hostile connections, and outlives them',
  async (_which, settings, credentials) => {
    const server = await startHttp(
      { onTestFinished },
      { env: { VISIBILITY_SANDBOX: '1', NODE_OPTIONS: '--max-old-space-size=256', ...settings } },
    );
    const client = modernClient(server);
    const list = async (): Promise<unknown> => (await client.request('tools/list', {}, credentials)).result;
    const expected = await list();
    const attacks = await Promise.all([attack({ url: server.url, token }, 450), attack({ url: server.url }, 450)]);
    for (let asked = 0; asked < 5; asked++) expect(await list()).toEqual(expected);
    attacks.forEach(({ end }) => end());
    expect(await list()).toEqual(expected);
  },
);
