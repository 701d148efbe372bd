import { business } from './business.ts';
import { content } from './content.ts';
import { modules } from './modules.ts';
import { visibility } from './visibility.ts';

/**
 * How people ask for an operation, in addition to the catalog's words: a manager says "kick somebody out",
 * the contract says DELETE /team/members/{user}. Kept out of the catalog because only a search reads it,
 * and a program that never searches need not load it. Written from what each operation does, in the words
 * of somebody who does not know its name.
 */
const asked = new Map(
  [content, visibility, modules, business].flatMap((lines) =>
    lines
      .trim()
      .split('\n')
      .map((line) => {
        const [, name = '', words = ''] = /^([\w.]+):? (.*)$/.exec(line) ?? [];
        return [name, words] as const;
      }),
  ),
);

/** The words people use for an operation (`family.action`) or a family; none for a name not listed. */
export const askedAs = (name: string): string => asked.get(name) ?? '';

/**
 * Every name that has words.
 *
 * @internal exported for tests
 */
export const askedNames = (): string[] => [...asked.keys()];
