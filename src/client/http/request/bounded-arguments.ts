import { jsonLimitExceeded } from '../../../base/json/json-limits.ts';
import { parseJson } from '../../../base/json/parse-json.ts';
import { VisibilityError } from '../../errors.ts';

/** Maximum values in the arguments: more than any operation can use, since the longest documented list has 1,000 records. */
const maxValues = 50_000;
const maxNames = 500;
const maxDepth = 32;
/** Maximum characters of all texts together, including the content of inline files. */
const maxCharacters = 32 * 1024 * 1024;

/**
 * Checks the size of arguments before they are validated, explained or compared, since that work on huge arguments would block every other
 * caller.
 * @throws VisibilityError `invalid_arguments`
 */
export function boundedArguments(name: string, args: object): void {
  if (hasMoreThan(args, maxNames)) throw tooLarge(name, `have more than ${maxNames} names`);
  argumentBounds(name)(args);
}

/**
 * Returns a function that counts the values, characters and nesting levels of all values passed to it, and throws once they exceed the
 * limits in total.
 * @throws VisibilityError `invalid_arguments`
 */
function argumentBounds(name: string): (args: unknown) => void {
  let [values, characters] = [0, 0];
  return (args) => {
    const open: { readonly value: unknown; readonly depth: number }[] = [{ value: args, depth: 1 }];
    for (let next = open.pop(); next; next = open.pop()) {
      const { value, depth } = next;
      if (++values > maxValues) throw tooLarge(name, `hold more than ${maxValues} values`);
      if (typeof value === 'string') characters += value.length;
      if (characters > maxCharacters) throw tooLarge(name, `hold more than ${maxCharacters} characters`);
      if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) continue;
      if (depth > maxDepth) throw tooLarge(name, `are nested deeper than ${maxDepth} levels`);
      for (const key in value) {
        if (!Object.hasOwn(value, key)) continue;
        if (values + open.length > maxValues) throw tooLarge(name, `hold more than ${maxValues} values`);
        characters += Array.isArray(value) ? 0 : key.length;
        open.push({ value: (value as Record<string, unknown>)[key], depth: depth + 1 });
      }
    }
  };
}

/**
 * Returns a parser for the JSON texts in the arguments of one call, with one limit for all of them together.
 * @throws VisibilityError `invalid_arguments` for a text that is too large; SyntaxError for one that is no JSON
 */
export function boundedJson(name: string): (text: string) => unknown {
  const bounds = argumentBounds(name);
  return (text) => {
    const exceeded = jsonLimitExceeded(Buffer.from(text), Infinity, Infinity);
    if (exceeded !== undefined) throw tooLarge(name, `hold JSON with ${exceeded}`);
    const json = parseJson(text);
    bounds(json);
    return json;
  };
}

/** The error does not name fields, since that would mean processing all of them. */
const tooLarge = (name: string, says: string): VisibilityError =>
  new VisibilityError('invalid_arguments', `${name} was given arguments that ${says}.`, {
    outcome: 'not_sent',
    next: 'Give fewer or smaller arguments, in several calls if need be.',
  });

/** Stops counting as soon as the limit is passed. */
function hasMoreThan(args: object, max: number): boolean {
  let count = 0;
  for (const _ in args) if (++count > max) return true;
  return false;
}
