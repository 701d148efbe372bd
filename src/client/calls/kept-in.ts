import { isFields, type Fields } from '../../base/json/is-fields.ts';
import { isFile, isLongText } from '../answers/index.ts';
import { type KeptFile, keptFileScheme } from './kept-files.ts';

/** The reference to the stored file of a paid answer; undefined if it has none. */
export const keptIn = (answer: unknown): KeptFile | undefined =>
  isFields(answer) && (isFile(answer) || isLongText(answer)) && isKept(answer['kept']) ? answer['kept'] : undefined;

const isKept = (value: unknown): value is KeptFile & Fields =>
  isFields(value) && typeof value['uri'] === 'string' && value['uri'].startsWith(keptFileScheme);

/** A copy of an answer without the reference to its stored file. */
export function withoutKept(answer: unknown): unknown {
  if (!keptIn(answer)) return answer;
  const { kept: _, ...own } = answer as Fields;
  return own;
}
