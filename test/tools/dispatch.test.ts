import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, it } from 'vitest';
import { allOperations } from '../../src/catalog/index.ts';
import { fakeClient } from './fake-client.ts';
import { errorOf, callOperation, run } from './tool-of.ts';
import { VisibilityError } from '../../src/client/errors.ts';

const invalid = (fields: Record<string, string[]>) => () => {
  throw new VisibilityError('invalid_arguments', 'The arguments do not fit.', { outcome: 'not_sent', fields });
};

describe('a dispatcher', () => {
  it('takes arguments that a model wrote as JSON text', async () => {
    const client = fakeClient({ 'projects.get': () => ({ data: { id: 1 } }) });
    await run(client, 'call_read', { operation: 'projects.get', arguments: '{"id":1}', fields: 'id,name' });
    expect(client.called).toMatchObject([{ input: { id: 1 } }]);
  });

  it.each<[string, string, object, object]>([
    ['an argument left out', 'articles.list', { project: 1, page: null, zzz: null }, { project: 1, zzz: null }],
    ['null where it is required', 'articles.list', { project: null, page: 0 }, { project: null, page: 0 }],
    [
      'null under a name that every object has',
      'articles.list',
      { project: 1, toString: null },
      { project: 1, toString: null },
    ],
    ['an argument left out, in a paid call', 'grounding.analyze', { url: null, frameworks: null }, { url: null }],
    ['null where that is declared', 'os.move_file', { id: 1, folder_id: null, body: null }, { id: 1, folder_id: null }],
    ['null in a change', 'prompt_tags.update', { id: 1, label: null }, { id: 1, label: null }],
    ['null in a removal', 'prompts.extract', { id: 1, active_only: null }, { id: 1, active_only: null }],
  ])('reads null as %s: %s %j', async (_, name, given, sent) => {
    const client = fakeClient({ [name]: () => ({ data: {} }) });
    expect((await callOperation(client, name, given as Record<string, unknown>)).isError).toBeUndefined();
    expect(client.called.map(({ input }) => input)).toEqual([sent]);
  });

  it('refuses every operation through every other effect, with the right call', async () => {
    const client = fakeClient();
    const does = { read: 'only reads', write: 'changes things', delete: 'removes', paid: 'draws credits' };
    for (const operation of allOperations().filter(({ aliasOf }) => aliasOf === undefined)) {
      for (const effect of ['read', 'write', 'delete', 'paid'].filter((other) => other !== operation.effect)) {
        const { text, structured } = await run(client, `call_${effect}`, {
          operation: operation.name,
          arguments: { id: 12 },
        });
        expect(structured).toMatchObject({ ok: false, error: { code: 'wrong_effect', outcome: 'not_sent' } });
        expect(text).toContain(`${operation.name} ${does[operation.effect]}`);
        expect(text).toContain(`call_${operation.effect}`);
        expect(countTokens(text)).toBeLessThanOrEqual(120);
      }
    }
    expect(client.called).toEqual([]);
  });

  it('reads no local file for a caller who is somewhere else', async () => {
    const client = fakeClient({ 'keywords.import_csv': () => ({ data: {} }) });
    const call = { operation: 'keywords.import_csv', arguments: { project: 1, file: '/etc/passwd' } };
    expect(errorOf(await run(client, 'call_paid', call, { files: undefined }))).toMatchObject({
      code: 'invalid_arguments',
    });
    expect(client.called).toEqual([]);
    await run(client, 'call_paid', call);
    expect(client.called).toHaveLength(1);
    expect(client.called[0]?.options).toMatchObject({ keepsFiles: true, anyForm: true });
    const inline = { ...call, arguments: { project: 1, file: { name: 'a.csv', content: 'moss' } } };
    expect((await run(client, 'call_paid', inline, { files: undefined })).isError).toBeUndefined();
    // One path among several files given inline is enough.
    const several = { message: 'a', attachments: [{ name: 'a.csv', content: 'moss' }, '/etc/passwd'] };
    const sent = { operation: 'feedback.send', arguments: several };
    expect(errorOf(await run(client, 'call_write', sent, { files: undefined })).message).toContain('given inline');
  });
});

describe('a refusal', () => {
  it('explains an argument error in at most 120 tokens, with the corrected call', async () => {
    const client = fakeClient({
      'keywords.ai_research': invalid({
        project_id: ['is no argument'],
        project: ['is required'],
        limit: ['Too big: expected number to be <=50'],
      }),
    });
    const { text, structured } = await callOperation(client, 'keywords.ai_research', { project_id: 4, limit: 90 });
    expect(structured).toMatchObject({ ok: false, error: { code: 'invalid_arguments', outcome: 'not_sent' } });
    const { fields, next } = errorOf({ text, structured });
    expect(fields.project_id[0]).toContain('project');
    // It costs, and a limit of 50 is not what was said: no call is put into anybody's mouth.
    expect(next).toBe('Correct project_id, limit, then repeat the call.');
    expect(countTokens(text)).toBeLessThanOrEqual(120);
  });

  it('says what to use for a retired argument', async () => {
    const client = fakeClient({ 'grounding.analyze': invalid({ project_id: ['is not taken'] }) });
    const result = await callOperation(client, 'grounding.analyze', { url: 'https://example.com/a', project_id: 3 });
    expect(errorOf(result).fields.project_id[0]).toContain('tracking_project_id');
    // The id of a project of one kind is none of the other: what to give in its place is for the caller to say.
    expect(errorOf(result).next).toBe('Correct project_id, then repeat the call.');
  });

  it('stays within 120 tokens when one argument, or all of them, are wrong with any operation', async () => {
    for (const operation of allOperations().filter(({ aliasOf }) => aliasOf === undefined)) {
      const names = Object.keys(operation.input.shape);
      const all = (value: unknown) => Object.fromEntries(names.map((name) => [name, value]));
      for (const [given, complaints] of [
        [{ wrong_one: 'x'.repeat(500) }, { wrong_one: ['is no argument'] }],
        [all({}), all(['Invalid input: expected something else, received object'])],
      ] as [object, Record<string, string[]>][]) {
        const client = fakeClient({ [operation.name]: invalid(complaints) });
        const { text } = await callOperation(client, operation.name, { ...given });
        expect(countTokens(text), text).toBeLessThanOrEqual(120);
      }
    }
  });

  it('shows nothing of a defect, and reports it to the server', async () => {
    const defects: unknown[] = [];
    const client = fakeClient({
      'projects.list': () => {
        throw new Error('Bearer sk-secret at /home/anna/app.ts:3');
      },
    });
    const { text, isError } = await callOperation(
      client,
      'projects.list',
      {},
      {},
      { onDefect: (error) => defects.push(error) },
    );
    expect(isError).toBe(true);
    expect(text).not.toMatch(/secret|home|app\.ts/);
    expect(defects).toHaveLength(1);
  });

  it('says so when the server is read-only', async () => {
    const result = await run(fakeClient(), 'call_read', { operation: 'projects.create' }, {}, { readOnly: true });
    expect(errorOf(result).message).toContain('read-only');
  });
});
