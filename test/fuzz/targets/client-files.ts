import assert from 'node:assert/strict';
import { editorFor } from '../../../src/cli/install/edit.ts';
import { InstallError } from '../../../src/cli/install/editor.ts';

export const name = 'client-files';

export const tokens = [
  '{"s":{"n":{}}}',
  '// x\n',
  '/* */',
  '[s.n]\n',
  '[[s]]\n',
  's.n.a = 1\n',
  '"""',
  's:\n  n:\n    a: 1\n',
  '&a *a',
  '---\n',
  '\uFEFF',
  '__proto__',
  ',}',
  '#',
];

export const maxBytes = 10_000;

const entry = { command: 'node', args: ['a"b'], env: { A: '\\ ü' } };

const formats = ['json', 'toml', 'yaml'] as const;

/** A client's file of any text: the entry is there afterwards and gone after its removal, or the text is refused whole. */
export async function check(input: Buffer): Promise<string> {
  const text = input.toString('utf8');
  const outcomes = formats.map((format) => {
    const { find, hasList, set, remove } = editorFor({ format });
    try {
      const edited = set(text, 's', 'n', entry);
      assert.deepEqual(JSON.parse(JSON.stringify(find(edited, 's', 'n'))), entry);
      const removed = remove(edited, 's', 'n', hasList(text, 's'));
      assert.equal(find(removed, 's', 'n'), undefined);
      // In TOML a list that is nothing but the entry's own table, `[s.n]`, goes with it.
      if (find(text, 's', 'n') === undefined) assert.equal(hasList(removed, 's'), hasList(text, 's'));
      assert.equal(set(edited, 's', 'n', entry), edited);
      return `${format}: edited`;
    } catch (error) {
      if (error instanceof InstallError) return `${format}: ${error.message.replaceAll(/line \d+.*|".*"/g, '…')}`;
      throw error;
    }
  });
  return outcomes.join('; ');
}
