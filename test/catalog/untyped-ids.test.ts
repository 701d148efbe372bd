import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { allOperations, operationNamed } from '../../src/catalog/index.ts';
import { integerId, isAnyId, type Operation } from '../../src/catalog/vocabulary/index.ts';
import { encode } from '../../src/client/http/request/encode.ts';
import { fingerprint } from '../../src/client/http/request/fingerprint.ts';
import { readOperationArguments, validate } from '../../src/client/http/request/validate.ts';
import { sampleArguments } from '../support/sample-arguments.ts';
import { isVisibilityError } from '../../src/client/errors.ts';

const operations = allOperations();

/** As platforms write ids. */
const written = [12, '12', '0012', 'aud_01HX.2', '0198f3a2-5c1e-7000-8000-000000000012'];

/** The arguments whose type is `kind`, alone or in a list. */
function argumentsOf(
  { input }: Operation,
  kind: (type: z.ZodType) => boolean,
): readonly (readonly [name: string, isList: boolean])[] {
  const bare = (type: z.ZodType): z.ZodType =>
    type instanceof z.ZodOptional || type instanceof z.ZodNullable ? bare(type.unwrap() as z.ZodType) : type;
  return Object.entries(input.shape).flatMap(([name, field]) => {
    const type = bare(field as z.ZodType);
    const element = type instanceof z.ZodArray ? bare(type.element as z.ZodType) : type;
    return kind(element) ? [[name, element !== type] as const] : [];
  });
}

/** Arguments as the client reads and checks them. */
const read = (operation: Operation, given: object) =>
  validate(operation, readOperationArguments(operation, given as Record<string, unknown>));

const requestOf = async (operation: Operation, more: object) =>
  encode(operation, read(operation, { ...sampleArguments(operation), ...more }), {});

const isRefused = (operation: Operation, more: object): boolean => {
  try {
    read(operation, { ...sampleArguments(operation), ...more });
    return false;
  } catch (error) {
    return isVisibilityError(error) && error.code === 'invalid_arguments';
  }
};

const untyped = operations.flatMap((operation) =>
  argumentsOf(operation, isAnyId)
    // Its body is a form, in which all is text.
    .filter(() => !operation.multipart)
    .map(([name, isList]) => ({ operation, name, isList })),
);

describe('an id whose type the documents do not state', () => {
  it('is sent in the form in which it was received, in addresses, queries and bodies', async () => {
    for (const { operation, name, isList } of untyped)
      for (const id of written) {
        const given = isList ? [id] : id;
        if (isRefused(operation, { [name]: given })) {
          expect(operation.rules, `${operation.name} ${name}`).not.toEqual([]);
          continue;
        }
        const { target, body } = await requestOf(operation, { [name]: given });
        const at = `${operation.name} ${name} ${id}`;
        if (operation.params.includes(name) || operation.query.has(name))
          expect(decodeURIComponent(target), at).toMatch(
            new RegExp(`[/=]${String(id).replaceAll('.', '\\.')}([/?&.]|$)`),
          );
        else expect((JSON.parse(String(body)) as Record<string, unknown>)[name], at).toEqual(given);
      }
  });

  it('is refused where it would be no segment of an address, or has no bound', () => {
    const odd = [
      '',
      '.',
      '..',
      '../1',
      'a/b',
      'a\\b',
      'a b',
      ' 1',
      'a\n',
      'a?b',
      'a#b',
      '%2e',
      'a'.repeat(129),
      0,
      -1,
      1.5,
    ];
    const get = operationNamed('storylines.get');
    expect(odd.filter((id) => !isRefused(get, { id }))).toEqual([]);
    for (const { operation, name, isList } of untyped)
      expect(isRefused(operation, { [name]: isList ? ['..'] : '..' }), `${operation.name} ${name}`).toBe(true);
  });

  it('is the same to what joins calls whether it is a number or its text, and another with leading zeros', async () => {
    for (const { operation, name, isList } of untyped.filter(({ operation: { rules } }) => rules.length === 0)) {
      const [number, text, padded] = await Promise.all(
        [12, '12', '0012'].map(async (id) => fingerprint(await requestOf(operation, { [name]: isList ? [id] : id }))),
      );
      expect(text, `${operation.name} ${name}`).toBe(number);
      expect(padded, `${operation.name} ${name}`).not.toBe(number);
    }
  });
});

it('is an integer where the documents say so', () => {
  const integers = operations.flatMap((operation) =>
    argumentsOf(operation, (type) => type === integerId).map(([name]) => ({ operation, name })),
  );
  const places = integers.map(({ operation: { params, path }, name }) =>
    params.includes(name) ? path.slice(0, path.indexOf(`/{${name}}`)) : name,
  );
  expect(new Set(places)).toEqual(
    new Set([
      '/projects',
      '/articles',
      '/agentic/sessions',
      'project_id',
      'seo_project_id',
      'article_id',
      'article_ids',
      'session_id',
      'message_id',
    ]),
  );
  for (const { operation, name } of integers)
    expect(isRefused(operation, { [name]: 'p-12' }), operation.name).toBe(true);
  expect(read(operationNamed('articles.get'), { id: '12' })).toEqual({ id: 12 });
});
