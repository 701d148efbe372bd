import type { Server } from '@modelcontextprotocol/server';
import type { ServerFactory } from '../../src/server/create-server-factory.ts';
import { Subscriptions } from '../../src/server/subscriptions/subscriptions.ts';

/** No resource to subscribe to. */
export const noSubscriptions = new Subscriptions({
  resources: async () => ({ fixed: [], templates: [] }),
  max: 1,
  onDefect: () => {},
});

/** A factory of servers without tools and resources. */
export const factoryOf = (create: () => Server): ServerFactory =>
  Object.assign(create, { readCall: async () => undefined, subscriptions: noSubscriptions });
