import { expect, test } from 'vitest';
import { refuseForeignStore } from '../../src/app/existing-state.ts';
import type { Config } from '../../src/app/config/config.ts';

const present = import.meta.filename;
const missing = `${present}.db`;

const sandbox = { kind: 'sandbox', data: missing, speed: 10, isChosen: false } as const;
const remote = { kind: 'remote', apiUrl: 'https://x.example/api/v1' } as const;

test.each<[string, Config['platform'], state: string, stateIsDefault: boolean, isRefused: boolean]>([
  ['of a server, without its settings', sandbox, present, false, true],
  ['of a server in PostgreSQL, without its settings', sandbox, 'postgres://db.example/x', false, true],
  ['of a server, with its settings', remote, present, false, false],
  ['that is there for the embedded platform by choice', { ...sandbox, isChosen: true }, present, false, false],
  ['at the default place', sandbox, present, true, false],
  ['that the embedded platform has written to', { ...sandbox, data: present }, present, false, false],
  ['that there is not, which another error says', sandbox, missing, false, false],
])('a store %s', (_, platform, state, stateIsDefault, isRefused) => {
  const look = () => refuseForeignStore({ platform, state, stateIsDefault } as Config);
  if (isRefused) expect(look).toThrow('this store is not one of the embedded platform');
  else expect(look()).toBeUndefined();
});
