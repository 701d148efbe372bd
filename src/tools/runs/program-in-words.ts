import type { ProgramOrder } from '../../programs/index.ts';
import { cleanText } from '../../base/text/clean-text.ts';
import { oneLine } from '../../base/text/one-line.ts';
import { shorten } from '../../base/text/shorten.ts';

/** Maximum characters of the program and of its input that a person is shown. */
const maxCode = 4_000;
const maxInput = 300;

/**
 * A program in a form that a person can judge: what it may do, the maximum that it can spend, its input, and its code.
 * Since a model wrote code and input, they come last, and no line of them can pass for one of this server.
 */
export const programInWords = ({ code, input, may, maxCredits }: ProgramOrder): string =>
  [
    `It may ${may.length > 0 ? may.join(', ') : 'call nothing that is free'}${maxCredits > 0 ? `, and pay up to ${maxCredits} credits in all` : ''}.`,
    ...(input === undefined ? [] : [`Input: ${oneLine(JSON.stringify(input), maxInput)}`]),
    'The program:',
    ...shorten(cleanText(code), maxCode)
      .split('\n')
      .map((line) => `│ ${line}`),
  ].join('\n');
