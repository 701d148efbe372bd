import { describe, expectTypeOf, it } from 'vitest';
import type { ArgumentsOf, DraftOf, Input, OperationName, Output } from '../../src/catalog/operation-types.ts';

describe('types of the catalog', () => {
  it('know every operation by name', () => {
    expectTypeOf<'articles.get'>().toExtend<OperationName>();
    expectTypeOf<'articles.gett'>().not.toExtend<OperationName>();
    expectTypeOf<OperationName>().not.toEqualTypeOf<string>();
  });

  it('take path parameters as ids', () => {
    expectTypeOf<Input<'articles.get'>>().toEqualTypeOf<{ readonly id: number }>();
    expectTypeOf<Input<'storylines.get'>>().toEqualTypeOf<{ readonly id: number | string }>();
    expectTypeOf<Input<'articles.list'>['project']>().toEqualTypeOf<number>();
    expectTypeOf<Input<'agentic_chat.session'>>().toEqualTypeOf<{ readonly id: number }>();
    expectTypeOf<ArgumentsOf<DraftOf<'storylines.get'>>>().toEqualTypeOf<{ readonly id: number | string }>();
  });

  it('separate required from optional', () => {
    expectTypeOf<Input<'storylines.create'>['project']>().toEqualTypeOf<number>();
    expectTypeOf<Input<'storylines.create'>['keyword']>().toEqualTypeOf<string | undefined>();
    expectTypeOf<Output<'storylines.create'>['storyline_id']>().toEqualTypeOf<number | string | undefined>();
    expectTypeOf<Output<'storylines.list'>>().toExtend<readonly { readonly status?: string }[]>();
    expectTypeOf<Input<'storylines.list'>['page']>().toEqualTypeOf<number | undefined>();
    expectTypeOf<Input<'storylines.update'>['body']>().toEqualTypeOf<Readonly<Record<string, unknown>> | undefined>();
  });
});
