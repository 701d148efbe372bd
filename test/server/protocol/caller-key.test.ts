import type { ServerContext } from '@modelcontextprotocol/server';
import { expect, test } from 'vitest';
import { withRequestContext, type RequestContext } from '../../../src/base/request-context.ts';
import { callerKey } from '../../../src/server/protocol/caller-key.ts';

const context = { sessionId: 's', mcpReq: {} } as unknown as ServerContext;
const base = { requestId: 'r', trace: {}, caller: 'person', access: 'team', scopes: ['read', 'paid'] };
const keyOf = (own: Partial<RequestContext>): string =>
  withRequestContext({ ...base, ...own }, () => callerKey(context));

test.each([
  ['another person', { caller: 'other' }],
  ['a token of another team', { access: 'other' }],
  ['a token of other scopes', { scopes: ['read'] }],
])('the consent of a caller is not that of %s', (_who, own) => {
  expect(keyOf(own)).not.toBe(keyOf({}));
});

test('a caller is the same in whatever order its scopes stand, and by whatever request', () => {
  expect(keyOf({ scopes: ['paid', 'read'], requestId: 'r-2' })).toBe(keyOf({}));
});
