import * as z from 'zod';
import { once } from '../../base/once.ts';
import type { Effect, Operation } from '../../catalog/index.ts';
import type { Platform } from '../../client/index.ts';
import { annotationsOf } from '../definition/annotations.ts';
import { defineTool } from '../definition/define-tool.ts';
import { fields, format, text, type ArgumentShape } from '../definition/tool-arguments.ts';
import { createNotSentError } from '../results/error-result.ts';
import { callToolFor, formatShortCall } from '../definition/format-call.ts';
import type { Tool } from '../definition/tool.ts';
import type { ToolOptions } from '../definition/tool-options.ts';
import { waitSeconds, waitSecondsOf } from '../definition/waiting.ts';

/** Modules that are loaded by the first call. */
const calling = once(() =>
  Promise.all([
    import('../../catalog/index.ts'),
    import('./resolve-operation.ts'),
    import('./run-operation.ts'),
    import('./save-operation.ts'),
  ]),
);

/** One tool for each effect, so that a person can approve reads without approving paid calls or deletions. */
export function callTools(client: Platform, { readOnly, maxWaitSeconds }: ToolOptions): Tool[] {
  const effects: readonly Effect[] = readOnly ? ['read'] : ['read', 'write', 'delete', 'paid'];
  return effects.map((effect) =>
    defineTool({
      name: callToolFor(effect),
      ...texts[effect],
      // The other tools take some of these options; the rest stay undefined.
      input: inputs[effect] as () => ReturnType<typeof inputs.paid> & ReturnType<typeof inputs.read>,
      annotations: annotationsOf(effect),
      effects: () => [effect],
      complete: async (input) => {
        const [, { resolveOperation }] = await calling();
        return { ...input, operation: (await resolveOperation(input.operation)).name };
      },
      run: async (input, context) => {
        const [{ operationNamed }, , { runOperation }, { saveOperation }] = await calling();
        const operation = operationNamed(input.operation);
        const args = input.arguments ?? {};
        if (operation.effect !== effect) throw wrongEffect(operation, effect, args, readOnly);
        const seconds = waitSecondsOf(input.wait_s, maxWaitSeconds, context);
        const { save } = input;
        if (save !== undefined && operation.answer.kind !== 'binary')
          return saveOperation(client, operation, args, { ...input, save, waitSeconds: seconds }, context);
        const options = { ...input, waitSeconds: seconds };
        return runOperation(client, operation, args, options, context);
      },
    }),
  );
}

function wrongEffect(
  operation: Operation,
  tried: Effect,
  input: Readonly<Record<string, unknown>>,
  readOnly: boolean,
): Error {
  if (readOnly)
    return createNotSentError(
      'wrong_effect',
      `${operation.name} ${does[operation.effect]}, and this server is read-only.`,
    );
  return createNotSentError(
    'wrong_effect',
    `${operation.name} ${does[operation.effect]}; ${callToolFor(tried)} is not for it.`,
    formatShortCall(operation, input),
  );
}

const does: Readonly<Record<Effect, string>> = {
  read: 'only reads',
  write: 'changes things and costs nothing',
  delete: 'removes or cannot be undone',
  paid: 'draws credits',
};

const texts: Readonly<Record<Effect, { title: string; about: string; description: string }>> = {
  read: {
    title: 'Read',
    about: 'Call an operation that only reads',
    description:
      'Call an operation that only reads: lists, details, results. Free. Projects: id, name or domain, in all call_ tools.',
  },
  write: {
    title: 'Write',
    about: 'Call an operation that creates or changes something',
    description: 'Call an operation that creates or changes something at no cost. If it starts a job, waits for it.',
  },
  delete: {
    title: 'Delete',
    about: 'Call an operation that deletes something',
    description: 'Call an operation that removes something or cannot be undone. Make sure that is wanted.',
  },
  paid: {
    title: 'Spend credits',
    about: 'Call an operation that costs credits',
    description:
      'Call an operation that draws credits; estimate has the price. Waits for its job; when time is up, gives a job_id for job_wait. An identical job still running is joined, not paid again.',
  },
};

const call = {
  operation: text.describe('Name from find_operations'),
  arguments: z.record(z.string(), z.unknown()).describe('Path, query and body fields, flat').optional(),
};

const view = {
  fields: fields.describe('Only these, dotted; [50:] or name[50:] for what was left out').optional(),
  format: format.optional(),
};

const wait = { wait_s: waitSeconds.describe('Seconds; default usually 45').optional() };

const again = { again: z.boolean().describe('Start and pay another although an identical job runs').optional() };

const save = { save: z.enum(['csv', 'json']).describe('All pages into a file').optional() };

const inputs = {
  read: () => ({ ...call, ...view, ...save }),
  write: () => ({ ...call, ...view }),
  delete: () => ({ ...call, ...view }),
  paid: () => ({ ...call, ...view, ...wait, ...again }),
} as const satisfies Record<Effect, () => ArgumentShape>;
