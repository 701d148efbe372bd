import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { allOperations } from '../../../src/catalog/index.ts';
import { answerSearch } from '../../../src/tools/operations/answer-search.ts';
import { heldOut } from './queries.ts';

/** What `find_operations` costs a model, in o200k tokens: every operation as a hit, and the answers to the held-out queries. */
export async function findTokens(): Promise<{ readonly hits: readonly number[]; readonly answers: readonly number[] }> {
  const hits: number[] = [];
  for (const { name, aliasOf } of allOperations()) {
    if (aliasOf !== undefined) continue;
    const [hit] = hitsIn(await answerSearch({ query: name, limit: 1 }));
    hits.push(countTokens(JSON.stringify(hit)));
  }
  const answers: number[] = [];
  for (const { query } of heldOut) {
    const result = await answerSearch({ query });
    if (hitsIn(result).length > 0) answers.push(countTokens(result.text));
  }
  return { hits, answers };
}

const hitsIn = ({ structured }: Awaited<ReturnType<typeof answerSearch>>): readonly unknown[] =>
  (structured['data'] as { operations?: readonly unknown[] }).operations ?? [];
