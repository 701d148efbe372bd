import type { Client, ClientEntry } from './client.ts';
import { hasJsonList, jsonEntry, withJsonEntry, withoutJsonEntry } from './edit-json.ts';
import { InstallError } from './install-error.ts';
import { hasTomlList, tomlEntry, withTomlEntry, withoutTomlEntry } from './edit-toml.ts';
import { hasYamlList, withYamlEntry, withoutYamlEntry, yamlEntry } from './edit-yaml.ts';

/** Reads and changes one server's entry in the text of a client's file. Each throws `InstallError` for a text it cannot edit safely. */
interface Editor {
  readonly find: (text: string, list: string, name: string) => ClientEntry | undefined;
  readonly hasList: (text: string, list: string) => boolean;
  readonly set: (text: string, list: string, name: string, entry: ClientEntry) => string;
  /** `keepList`: the list that held the entry stays even if it is empty then. */
  readonly remove: (text: string, list: string, name: string, keepList: boolean) => string;
}

const editors: Readonly<Record<Client['format'], Editor>> = {
  json: {
    find: guarded(jsonEntry),
    hasList: guarded(hasJsonList),
    set: guarded(withJsonEntry),
    remove: guarded(withoutJsonEntry),
  },
  toml: {
    find: guarded(tomlEntry),
    hasList: guarded(hasTomlList),
    set: guarded(withTomlEntry),
    remove: guarded(withoutTomlEntry),
  },
  yaml: {
    find: guarded(yamlEntry),
    hasList: guarded(hasYamlList),
    set: guarded(withYamlEntry),
    remove: guarded(withoutYamlEntry),
  },
};

/** Turns every failure into an `InstallError`, also the stack overflow of a parser that recurses into a text nested too deeply. */
function guarded<A extends unknown[], R>(work: (...args: A) => R): (...args: A) => R {
  return (...args) => {
    try {
      return work(...args);
    } catch (error) {
      if (error instanceof InstallError) throw error;
      throw new InstallError(
        error instanceof RangeError ? 'it is nested too deeply' : 'it cannot be read; change it by hand',
      );
    }
  };
}

/** The editor for a client's file. */
export const editorFor = ({ format }: Pick<Client, 'format'>): Editor => editors[format];
