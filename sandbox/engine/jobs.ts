import { operationNamed } from '../../src/catalog/index.ts';
import type { Id } from './documents.ts';
import type { Ledger } from './ledger.ts';
import { planNamed, type Running } from './plan.ts';
import { seconds } from './platform-time.ts';
import type { Store } from './store.ts';
import { worldOf, type InputOf, type Jobs, type Start, type World } from './world.ts';

/** A job that has ended. */
export interface EndedJob {
  readonly operation: string;
  readonly team: number;
  readonly subject: Id;
  /** The document that the subject belongs to, such as the project of an article. */
  readonly parent: Id | null;
  readonly credits: number;
  readonly failed: boolean;
}

interface JobRow {
  readonly id: number;
  readonly plan: string;
  readonly team: number;
  readonly subject: Id;
  readonly input: string;
  readonly operation: string | null;
  readonly reference: number | null;
  readonly credits: number;
  readonly drawn: number;
  readonly step: number;
  readonly due: number;
}

export function openJobs(store: Store, ledger: Ledger, onEnd?: (world: World, job: EndedJob) => void): Jobs {
  const { database } = store;
  const insert = database.prepare(
    'INSERT INTO jobs (plan, team, subject, input, due) VALUES (?, ?, ?, ?, ?) RETURNING id',
  );
  const price = database.prepare('UPDATE jobs SET operation = ?, reference = ?, credits = ?, drawn = ? WHERE id = ?');
  const stop = database.prepare(
    `UPDATE jobs SET state = 'stopped' WHERE plan = ? AND subject = ? AND state = 'running'`,
  );
  const live = database.prepare(`SELECT 1 FROM jobs WHERE plan = ? AND subject = ? AND state = 'running'`);
  const due = database.prepare(`SELECT min(due) AS due FROM jobs WHERE subject = ? AND state = 'running'`);
  const anyDue = database.prepare(`SELECT min(due) AS due FROM jobs WHERE state = 'running'`);
  const earliest = database.prepare(`SELECT * FROM jobs WHERE state = 'running' AND due <= ? ORDER BY due, id LIMIT 1`);
  const move = database.prepare('UPDATE jobs SET step = ?, due = ? WHERE id = ?');
  const settle = database.prepare('UPDATE jobs SET state = ?, credits = ?, drawn = ? WHERE id = ?');

  return {
    start,
    price: (job, { operation, reference, credits, drawn }) =>
      void price.run(operation, reference, credits, drawn ? credits : 0, job),
    stop: ({ name }, subject) => stop.run(name, subject).changes > 0,
    running: ({ name }, subject) => live.get(name, subject) !== undefined,
    nextDue: (subject) => {
      const dueAt = (subject === undefined ? anyDue.get() : due.get(subject))?.['due'];
      return typeof dueAt === 'number' ? dueAt : undefined;
    },
    advance: (world, until) => {
      for (let dueJob = earliest.get(until); dueJob; dueJob = earliest.get(until)) {
        const job = dueJob as unknown as JobRow;
        store.atomically(() => carryOut(world, job));
      }
    },
  };

  function start<T extends object, I extends Id, S extends object>(
    { plan, team, subject, at }: Start<T, I, S>,
    ...[jobInput]: InputOf<S>
  ): number {
    const input = (jobInput ?? {}) as S;
    const row = store.get(plan.of, subject);
    const first = row && plan.steps(row, input)[0];
    if (!first) throw new Error(`nothing to do for ${plan.name} of ${subject}`);
    return Number(insert.get(plan.name, team, subject, JSON.stringify(input), at + first.after * seconds)?.['id']);
  }

  function carryOut(world: World, job: JobRow): void {
    const plan = planNamed(job.plan);
    const row = store.get(plan.of, job.subject);
    // A job ends when its document is deleted; its credits are refunded as after a failure.
    if (!row || row.deletedAt !== null) return void settle.run('stopped', job.credits, settled(job, true), job.id);
    const input: object = JSON.parse(job.input);
    let { credits } = job;
    const then = worldOf({ ...world, now: () => job.due });
    const running: Running = {
      world: then,
      team: job.team,
      input,
      at: job.due,
      costs: (actual) => void (credits = actual),
      again: () => void start({ plan, team: job.team, subject: job.subject, at: job.due }),
    };
    const outcome = plan.steps(row, input)[job.step]?.run(row, running);
    const next = outcome === 'failed' ? undefined : plan.steps(row, input)[job.step + 1];
    // A step may set the cost before the last step, so that the row stores it between steps.
    if (next)
      return void (settle.run('running', credits, job.drawn, job.id),
      move.run(job.step + 1, job.due + next.after * seconds, job.id));
    const drawn = settled({ ...job, credits }, outcome === 'failed');
    settle.run(outcome ?? 'succeeded', credits, drawn, job.id);
    const { operation, team, subject } = job;
    if (operation !== null)
      onEnd?.(then, { operation, team, subject, parent: row.parent, credits, failed: outcome === 'failed' });
  }

  /** Charges the credits that are due on success, or refunds after a failure (docs/platform/credits.md#refunds). */
  function settled(job: JobRow, failed: boolean): number {
    if (job.operation === null) return job.drawn;
    const { method, path, price } = operationNamed(job.operation);
    const refunded = 'refunded' in price && price.refunded === true;
    const owed = failed ? (refunded ? -job.drawn : 0) : job.credits - job.drawn;
    ledger.post({ team: job.team, delta: -owed, endpoint: `${method} ${path}`, reference: job.reference, at: job.due });
    return job.drawn + owed;
  }
}
