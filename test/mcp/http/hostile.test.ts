import { expect, it, onTestFinished } from 'vitest';
import { attack } from '../../support/network/hostile-connections.ts';
import { asCaller } from '../support/as-caller.ts';
import { modernClient, startHttp } from '../support/http-server.ts';

const token = 'a-token-of-more-than-thirty-two-characters';

it('a small process answers a real client during hostile connections, with a token and without', async () => {
  const server = await startHttp(
    { onTestFinished },
    { env: { VISIBILITY_SANDBOX: '1', NODE_OPTIONS: '--max-old-space-size=256', VISIBILITY_HTTP_TOKEN: token } },
  );
  const client = modernClient(asCaller(server, token));
  const list = async (): Promise<unknown> => (await client.request('tools/list')).result;
  const expected = await list();
  const attacks = await Promise.all([attack({ url: server.url, token }, 340), attack({ url: server.url }, 340)]);
  for (let asked = 0; asked < 5; asked++) expect(await list()).toEqual(expected);
  attacks.forEach(({ end }) => end());
  expect(await list()).toEqual(expected);
});
