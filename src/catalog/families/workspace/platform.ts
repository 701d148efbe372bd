import { binary, family, get } from '../../vocabulary/index.ts';

/** Rules: docs/platform/conventions.md#versions. */
export const platform = family(
  'platform',
  'The interface itself: its machine-readable description',
  { words: 'api openapi swagger schema specification' },
  () => ({
    openapi: get('/openapi.yaml', {
      does: "Fetch the platform's OpenAPI document, which covers part of its interface",
      asked:
        'machine readable description swagger specification, swagger yaml file api specification documentation for developers, all endpoints machine readable, api reference spec, endpoints document, machine readable interface',
      output: binary('application/yaml'),
      audience: { who: 'public' },
    }),
  }),
);
