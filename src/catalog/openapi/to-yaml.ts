import { isFields } from '../../json/is-fields.ts';

/** A document as YAML 1.2: two levels of block lines, whose values are JSON, which YAML contains. */
export const toYaml = (document: object): string =>
  Object.entries(document)
    .map(([name, value]) => `${name}:${hasFields(value) ? block(value) : ` ${scalar(value)}\n`}`)
    .join('');

const block = (fields: object): string =>
  `\n${Object.entries(fields)
    .map(([name, value]) => `  ${name}: ${scalar(value)}\n`)
    .join('')}`;

const hasFields = (value: unknown): value is object => isFields(value) && Object.keys(value).length > 0;

/** A version such as 3.1.0 is no number in YAML, and is read most easily without quotes. */
const scalar = (value: unknown): string =>
  /^\d+\.\d+\.\d+$/.test(String(value)) ? String(value) : JSON.stringify(value);
