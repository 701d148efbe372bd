import type { Server } from '@modelcontextprotocol/server';
import type { ServerFactory } from '../../src/server/protocol/create-server-factory.ts';

/** A factory of servers without tools and resources. */
export const factoryOf = (create: () => Server): ServerFactory =>
  Object.assign(create, { readCall: async () => undefined });
