import { expect, it, onTestFinished } from 'vitest';
import { openHost } from '../support/in-process.ts';
import { platformFor } from '../../support/platform.ts';
import { fault } from '../support/message.ts';
import { pointedAt } from '../support/stdio-host.ts';

const many = Object.fromEntries(Array.from({ length: 150_000 }, (_, n) => [`unknown${n}`, n]));

it.each([
  ['a tool', 'write_article', many],
  ['an operation', 'call_paid', { operation: 'storylines.create', arguments: { project: 1, keyword: 'tea', ...many } }],
])('150,000 unknown arguments of %s are refused in one short answer, and nothing is sent', async (_, tool, args) => {
  const platform = await platformFor({ onTestFinished });
  const host = await openHost({ onTestFinished }, { env: pointedAt(platform) });
  const answer = await host.call(tool, args);
  expect(fault(answer)).toMatchObject({ code: 'invalid_arguments', outcome: 'not_sent' });
  expect(JSON.stringify(answer).length).toBeLessThan(1_000);
  expect(platform.seen).toEqual([]);
});
