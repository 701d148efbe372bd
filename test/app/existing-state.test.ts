import { expect, it } from 'vitest';
import { readConfig } from '../../src/app/config/config.ts';
import { refuseForeignStore } from '../../src/app/existing-state.ts';

it.each(['postgres', 'postgresql', 'POSTGRES'])(
  'does not use the embedded platform in the store of a server (%s)',
  (scheme) => {
    const config = readConfig({}, { HOME: '/nowhere', VISIBILITY_STATE: `${scheme}://store.example/db` }, 'linux');
    expect(() => refuseForeignStore(config)).toThrow('this store is not one of the embedded platform');
  },
);
