import { isFields, type Fields } from '../../base/json/is-fields.ts';
import { oneLine } from '../../base/text/one-line.ts';
import { scalarText } from '../../base/json/scalar-text.ts';
import { recordsOf } from '../../client/answers/pages/index.ts';
import type { QuestionOption } from '../definition/platform-question.ts';

/** What the platform's agent asks, and the answers that it offers. */
export interface AskedQuestion {
  readonly text: string | undefined;
  readonly options: readonly AskedOption[];
}

export interface AskedOption {
  /** The platform's own text: the answer that is sent. */
  readonly label: string;
  readonly description?: string | undefined;
}

/**
 * The question in an answer about a conversation. The documents name `pending_question` and `pending_question_options`
 * of records with a `label`, and elsewhere only "question and options": options as texts, as other records, or as an
 * object by label are read too.
 */
export function askedQuestion(session: Fields): AskedQuestion {
  const { pending_question, question, pending_question_options, options, text } = session;
  const records = [pending_question, question].filter(isFields);
  const texts = [pending_question, question, ...records.flatMap((one) => [one['text'], one['question']]), text];
  const lists = [pending_question_options, options, ...records.map((one) => one['options'])].map(optionsIn);
  return {
    text: texts.map(scalarText).find((one) => one !== undefined),
    options: lists.find((list) => list.length > 0) ?? [],
  };
}

function optionsIn(list: unknown): AskedOption[] {
  const value = recordsOf(list);
  if (Array.isArray(value)) return value.flatMap((one) => optionOf(one));
  if (!isFields(value)) return [];
  return Object.entries(value).flatMap(([key, one]) =>
    isFields(one) ? optionOf(one, key) : optionOf({ key, description: one }),
  );
}

/** Fields that hold the label of an option, the likeliest first. */
const labelFields = ['label', 'text', 'title', 'name', 'value', 'id', 'key'];

function optionOf(option: unknown, key?: string): AskedOption[] {
  const { description, ...record }: Fields = isFields(option) ? { key, ...option } : { label: option };
  const label = labelFields
    .map((name) => scalarText(record[name]))
    .find((one) => one !== undefined && one.trim() !== '');
  return label === undefined ? [] : [{ label, description: scalarText(description) || undefined }];
}

/** Characters. */
const maxLabel = 100;

/** The options for a person to choose from; equal labels get a number. Undefined if there are none: any text is then an answer. */
export function optionsOf(
  asked: readonly AskedOption[],
  maxDescription: number,
): readonly QuestionOption[] | undefined {
  const options: QuestionOption[] = [];
  for (const { label: whole, description } of asked) {
    const line = oneLine(whole, maxLabel);
    if (line === '') continue;
    const isTaken = (label: string): boolean => options.some((other) => other.label === label);
    let label = line;
    for (let count = 2; isTaken(label); count++) label = `${line} (${count})`;
    options.push({
      label,
      whole: whole === label ? undefined : whole,
      description: description === undefined ? undefined : oneLine(description, maxDescription),
    });
  }
  return options.length > 0 ? options : undefined;
}
