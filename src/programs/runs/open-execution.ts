import { operation } from '../../catalog/index.ts';
import type { Client } from '../../client/index.ts';
import type { Run } from '../../state/index.ts';
import type { Engines } from '../engine/engine.ts';
import type { ProgramEffects } from '../platform/perform.ts';
import { programClient } from '../platform/program-client.ts';
import { Execution, type ExecutionParts } from './execution.ts';
import { authorizationEnded } from './failure-of.ts';
import { permit } from './program-order.ts';
import { runRefusal } from './run-failure.ts';
import type { RunsParts } from './runs-parts.ts';
import { isVisibilityError } from '../../client/errors.ts';

export interface ExecutionOptions extends Pick<ExecutionParts, 'charged' | 'onProgress'> {
  readonly isDry: boolean;
  /** Called before each request to the platform; throws to stop it. */
  readonly beforeRequest?: (() => Promise<void>) | undefined;
}

/** Prepares a run to be executed here. */
export function openExecution(
  { client, clock, limits, performOver, onDefect, readOnly, isConnected }: RunsParts,
  engines: Engines,
  run: Run,
  effects: ProgramEffects,
  { isDry, beforeRequest, ...options }: ExecutionOptions,
): Execution {
  const endAuthorization = (): void => execution.stop(authorizationEnded);
  const runClient = programClient(client, {
    clock,
    permit: (wanted) => permit(wanted, run, readOnly),
    onUnauthorized: async () => {
      if (await isTokenRefused(client)) endAuthorization();
    },
    options: {
      beforeAttempt: async () => {
        await beforeRequest?.();
        if (!isConnected || (await isConnected())) return;
        endAuthorization();
        throw runRefusal('unauthorized', authorizationEnded.message, authorizationEnded.next);
      },
      // A dry run has no record that its calls could belong to.
      run: isDry ? undefined : run.id,
      label: run.label ?? null,
      consent: () => run.consent ?? 'not_needed',
      effects,
    },
  });
  const perform = performOver(runClient, { id: run.id, effects, isDry });
  const execution = new Execution({ ...options, run, engines, perform, limits, clock, isDry, onDefect });
  return execution;
}

/** Whether the platform refuses the token itself, not only the call (docs/platform/errors.md#statuses). */
async function isTokenRefused(client: Client): Promise<boolean> {
  try {
    await client.call(operation('account.get'), {});
    return false;
  } catch (error) {
    return isVisibilityError(error) && error.status === 401;
  }
}
