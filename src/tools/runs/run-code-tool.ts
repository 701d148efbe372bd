import * as z from 'zod';
import { labelForm } from '../../base/budget-limit.ts';
import type { Run } from '../../state/index.ts';
import { maxKeyChars } from '../../programs/runs/program-order.ts';
import type { Grant, ProgramOrder } from '../../programs/index.ts';
import { annotationsOf, readAnnotations } from '../definition/annotations.ts';
import { text } from '../definition/tool-arguments.ts';
import { waitSeconds, waitSecondsOf } from '../definition/waiting.ts';
import { defineTool } from '../definition/define-tool.ts';
import { createNotSentError } from '../results/error-result.ts';
import type { Tool, ToolResult } from '../definition/tool.ts';
import type { ToolOptions } from '../definition/tool-options.ts';
import { programInWords } from './program-in-words.ts';
import { cancelledResult, progressOf, runResult } from './run-result.ts';

const input = () => ({
  code: text.describe('Required unless resume').optional(),
  input: z.record(z.string(), z.unknown()).describe('JSON for the program').optional(),
  may: z
    .array(z.enum(['read', 'write', 'delete']).describe('max_credits grants paid calls'))
    .describe('Default ["read"]')
    .optional(),
  max_credits: z.int().min(0).describe('Default 0').optional(),
  wait_s: waitSeconds.optional(),
  key: z.string().min(1).max(maxKeyChars).describe('Own name').optional(),
  label: z.string().regex(labelForm).describe('What it is for; shown with its spending').optional(),
  dry_run: z.boolean().describe('Reads are real, the rest only priced and listed').optional(),
  resume: text.describe('run_id').optional(),
  cancel: text.describe('run_id; jobs go on').optional(),
});

/** The tool that runs a program instead of many calls. */
export const runCode = ({ runs, readOnly, maxWaitSeconds }: ToolOptions): Tool =>
  defineTool({
    name: 'run_code',
    title: 'Run a program',
    about: 'Run a program over the platform, within a credit limit',
    description:
      'Run one program instead of more than five calls alike: TypeScript, the body of an async function. `platform` has every operation: (await platform.articles.get({id: 7})).data; jobs are awaited. for await (const k of platform.keywords.list.all({project: 2})) reads all pages; platform.workflows.writeArticle({…}); platform.estimate([[name, {…}]]); platform.save("a.csv", rows); platform.once(name, {newerThan: "7d"}, fn); platform.state.get, set. Also `input`, log(…), sleep(ms); no network, no imports. Return only what is needed. may grants effects, max_credits what it may spend; beyond them a call throws not_permitted or budget_exceeded. It outlasts this call (job_wait run_…); resume, or its key, goes on after a crash, paying nothing twice.',
    input,
    annotations: readOnly ? readAnnotations : annotationsOf('paid'),
    // The effects of a recorded run are known only after it has been looked up.
    effects: ({ may = defaultMay, max_credits = 0, dry_run = false }) =>
      dry_run ? ['read'] : ['read', ...may, ...(max_credits > 0 ? (['paid'] as const) : [])],
    run: async ({ code, input, may, max_credits, wait_s, key, label, dry_run = false, resume, cancel }, context) => {
      if (!runs) throw createNotSentError('not_permitted', 'This server runs no programs.');
      const service = await runs();
      if (label !== undefined) refuseOtherLabel(label, service.label);
      const existing = cancel ?? resume;
      if (existing !== undefined && context.scopes) refuseBeyond((await service.look(existing)).run, context.scopes);
      if (dry_run) return planned();
      if (cancel !== undefined) return cancelledResult(await service.cancel(cancel));
      const { consent, signal } = context;
      const id = resume ?? (await begin());
      if (resume !== undefined) await service.resume(resume, { code, input, may, maxCredits: max_credits, label });
      const waitMs = 1000 * waitSecondsOf(wait_s, maxWaitSeconds, context);
      // If the call is cancelled, the run continues, as a job does.
      return runResult(await service.wait(id, waitMs, signal, progressOf(context)));

      async function planned(): Promise<ToolResult> {
        if ((key ?? existing) !== undefined)
          throw createNotSentError(
            'invalid_arguments',
            'run_code: dry_run leaves nothing on record',
            'Leave out key, resume and cancel.',
          );
        const { dryRun } = await import('./dry-run.ts');
        return dryRun(service, orderOf(), label);
      }

      function orderOf(): ProgramOrder {
        if (code === undefined)
          throw createNotSentError('invalid_arguments', 'run_code: code is required', 'run_code {"code": "return 1"}');
        return { code, input, may: may ?? defaultMay, maxCredits: max_credits ?? 0 };
      }

      async function begin(): Promise<string> {
        const order = orderOf();
        return service.start(order, { consent, key, label, consentText: () => programInWords(order) });
      }
    },
  });

const defaultMay: readonly Grant[] = ['read'];

/** Under another label, a program would escape the limits of the label that the operator has set. */
function refuseOtherLabel(label: string, own: string | undefined): void {
  if (own === undefined || label === own) return;
  throw createNotSentError(
    'not_permitted',
    `Every call here has the label ${own}, which the operator has set.`,
    'Leave label out.',
  );
}

/** A run keeps its grants, and the token of the caller who resumes or cancels it may allow less. */
function refuseBeyond({ id, state, may, maxCredits }: Run, scopes: readonly string[]): void {
  const effects = [...may, ...(maxCredits > 0 ? ['paid'] : [])];
  const missing = effects.filter((effect) => !scopes.includes(effect));
  if (state !== 'running' || missing.length === 0) return;
  throw createNotSentError(
    'not_permitted',
    `${id} has the grants ${effects.join(', ')}, and the token of this call does not allow ${missing.join(', ')}.`,
    `job_wait {"job_id": "${id}"} shows it; resume or cancel it with a token that allows ${effects.join(', ')}.`,
  );
}
