import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { allOperations } from '../../src/catalog/index.ts';
import { sampleArguments } from '../support/sample-arguments.ts';
import { visit } from './visit.ts';

/** By method and path, read from the documents by eye (`test/contract/operations.test.ts`). */
const audiences = new Map(
  readFileSync(new URL('../contract/operations.tsv', import.meta.url), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => line.split('\t'))
    .map(([method, path, , , , , audience = '']) => [`${method} ${path}`, audience]),
);

const tokens = ['sandbox-owner', 'sandbox-member', 'sandbox-guest', 'sandbox-admin', null] as const;

/** Whether the contract lets somebody with that token call at all; what the call names is another matter. */
const mayCall = (audience: string, token: (typeof tokens)[number]): boolean => {
  if (audience === 'public') return true;
  if (audience.startsWith('admin')) return token === 'sandbox-admin';
  if (audience.startsWith('owner')) return token !== null && token !== 'sandbox-member';
  return token !== null;
};

// Hundreds of calls: seconds.
test('who may call what is as the contract says, for each operation and each role', async () => {
  const { raw } = await visit({ balance: 50_000 });
  const wrong: string[] = [];
  for (const operation of allOperations()) {
    const { method, path, name } = operation;
    const audience = audiences.get(`${method} ${path}`) ?? '';
    const given = path.includes('{') ? sampleArguments(operation) : {};
    const address = path.replaceAll(/\{(\w+)\}/g, (_, field) => String(given[field] ?? 4_711));
    const [, otherwise = '403'] = audience.split(' ');
    // No operation takes this body: only the audience is asked.
    const init = method === 'GET' ? {} : { method, body: '[]', headers: { 'content-type': 'application/json' } };
    for (const token of tokens.filter((one) => !mayCall(audience, one))) {
      const { status } = await raw(address, init, token);
      if (status !== (token === null ? 401 : Number(otherwise)))
        wrong.push(`${name} answers ${status} to ${token ?? 'nobody'}`);
    }
    if (audience === 'public' && (await raw(address, init, null)).status === 401)
      wrong.push(`${name} asks for a token`);
  }
  expect(wrong).toEqual([]);
});
