import type { MoneyView, Platform } from '../client/index.ts';
import { readAnnotations } from './definition/annotations.ts';
import { creditsByDay } from './results/credits-summary.ts';
import { defineTool } from './definition/define-tool.ts';
import { boundedOwnSuccess } from './results/result.ts';
import { outputSchema } from './results/output-schema.ts';
import type { Tool } from './definition/tool.ts';
import type { ToolOptions } from './definition/tool-options.ts';
import { changedError, type VisibilityError } from '../client/errors.ts';

const input = () => ({});

/** The team's balance and this installation's own accounts. */
export const creditsTool = (client: Platform, { confirmAbove }: Pick<ToolOptions, 'confirmAbove'>): Tool =>
  defineTool({
    name: 'credits',
    title: 'Credits',
    about: 'Show balance, limits and spending',
    description:
      "The team's balance, what each limit of the budget has left, reservations in flight, and spending of 30 days, here and elsewhere.",
    input,
    output: outputSchema({
      balance: 'integer',
      limits: 'list',
      reservations: 'list',
      recent: 'list',
      totals: 'object',
      spent_30_days: 'list',
      spent_by_day: 'list',
    }),
    annotations: readAnnotations,
    view: 'credits',
    run: async (_, context) => {
      const money = await client.money();
      if (money.failure && isOutage(money.failure)) throw withLedger(money.failure, money);
      const { creditsWithHistory } = await import('./results/platform-history.ts');
      return {
        ...boundedOwnSuccess({
          ...(await creditsWithHistory(client, money, context)),
          person_is_asked: confirmAbove === undefined ? undefined : { above: confirmAbove },
        }),
        viewData: creditsByDay(money),
      };
    },
  });

/** A refused token, and a platform that cannot be reached or read, is an error; a used-up rate is not. */
const isOutage = ({ code, status }: VisibilityError): boolean =>
  status === 401 || status === 403 || code === 'unreachable' || code === 'unreadable';

/** The error, with the figures that this installation knows itself. */
const withLedger = (error: VisibilityError, { limits, totals, reservations }: MoneyView): VisibilityError =>
  changedError(error, {
    message: `The balance cannot be read: ${error.message}`,
    facts: { limits, totals, reservations: reservations.length },
  });
