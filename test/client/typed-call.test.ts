import { describe, expect, expectTypeOf, it } from 'vitest';
import { operation } from '../../src/catalog/index.ts';
import type { Data, Download, Table } from '../../src/catalog/operation-types.ts';
import type { Arguments } from '../../src/catalog/vocabulary/index.ts';
import type { Client } from '../../src/client/client.ts';
import { fakeClient } from '../tools/fake-client.ts';

const client = (): Client =>
  fakeClient({
    'articles.get': () => ({ data: { id: 7, title: 'Tent pegs' } }),
    'articles.optimize': () => ({ data: null }),
  });

describe('a call by name', () => {
  it('types arguments and data from the declaration', async () => {
    const reply = await client().call('articles.get', { id: 7 });
    expectTypeOf(reply.data.title).toEqualTypeOf<string | undefined>();
    expect(reply.data.title).toBe('Tent pegs');
  });

  it('types the data of a job as the result of its last answer, or null', async () => {
    const { data } = await client().call('articles.optimize', { id: 7 });
    expectTypeOf(data?.title).toEqualTypeOf<string | undefined>();
    // @ts-expect-error -- a job may have no result yet
    expect(() => data.title).toThrow(TypeError);
  });

  it('does not compile with a wrong name, a missing or a misspelled argument', async () => {
    // @ts-expect-error -- no such operation
    await expect(async () => client().call('articles.gett', { id: 7 })).rejects.toThrow();
    // @ts-expect-error -- `id` is missing
    await client().call('articles.get', {});
    // @ts-expect-error -- `id` is a number
    await client().call('articles.get', { id: 'seven' });
    // @ts-expect-error -- `ident` is no argument
    await client().call('articles.get', { id: 7, ident: 7 });
    const { data } = await client().call('articles.get', { id: 7 });
    // @ts-expect-error -- `titel` is no field
    expect(data.titel).toBeUndefined();
  });

  it('types tables and downloads as the client reads them', () => {
    expectTypeOf<Data<'keywords.research_results'>>().toEqualTypeOf<Table>();
    expectTypeOf<Data<'deep_insights.export_pdf'>>().toEqualTypeOf<Download>();
  });
});

describe('a call by operation', () => {
  it('takes arguments as they are given, and promises nothing about the data', async () => {
    const given: Arguments = JSON.parse('{"id": 7}');
    const { data } = await client().call(operation('articles.get'), given);
    expectTypeOf(data).toEqualTypeOf<unknown>();
    expect(data).toEqual({ id: 7, title: 'Tent pegs' });
  });
});
