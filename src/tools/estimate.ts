import type { Client, LimitView, MoneyView } from '../client/client.ts';
import { isVisibilityError } from '../client/errors/visibility-error.ts';
import type { Quote } from '../client/reply.ts';
import { defineTool } from './define-tool.ts';
import { success } from './result.ts';
import type { Tool } from './tool.ts';

interface Line {
  readonly operation: string;
  readonly credits: number | null;
  readonly basis: string;
  readonly error?: string;
}

/** Prices a whole plan before any of it runs. Sends nothing but free reads. */
export const estimate = (client: Client): Tool =>
  defineTool({
    name: 'estimate',
    title: 'Estimate a plan',
    description: 'Price one or more calls before making them: upper bound and basis per call, the sum, and what each limit and the balance would have left. Free, starts nothing.',
    input: {
      type: 'object',
      properties: {
        calls: {
          type: 'array',
          items: { type: 'object', properties: { operation: { type: 'string' }, arguments: { type: 'object' } }, required: ['operation'] },
          minItems: 1,
          maxItems: 50,
          description: 'Up to 50',
        },
      },
      required: ['calls'],
    },
    annotations: { readOnlyHint: true, openWorldHint: true },
    run: async ({ calls }) => {
      const lines: Line[] = [];
      for (const call of calls) lines.push(await lineFor(client, call));
      return success(planOf(lines, await client.money()));
    },
  });

async function lineFor(client: Client, call: Readonly<Record<string, unknown>>): Promise<Line> {
  const name = String(call['operation'] ?? '');
  const { resolveOperation } = await import('./discovery/resolve-operation.ts');
  try {
    const operation = resolveOperation(name);
    return lineOf(await client.quote(operation, argumentsOf(call['arguments'])));
  } catch (error) {
    if (!isVisibilityError(error)) throw error;
    return { operation: name.slice(0, 80), credits: null, basis: 'not priced', error: `${error.code}: ${error.message}`.slice(0, 240).toWellFormed() };
  }
}

const lineOf = ({ operation, credits, basis }: Quote): Line => ({ operation, credits, basis });

/**
 * The sum and what it leaves. A call without a bound, or one that could not be priced, makes the sum a
 * lower bound and `fits` false: what is not known is not promised.
 */
function planOf(lines: readonly Line[], money: MoneyView): Record<string, unknown> {
  const credits = lines.reduce((sum, line) => sum + (line.credits ?? 0), 0);
  const dearest = Math.max(0, ...lines.map((line) => line.credits ?? 0));
  const unbounded = lines.filter((line) => line.credits === null).map(({ operation }) => operation);
  const limits = money.limits.map((limit) => afterwards(limit, isPerCall(limit) ? dearest : credits));
  const balance = money.balance === undefined ? undefined : { now: money.balance, after: money.balance - credits, fits: credits <= money.balance };
  return {
    calls: lines,
    credits,
    ...(unbounded.length ? { unbounded, note: 'No upper bound is known for the calls under unbounded; the sum leaves them out.' } : {}),
    fits: unbounded.length === 0 && limits.every(({ fits }) => fits) && (balance?.fits ?? true),
    limits,
    ...(balance ? { balance } : {}),
  };
}

/** A limit a call caps each call by itself; every other caps their sum. */
const isPerCall = ({ limit }: LimitView): boolean => limit.endsWith('/call');

const afterwards = ({ limit, left }: LimitView, credits: number) => ({ limit, left, after: left - credits, fits: credits <= left });

const argumentsOf = (given: unknown): Record<string, unknown> => (typeof given === 'object' && given !== null ? (given as Record<string, unknown>) : {});
