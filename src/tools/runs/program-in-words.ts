import { findOperation } from '../../catalog/index.ts';
import type { Operation } from '../../catalog/operation.ts';
import type { ProgramOrder } from '../../runs/program-order.ts';
import { cleanText } from '../../text/clean-text.ts';
import { oneLine } from '../../text/one-line.ts';
import { shorten } from '../../text/shorten.ts';
import { priceInWords } from '../schema/price-in-words.ts';

/** Characters of the program and of its input that a person is shown. */
const maxCode = 4_000;
const maxInput = 300;

/** Operations that are listed, and characters of the price of each. */
const maxNamed = 8;
const maxPrice = 80;

/**
 * A program as a person judges it: what it may do, the bound of what it can spend, which calls its text names, its input, and its
 * code. A program can make calls that its text does not name: the list is said to be a reading of the text. A model wrote code
 * and input: they come last, and no line of them can be taken for one of this server's.
 */
export function programInWords({ code, input, may, maxCredits }: ProgramOrder): string {
  const operationNames = operationsIn(code);
  const paid = operationNames.filter(({ effect }) => effect === 'paid');
  const changes = operationNames.filter(({ effect }) => effect === 'write' || effect === 'delete');
  return [
    `It may ${may.length > 0 ? may.join(', ') : 'call nothing that is free'}${maxCredits > 0 ? `, and pay up to ${maxCredits} credits in all` : ''}.`,
    `Paid calls that its text names: ${listed(paid, ({ name, price }) => `${name} (${oneLine(priceInWords(price), maxPrice)})`)}.`,
    `Calls that its text names and that change something: ${listed(changes, ({ name, effect }) => `${name} (${effect})`)}.`,
    `This is a reading of its text, not a bound: it may make other calls, within what it may do. The bound is max_credits: ${maxCredits}.`,
    ...(input === undefined ? [] : [`Input: ${oneLine(JSON.stringify(input), maxInput)}`]),
    'The program:',
    ...shorten(cleanText(code), maxCode)
      .split('\n')
      .map((line) => `│ ${line}`),
  ].join('\n');
}

/** Operations that the text of a program names. A program can build names in other ways, too. */
function operationsIn(code: string): Operation[] {
  const names = [...code.matchAll(/\bplatform\s*\??\.\s*(\w+)\s*\??\.\s*(\w+)/g)].map(
    ([, family = '', action = '']) => `${toSnake(family)}.${toSnake(action)}`,
  );
  return [...new Set(names)].flatMap((name) => findOperation(name) ?? []);
}

const toSnake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

function listed(operations: readonly Operation[], inWords: (operation: Operation) => string): string {
  if (operations.length === 0) return 'none';
  const more = operations.length - maxNamed;
  return `${operations.slice(0, maxNamed).map(inWords).join('; ')}${more > 0 ? `; and ${more} more` : ''}`;
}
