import { Buffer } from 'node:buffer';
import { allOperations } from '../../../src/catalog/index.ts';
import { implement } from '../../engine/implement.ts';
import { Binary } from '../../engine/http/reply.ts';

let document: Buffer | undefined;

/** The embedded platform's own document: each address with what it does. It is JSON, which YAML contains. */
function writeDocument(): Buffer {
  const paths: Record<string, Record<string, object>> = {};
  for (const { path, method, does } of allOperations())
    (paths[path] ??= {})[method.toLowerCase()] = {
      summary: does,
      responses: { default: { description: 'Not stated' } },
    };
  const info = { title: 'Content and visibility platform', version: '1' };
  return Buffer.from(JSON.stringify({ openapi: '3.1.0', info, servers: [{ url: '/api/v1' }], paths }));
}

/** Served to anybody, and cached for 5 minutes. */
export const platformFamily = implement('platform', {
  operations: {
    openapi: () => new Binary('application/yaml', 'openapi.yaml', (document ??= writeDocument()), 300),
  },
});
