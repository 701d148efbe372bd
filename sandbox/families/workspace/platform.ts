import { Buffer } from 'node:buffer';
import { openapi } from '../../../src/catalog/openapi/openapi.ts';
import { toYaml } from '../../../src/catalog/openapi/to-yaml.ts';
import { implement } from '../../engine/implement.ts';
import { Binary } from '../../engine/http/reply.ts';

let yaml: Buffer | undefined;

/** Document 1, "Versioning": served to anybody, and cached for 5 minutes. */
export const platformFamily = implement('platform', {
  operations: {
    openapi: () => new Binary('application/yaml', 'openapi.yaml', (yaml ??= Buffer.from(toYaml(openapi()))), 300),
  },
});
