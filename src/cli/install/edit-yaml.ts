import { isDeepStrictEqual } from 'node:util';
import { isMap, parseDocument, type Document } from 'yaml';
import { InstallError } from './install-error.ts';

type Entry = Readonly<Record<string, unknown>>;

/** The entry called `name` below `list`; undefined where there is none. Throws as `withYamlEntry` does. */
export function yamlEntry(text: string, list: string, name: string): Entry | undefined {
  const entry = (read(text, list).toJS() as Record<string, Record<string, Entry>> | null)?.[list]?.[name];
  return typeof entry === 'object' && entry !== null ? entry : undefined;
}

/**
 * The text with `entry` set as `name` below `list`. Comments and the order of all other keys stay.
 *
 * @throws InstallError where the text is no YAML, or holds something else in that place
 */
export function withYamlEntry(text: string, list: string, name: string, entry: Entry): string {
  if (isDeepStrictEqual(yamlEntry(text, list, name), entry)) return text;
  const document = read(text, list);
  document.setIn([list, name], document.createNode(entry));
  return document.toString({ lineWidth: 0 });
}

/** The text without that entry. Throws as `withYamlEntry` does. */
export function withoutYamlEntry(text: string, list: string, name: string): string {
  const document = read(text, list);
  return document.deleteIn([list, name]) ? document.toString({ lineWidth: 0 }) : text;
}

function read(text: string, list: string): Document {
  const document = parseDocument(text, { logLevel: 'error' });
  const [error] = document.errors;
  if (error) throw new InstallError(`it is not valid YAML (line ${error.linePos?.[0].line ?? 1})`);
  if (document.contents !== null && !isMap(document.contents)) throw new InstallError('it is YAML, but no mapping');
  const servers = document.get(list);
  if (servers !== undefined && servers !== null && !isMap(servers))
    throw new InstallError(`"${list}" in it is no mapping`);
  if (servers === null) document.delete(list);
  return document;
}
