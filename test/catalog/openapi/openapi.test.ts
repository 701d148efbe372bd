import { expect, test } from 'vitest';
import { allOperations } from '../../../src/catalog/index.ts';
import { openapi } from '../../../src/catalog/openapi/openapi.ts';
import { toYaml } from '../../../src/catalog/openapi/to-yaml.ts';
import { visit } from '../../sandbox/visit.ts';

interface Described {
  readonly operationId: string;
  readonly parameters?: readonly { readonly name: string; readonly in: string; readonly required?: boolean }[];
  readonly responses: Readonly<Record<string, unknown>>;
  readonly security?: readonly unknown[];
}

const document = openapi() as {
  openapi: string;
  paths: Record<string, Record<string, Described>>;
  components: Record<string, Record<string, unknown>>;
};
const described = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, one]) => ({ path, method, ...one })),
);

test('the document describes every operation once, under a name of its own', () => {
  const addresses = allOperations().map(({ method, path }) => `${method} ${path}`);
  expect(described.map(({ path, method }) => `${method.toUpperCase()} ${path}`).toSorted()).toEqual(
    addresses.toSorted(),
  );
  expect(new Set(described.map(({ operationId }) => operationId)).size).toBe(addresses.length);
});

test('every parameter of a path is declared and required', () => {
  for (const { path, operationId, parameters = [] } of described) {
    const declared = parameters.filter((one) => one.in === 'path' && one.required).map(({ name }) => name);
    expect(declared, operationId).toEqual(Array.from(path.matchAll(/\{(\w+)\}/g), ([, name]) => name));
  }
});

test('every reference leads somewhere, and nothing of the dialect is left in the schemas', () => {
  const text = JSON.stringify(document);
  for (const [, group, name] of text.matchAll(/"#\/components\/(\w+)\/(\w+)"/g))
    expect(document.components[group ?? '']).toHaveProperty(name ?? '');
  expect(text).not.toContain('"$schema"');
  expect(text).not.toContain('"#/$defs');
});

test('every answer is documented with a success, and a public operation needs no token', () => {
  const open = allOperations()
    .filter(({ audience }) => audience.who === 'public')
    .map(({ name }) => name.replaceAll('.', '_'));
  expect(
    described
      .filter(({ security }) => security?.length === 0)
      .map(({ operationId }) => operationId)
      .toSorted(),
  ).toEqual(open.toSorted());
  for (const { operationId, responses } of described) {
    expect(
      Object.keys(responses).some((status) => status.startsWith('2')),
      operationId,
    ).toBe(true);
    expect(responses, operationId).toHaveProperty('429');
  }
});

test('as YAML its first levels are lines, and every value is the one of the document', () => {
  const lines = toYaml(document).split('\n');
  expect(lines[0]).toBe('openapi: 3.1.0');
  const paths = lines
    .filter((line) => line.startsWith('  /'))
    .map((line) => /^ {2}(\S+): (.*)$/.exec(line)?.slice(1) ?? []);
  expect(Object.fromEntries(paths.map(([path, value]) => [path, JSON.parse(value ?? '')]))).toEqual(
    JSON.parse(JSON.stringify(document.paths)),
  );
});

test('the platform serves it to every caller, and caches may keep it for 5 minutes', async () => {
  const { raw } = await visit();
  const { status, headers, body } = await raw('/openapi.yaml', {}, null);
  expect({ status, type: headers.get('content-type'), cache: headers.get('cache-control') }).toEqual({
    status: 200,
    type: 'application/yaml',
    cache: 'public, max-age=300',
  });
  expect(body).toBe(toYaml(document));
});
