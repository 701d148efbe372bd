import { expect, test } from 'vitest';
import { connectClient } from '../../src/app/open-client.ts';
import { readConfig } from '../../src/app/config/config.ts';
import { bench } from '../support/bench.ts';
import { accepted, create, start, story, storyline, watched } from '../support/stories.ts';

const remote = { VISIBILITY_API_URL: 'http://127.0.0.1:1/api/v1', VISIBILITY_API_TOKEN: 'x' };

test.each([
  ['of a real account are kept under its name', remote, 1],
  ['of the embedded platform are not, since its credits are not real', { VISIBILITY_SANDBOX: 'true' }, 0],
])('calls %s', async (_, env, count) => {
  await using rig = await bench();
  rig.platform.on(start, accepted);
  rig.platform.on(watched, storyline('completed'));
  const state = await rig.state();
  const config = readConfig({}, { ...env, VISIBILITY_ACCOUNT: 'acme' });
  const platform = { apiUrl: rig.platform.url };
  const client = await connectClient(config, { platform, state, token: 'x', clock: rig.clock });
  await client.call(create, story);
  expect(await state.ledger.list(await state.accounts.key('label', 'acme'), { limit: 9 })).toHaveLength(count);
  await client.close();
});
