import { findOperation } from '../../catalog/index.ts';
import type { Effect } from '../../catalog/vocabulary/index.ts';
import type { ProgramOrder } from '../../programs/index.ts';
import { cleanText } from '../../base/text/clean-text.ts';
import { oneLine } from '../../base/text/one-line.ts';
import { shorten } from '../../base/text/shorten.ts';
import { priceLine } from '../../catalog/schema/price-line.ts';
import type { Workflow } from '../workflows/shared/define-workflow.ts';
import { workflowsToName } from '../workflows/workflow-tools.ts';

/** Characters of the program and of its input that a person is shown. */
const maxCode = 4_000;
const maxInput = 300;

/** Calls that are listed, and characters of the price of each. */
const maxNamed = 8;
const maxPrice = 80;

/**
 * A program as a person judges it: what it may do, the bound of what it can spend, which calls its text names, its input, and its
 * code. A program can make calls that its text does not name: the list is said to be a reading of the text. A model wrote code
 * and input: they come last, and no line of them can be taken for one of this server's.
 */
export function programInWords({ code, input, may, maxCredits }: ProgramOrder): string {
  const operations = namedIn(code);
  const paid = operations.filter(({ effects }) => effects.includes('paid'));
  const changes = operations.filter(({ effects }) => effects.includes('write') || effects.includes('delete'));
  return [
    `It may ${may.length > 0 ? may.join(', ') : 'call nothing that is free'}${maxCredits > 0 ? `, and pay up to ${maxCredits} credits in all` : ''}.`,
    `Paid calls that its text names: ${listed(paid, ({ name, price }) => `${name} (${oneLine(price, maxPrice)})`)}.`,
    `Calls that its text names and that change something: ${listed(changes, ({ name, effects }) => `${name} (${effects[0]})`)}.`,
    `This is a reading of its text, not a bound: it may make other calls, within what it may do. The bound is max_credits: ${maxCredits}.`,
    ...(input === undefined ? [] : [`Input: ${oneLine(JSON.stringify(input), maxInput)}`]),
    'The program:',
    ...shorten(cleanText(code), maxCode)
      .split('\n')
      .map((line) => `│ ${line}`),
  ].join('\n');
}

/** A call as the text of a program names it. */
interface NamedCall {
  readonly name: string;
  readonly effects: readonly Effect[];
  /** In words. */
  readonly price: string;
}

/** Operations and workflows that the text of a program names. A program can build names in other ways, too. */
function namedIn(code: string): NamedCall[] {
  const names = [...code.matchAll(/\bplatform\s*\??\.\s*(\w+)\s*\??\.\s*(\w+)/g)].map(
    ([, family = '', action = '']) => `${toSnake(family)}.${toSnake(action)}`,
  );
  return [...new Set(names)].flatMap((name) => {
    const operation = findOperation(name);
    if (operation) return { name, effects: [operation.effect], price: priceLine(operation.price) };
    const workflow = workflowsToName(false).find((one) => name === `workflows.${one.name}`);
    return workflow
      ? {
          name,
          effects: workflow.annotations.readOnlyHint ? ['read'] : ['write', 'paid'],
          price: boundInWords(workflow),
        }
      : [];
  });
}

const boundInWords = ({ maxCredits }: Workflow): string =>
  typeof maxCredits === 'number' ? `at most ${maxCredits} a call` : 'no stated bound';

const toSnake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

function listed(calls: readonly NamedCall[], inWords: (call: NamedCall) => string): string {
  if (calls.length === 0) return 'none';
  const more = calls.length - maxNamed;
  return `${calls.slice(0, maxNamed).map(inWords).join('; ')}${more > 0 ? `; and ${more} more` : ''}`;
}
