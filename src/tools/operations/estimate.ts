import * as z from 'zod';
import type { LimitView, MoneyView, Platform, Quote } from '../../client/index.ts';
import { oneLine } from '../../base/text/one-line.ts';
import { readAnnotations } from '../definition/annotations.ts';
import { defineTool } from '../definition/define-tool.ts';
import { plainSuccess, success } from '../results/result.ts';
import { resolveProjectNames } from '../../client/names/resolve-project-names.ts';
import { now } from '../definition/now.ts';
import { text } from '../definition/tool-arguments.ts';
import { outputSchema } from '../results/output-schema.ts';
import type { Tool, ToolContext } from '../definition/tool.ts';
import type { ToolOptions } from '../definition/tool-options.ts';
import { isVisibilityError } from '../../client/errors.ts';

interface Line {
  readonly operation: string;
  readonly credits: number | null;
  readonly basis: string;
  /** The number of calls that this line is for, if several are alike. `credits` is the price of one. */
  readonly times?: number | undefined;
  /** An effect of the call outside the platform, or one that cannot be undone. */
  readonly consequence?: string | undefined;
  /** Credits that the platform will charge later on its own as a result of the call. */
  readonly recurring?: string | undefined;
  readonly error?: string | undefined;
}

const plannedCall = z.object({ operation: text, arguments: z.record(z.string(), z.unknown()).optional() });

const input = () => ({ calls: z.array(plannedCall).min(1).max(50) });

/** Prices a whole plan before any of it runs. Sends nothing but free reads. */
export const estimate = (client: Platform, options: ToolOptions): Tool =>
  defineTool({
    name: 'estimate',
    title: 'Estimate a plan',
    about: 'Price a plan before any of it runs',
    description:
      'Price calls of operations or tools before making them: upper bound and basis per call, the sum, what each limit and the balance would have left. Free, starts nothing.',
    input,
    output: outputSchema({ calls: 'list', credits: 'integer', fits: 'boolean', limits: 'list', balance: 'object' }),
    annotations: readAnnotations,
    run: async ({ calls }, context) => {
      const lines: Line[] = [];
      for (const call of calls) lines.push(await lineFor(client, call, context));
      const plan = { ...planOf(lines, await client.money()), ...personAsked(lines, options.confirmAbove) };
      return { ...success({ ...plan, calls: grouped(lines) }), plain: () => plainSuccess(plan) };
    },
  });

async function lineFor(client: Platform, call: z.output<typeof plannedCall>, context: ToolContext): Promise<Line> {
  const name = call.operation;
  const [{ operationNamed }, { resolveOperation }, { workflowsToName }] = await Promise.all([
    import('../../catalog/index.ts'),
    import('./resolve-operation.ts'),
    import('../workflows/workflow-tools.ts'),
  ]);
  const callArguments = call.arguments ?? {};
  const workflow = workflowsToName(false).find((tool) => tool.name === name);
  const notPriced = (error: string): Line => ({
    operation: name.slice(0, 80),
    credits: null,
    basis: 'not priced',
    error: oneLine(error, 240),
  });
  try {
    if (!workflow) {
      const operation = await resolveOperation(name);
      const resolved = await resolveProjectNames(client, operation, callArguments, now(context));
      return { ...lineOf(await client.quote(operation, resolved)), consequence: operation.consequence };
    }
    const { args = {} } = await workflow.read(callArguments);
    const paid = await workflow.paidCall(args, { client, context });
    if (!paid) return { operation: name, credits: 0, basis: 'free' };
    const [operation, input] = paid;
    const line = lineOf(await client.quote(operationNamed(operation), input));
    return { ...line, operation: name, basis: `${operation}: ${line.basis}` };
  } catch (error) {
    if (!isVisibilityError(error)) throw error;
    return notPriced(`${error.code}: ${error.message}`);
  }
}

/** Merges equal lines into one, with the number of calls that it is for. */
function grouped(lines: readonly Line[]): Line[] {
  const groups = new Map<string, Line>();
  for (const line of lines) {
    const key = JSON.stringify(line);
    const { times = 0 } = groups.get(key) ?? {};
    groups.set(key, { ...line, times: times + 1 });
  }
  return [...groups.values()].map((line) => (line.times === 1 ? { ...line, times: undefined } : line));
}

const lineOf = ({ operation, credits, basis, recurring }: Quote): Line => ({ operation, credits, basis, recurring });

/** The total price, and what remains. If a call has no bound or is invalid, the total is a lower bound. */
function planOf(lines: readonly Line[], money: MoneyView): Record<string, unknown> {
  const credits = lines.reduce((sum, line) => sum + (line.credits ?? 0), 0);
  const highest = Math.max(0, ...lines.map((line) => line.credits ?? 0));
  const wrong = namesOf(lines.filter(({ error }) => error !== undefined));
  const unbounded = namesOf(lines.filter(({ credits: bound, error }) => bound === null && error === undefined));
  const limits = money.limits.map((limit) => limitAfter(limit, isPerCall(limit) ? highest : credits));
  // An unknown price must not be reported as affordable.
  const balance = money.failure
    ? { unknown: money.balance_unknown, fits: false }
    : money.balance === undefined
      ? undefined
      : { now: money.balance, after: money.balance - credits, fits: credits <= money.balance };
  return {
    calls: lines,
    credits,
    unbounded: unbounded.length ? unbounded : undefined,
    note: unbounded.length ? unboundedNote : undefined,
    not_priced: wrong.length ? wrong : undefined,
    fits: unbounded.length === 0 && wrong.length === 0 && limits.every(({ fits }) => fits) && (balance?.fits ?? true),
    limits,
    balance,
  };
}

const namesOf = (lines: readonly Line[]): string[] => [...new Set(lines.map(({ operation }) => operation))];

/** The calls that need a person's consent, if the operator configured a threshold. */
function personAsked(lines: readonly Line[], above: number | undefined): Record<string, unknown> {
  if (above === undefined) return {};
  const asked = lines.filter(({ credits, error }) => error === undefined && (credits === null || credits > above));
  return {
    person_is_asked: { above, for: asked.length > 0 ? namesOf(asked) : undefined },
  };
}

const unboundedNote =
  'No upper bound is known for the calls under unbounded; the sum leaves them out. Under a budget each takes what VISIBILITY_BUDGET says for unpriced calls, or all of the balance, of every limit, and is refused where less is left.';

/** A limit per call applies to each call alone; all other limits apply to the total. */
const isPerCall = ({ limit }: LimitView): boolean => limit.endsWith('/call');

const limitAfter = ({ limit, left }: LimitView, credits: number) => ({
  limit,
  left,
  after: left - credits,
  fits: credits <= left,
});
