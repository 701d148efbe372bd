import type { Client } from './client.ts';
import { jsonEditor } from './edit-json.ts';
import { tomlEditor } from './edit-toml.ts';
import { yamlEditor } from './edit-yaml.ts';
import { InstallError, type Editor } from './editor.ts';

const editors: Readonly<Record<Client['format'], Editor>> = {
  json: guarded(jsonEditor),
  toml: guarded(tomlEditor),
  yaml: guarded(yamlEditor),
};

/** The editor for a client's file. */
export const editorFor = ({ format }: Pick<Client, 'format'>): Editor => editors[format];

/** Turns every failure into an `InstallError`, also the stack overflow of a parser that recurses into a text nested too deeply. */
function guarded({ find, hasList, set, remove }: Editor): Editor {
  const guard =
    <A extends unknown[], R>(work: (...args: A) => R) =>
    (...args: A): R => {
      try {
        return work(...args);
      } catch (error) {
        if (error instanceof InstallError) throw error;
        throw new InstallError(
          error instanceof RangeError ? 'it is nested too deeply' : 'it cannot be read; change it by hand',
        );
      }
    };
  return { find: guard(find), hasList: guard(hasList), set: guard(set), remove: guard(remove) };
}
