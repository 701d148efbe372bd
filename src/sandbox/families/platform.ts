import { Buffer } from 'node:buffer';
import { openapi } from '../../openapi/openapi.ts';
import type { Implementation } from '../implementation.ts';
import { Binary } from '../reply.ts';

let written: Buffer | undefined;

/** Document 1, "Versioning". JSON is YAML 1.2, so that the document is written as JSON. */
export const platformFamily: Implementation = {
  family: 'platform',
  operations: {
    openapi: () => new Binary('application/yaml', 'openapi.yaml', (written ??= Buffer.from(JSON.stringify(openapi(), null, 1)))),
  },
};
