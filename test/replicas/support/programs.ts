import { modernClient, type HttpClient, type HttpServer } from '../../mcp/support/http-server.ts';
import { systemClock } from '../../../src/base/clock.ts';
import type { Platform } from '../../support/platform.ts';

/** Seconds of sleep between two paid calls of a program. */
const sleepSeconds = 1;

/** Paid calls of a program: more seconds than a replica that ends takes. */
const steps = 6;

/** Repeats a call that was not sent; of one that may have been sent, its own outcome is enough. */
const code = `
  for (let step = 1; step <= ${steps}; ) {
    try {
      await platform.knowledge_base.search({ project: 1, q: input.name + ' step ' + step });
      step++;
    } catch (error) {
      if (error.outcome === 'unknown') step++;
      else if (error.outcome !== 'not_sent') throw error;
    }
    await sleep(${sleepSeconds * 1000});
  }
  return 'done';`;

/** Seconds after which an interrupted program counts as lost. */
const lostAfter = 240;

interface RunAnswer {
  readonly run?: { readonly run_id: string; readonly state: string };
  readonly error?: unknown;
}

/** Milliseconds of the clock of arrivals. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** What may interrupt programs; `isOutage`: they cannot continue before its end. */
export interface Interruption extends Span {
  readonly isOutage: boolean;
}

/** Programs under way while their replicas fail. */
export interface Programs {
  /** Starts one at this replica. */
  begin(replica: HttpServer): Promise<void>;
  /**
   * Resolves when all are over: with their states, and the longest time without a call, in seconds by interruption, outages left
   * out.
   */
  finish(
    replica: HttpServer,
    interruptions: readonly Interruption[],
  ): Promise<{ readonly states: readonly string[]; readonly maxPause: number }>;
}

export function programs(platform: Platform): Programs {
  const begun: { readonly name: string; readonly run: string }[] = [];
  return {
    async begin(replica) {
      const name = `program ${begun.length + 1}`;
      const args = { code, input: { name }, max_credits: steps, wait_s: 0 };
      const { run, error } = (await modernClient(replica).call('run_code', args)) as RunAnswer;
      if (!run) throw new Error(`a program did not start: ${JSON.stringify(error)}`);
      begun.push({ name, run: run.run_id });
    },
    async finish(replica, interruptions) {
      const client = modernClient(replica);
      const states: string[] = [];
      for (const { run } of begun) states.push(await endOf(client, run));
      const pauses = begun.flatMap(({ name }) => gapsOf(name)).map((gap) => secondsByInterruption(gap, interruptions));
      return { states, maxPause: Math.max(0, ...pauses) };
    },
  };

  async function endOf(client: HttpClient, run: string): Promise<string> {
    for (let interruptedSince: number | undefined; ;) {
      const { run: seen, error } = (await client.call('job_wait', { job_id: run, wait_s: 5 })) as RunAnswer;
      const state = seen?.state ?? JSON.stringify(error);
      if (state === 'running') interruptedSince = undefined;
      else if (state !== 'interrupted') return state;
      else interruptedSince ??= systemClock.steady();
      if (interruptedSince !== undefined && systemClock.steady() - interruptedSince > lostAfter * 1000) return state;
      await systemClock.sleep(200);
    }
  }

  /** Spans between two calls of a program. */
  function gapsOf(name: string): Span[] {
    const times = platform.seen
      .filter(({ target }) => new URLSearchParams(target.split('?')[1]).get('q')?.startsWith(`${name} step`))
      .map(({ at }) => at);
    return times.slice(1).map((to, n) => ({ from: times[n] as number, to }));
  }
}

function secondsByInterruption(gap: Span, interruptions: readonly Interruption[]): number {
  const within = interruptions.filter(({ from, to }) => from < gap.to && to > gap.from);
  const outagesMs = within
    .filter(({ isOutage }) => isOutage)
    .reduce((sum, { from, to }) => sum + Math.min(to, gap.to) - Math.max(from, gap.from), 0);
  return (gap.to - gap.from - outagesMs) / 1000 / Math.max(1, within.length);
}
