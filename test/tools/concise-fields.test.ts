import { describe, expect, it } from 'vitest';
import { allOperations } from '../../src/catalog/index.ts';
import { fakeClient } from './fake-client.ts';
import { dataOf, callOperation, run } from './tool-of.ts';

const shortened = allOperations().flatMap(({ name, effect, answer, concise }) =>
  concise ? [{ name, effect, concise, declared: 'shape' in answer ? Object.keys(answer.shape) : [] }] : [],
);

describe.each(shortened)('the concise view of $name', ({ effect, concise: shown, declared }) => {
  it('is of a reading operation, names only fields it declares, ids among them, and leaves something out', () => {
    expect(effect).toBe('read');
    expect(shown.filter((field) => !declared.includes(field))).toEqual([]);
    expect(shown).toEqual(
      expect.arrayContaining(
        declared.filter((field) => field === 'id' || field === 'audit_id' || field === 'document_id'),
      ),
    );
    expect(new Set(shown).size).toBe(shown.length);
    expect(shown.length).toBeLessThan(declared.length);
  });
});

describe('a list of articles', () => {
  const article = {
    id: 1,
    title: 'Moss',
    slug: null,
    content: 'Moss is green. '.repeat(50),
    status: 'draft',
    processing_status: 'ready',
    storyline_id: null,
    mood: 'calm',
  };
  const client = fakeClient({ 'articles.list': () => ({ data: [article, { ...article, id: 2 }] }) });
  const list = (more: object = {}) =>
    run(client, 'call_read', { operation: 'articles.list', arguments: { project: 1 }, ...more });

  it('is given without the texts, says so, and keeps ids that are null and what the catalog does not know', async () => {
    const result = await list();
    expect(dataOf(result)).toEqual(
      [1, 2].map((id) => ({
        id,
        title: 'Moss',
        status: 'draft',
        processing_status: 'ready',
        storyline_id: null,
        mood: 'calm',
      })),
    );
    expect(result.structured['not_shown']).toBe('content; by fields or format detailed');
  });

  it('has them by name and in the detailed view', async () => {
    for (const more of [{ fields: ['content'] }, { format: 'detailed' }]) {
      const result = await list(more);
      expect(dataOf(result)[0].content).toContain('Moss is green.');
      expect(result.structured).not.toHaveProperty('not_shown');
    }
  });

  it('says nothing of what is not there', async () => {
    const empty = fakeClient({ 'articles.list': () => ({ data: [{ id: 1, title: 'Moss', content: null }] }) });
    expect((await callOperation(empty, 'articles.list', { project: 1 })).structured).toEqual({
      ok: true,
      data: [{ id: 1, title: 'Moss' }],
    });
  });
});
