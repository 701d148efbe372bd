import { describe, expect, expectTypeOf, it } from 'vitest';
import type { Binary, Lines, Slices } from '../../sandbox/engine/http/reply.ts';
import { implement, type AnswerOf, type CallOf } from '../../sandbox/engine/implement.ts';

describe('the arguments of a request', () => {
  it('have the types that the catalog declares', () => {
    expectTypeOf<CallOf<'articles.create'>['input']['title']>().toEqualTypeOf<string>();
    expectTypeOf<CallOf<'articles.create'>['input']['content']>().toEqualTypeOf<string | undefined>();
    expectTypeOf<CallOf<'articles.generate'>['input']['article_type']>().toEqualTypeOf<'blog'>();
    expectTypeOf<CallOf<'articles.generate'>['input']['id']>().toEqualTypeOf<number>();
    expectTypeOf<CallOf<'projects.activate_module'>['input']['module']>().toEqualTypeOf<string>();
  });

  it('are there where they have a default', () => {
    expectTypeOf<CallOf<'keywords.ai_research'>['input']['limit']>().toEqualTypeOf<number>();
  });

  it('have no fields that the catalog lacks', () => {
    expectTypeOf<CallOf<'articles.create'>['input']>().not.toHaveProperty('titel');
    expectTypeOf<CallOf<'articles.optimize'>['input']>().not.toHaveProperty('body');
    expectTypeOf<CallOf<'articles.optimize'>['openBody']['tone']>().toEqualTypeOf<unknown>();
  });
});

describe('an answer', () => {
  it('has the declared fields with their types, and may have more', () => {
    const article = {
      id: 1,
      title: 'A box',
      slug: null,
      content: null,
      status: 'draft',
      processing_status: null,
      storyline_id: null,
    };
    expectTypeOf(article).toExtend<AnswerOf<'articles.get'>>();
    expectTypeOf<typeof article & { words: number }>().toExtend<AnswerOf<'articles.get'>>();
    expectTypeOf<Omit<typeof article, 'title'>>().not.toExtend<AnswerOf<'articles.get'>>();
    expectTypeOf<Omit<typeof article, 'id'> & { id: string }>().not.toExtend<AnswerOf<'articles.get'>>();
  });

  it('comes in the form that the operation declares', () => {
    expectTypeOf<Slices<{ keyword: string }>>().toExtend<AnswerOf<'keywords.expansions'>>();
    expectTypeOf<{ keyword: string }[]>().toExtend<AnswerOf<'keywords.expansions'>>();
    expectTypeOf<{ data: { keyword: string }[] }>().not.toExtend<AnswerOf<'keywords.expansions'>>();
    expectTypeOf<Binary>().toExtend<AnswerOf<'platform.openapi'>>();
    expectTypeOf<string>().not.toExtend<AnswerOf<'platform.openapi'>>();
    expectTypeOf<Lines<{ other: string }>>().not.toExtend<AnswerOf<'grounding.batch_results'>>();
    expectTypeOf<Slices<{ id: string }>>().not.toExtend<AnswerOf<'articles.list'>>();
  });
});

describe('an implementation', () => {
  const list = () => [{ id: 1 }];
  const create = () => ({ id: 1 });
  const remove = () => ({ deleted: true });

  it('has a handler for each action', () => {
    expect(implement('link_lists', { operations: { list, create, delete: remove } }).family).toBe('link_lists');
    // @ts-expect-error `delete` is missing.
    implement('link_lists', { operations: { list, create } });
  });

  it('has none for an action that is not declared', () => {
    // @ts-expect-error There is no action `rename`.
    implement('link_lists', { operations: { list, create, delete: remove, rename: create } });
    // @ts-expect-error There is no such family.
    implement('link_list', { operations: { list, create, delete: remove } });
  });

  it('reads declared arguments only', () => {
    implement('link_lists', {
      operations: {
        list: ({ input }) => [{ id: input.project }],
        // @ts-expect-error The argument is called `project`.
        create: ({ input }) => ({ id: input.projekt }),
        delete: remove,
      },
    });
  });

  it('answers as declared', () => {
    implement('link_lists', {
      operations: {
        // @ts-expect-error The engine adds the wrapper.
        list: () => ({ data: [{ id: 1 }] }),
        // @ts-expect-error The id is a number or a text.
        create: () => ({ id: true }),
        delete: remove,
      },
    });
  });
});
