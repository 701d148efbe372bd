import type { ProgramOrder } from '../../programs/index.ts';
import { cleanText } from '../../base/text/clean-text.ts';
import { oneLine } from '../../base/text/one-line.ts';
import { shorten } from '../../base/text/shorten.ts';

/** Characters of the program and of its input that a person is shown. */
const maxCode = 4_000;
const maxInput = 300;

/**
 * A program as a person judges it: what it may do, the bound of what it can spend, its input, and its code. A model wrote code and input:
 * they come last, and no line of them can be taken for one of this server's.
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
