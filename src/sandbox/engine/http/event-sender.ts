import { createHmac, randomUUID } from 'node:crypto';
import { eventTypes } from '../../../catalog/event-types.ts';
import type { Deliveries } from '../implementation.ts';
import { kind, type Id, type Row } from '../kind.ts';
import { seconds } from '../platform-time.ts';
import type { World } from '../world.ts';

/** Where events are posted, and what they are signed with. */
export interface EventSubscription {
  readonly url: string;
  readonly secret: string;
}

/** A job that has ended. */
export interface EndedJob {
  readonly operation: string;
  readonly team: number;
  readonly subject: Id;
  readonly input: Readonly<Record<string, unknown>>;
  readonly credits: number;
  readonly failed: boolean;
}

/** One event on its way (contract 1, "Delivery rules"). */
interface Delivery {
  type: string;
  state: 'due' | 'delivered' | 'failed';
  attempts: number;
  /** Platform time of the next attempt. */
  due: number | null;
  body: string;
}

const deliveries = kind<Delivery, string>('event_delivery');

/** Seconds before each attempt: contract 1, "Delivery rules", rule 5. */
const delays = [0, 30, 300, 1800, 7200, 21_600];

/** Milliseconds of real time within which a receiver has to answer. */
const answerMs = 5_000;

/** Posts an event for each job that ends, with the retries of the contract. */
export class EventSender implements Deliveries {
  readonly #subscription: EventSubscription;

  constructor(subscription: EventSubscription) {
    this.#subscription = subscription;
  }

  /** Notes the event that tells the end of the job, if there is one of that sort. */
  note(world: World, job: EndedJob): void {
    const type = typeOf(job.operation);
    if (type === undefined || !this.isActive(world)) return;
    const id = `evt_${randomUUID().replaceAll('-', '')}`;
    const event = {
      id,
      type,
      created_at: new Date(world.now()).toISOString(),
      team_id: job.team,
      data: dataOf(world, type, job),
    };
    const body = { type, state: 'due' as const, attempts: 0, due: world.now(), body: JSON.stringify(event) };
    world.store.add(deliveries, { team: job.team, id, at: world.now(), body });
  }

  /** A subscription that failed too often, or for good, is deactivated. */
  isActive(world: World): boolean {
    return world.store.readSetting('events_deactivated') !== this.#subscription.url;
  }

  /** When there may next be something to post. */
  nextDue(world: World): number | undefined {
    if (!this.isActive(world)) return undefined;
    const times = this.#due(world).map(({ body }) => body.due ?? 0);
    const job = world.jobs.nextDue();
    return [...times, ...(job === undefined ? [] : [job])].toSorted((a, b) => a - b)[0];
  }

  /** Posts every event that is due, once each. */
  async send(world: World, signal: AbortSignal): Promise<void> {
    for (const row of this.#due(world)) {
      if ((row.body.due ?? 0) <= world.now() && this.isActive(world)) await this.#attempt(world, row, signal);
    }
  }

  #due(world: World): readonly Row<Delivery, string>[] {
    return world.store.all(deliveries).filter(({ body }) => body.state === 'due');
  }

  async #attempt(world: World, row: Row<Delivery, string>, signal: AbortSignal): Promise<void> {
    const { url, secret } = this.#subscription;
    const { type, body } = row.body;
    const status = await fetch(url, {
      method: 'POST',
      body,
      headers: {
        'content-type': 'application/json',
        'x-service-signature': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
        'x-service-event': type,
        'x-service-delivery': row.id,
      },
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(answerMs)]),
    }).then(
      (response) => response.body?.cancel().then(() => response.status) ?? response.status,
      () => 503,
    );
    if (signal.aborted) return;
    row.body.attempts += 1;
    const isRefused = status >= 400 && status < 500;
    const delay = status < 300 || isRefused ? undefined : delays[row.body.attempts];
    row.body.state = status < 300 ? 'delivered' : delay === undefined ? 'failed' : 'due';
    row.body.due = delay === undefined ? null : world.now() + delay * seconds;
    world.store.save(row);
    if (row.body.state === 'failed') world.store.writeSetting('events_deactivated', url);
  }
}

const typeOf = (operation: string): string | undefined =>
  Object.entries(eventTypes).find(([, { tells }]) => (tells as readonly string[]).includes(operation))?.[0];

/** Document 1, "Envelope": two shapes are known, and each has an address. The others have the id of what they are about. */
function dataOf(world: World, type: string, { subject, input, credits, failed }: EndedJob): Record<string, unknown> {
  const status = failed ? 'failed' : 'completed';
  const url = world.address(`/${type.split('.')[0]}/${subject}`);
  if (type === 'article.generated') return { article_id: subject, status, credits_used: credits, url };
  if (type === 'tracking.run.completed')
    return { tracking_project_id: input['tracking_project_id'] ?? subject, run_id: subject, platforms: [], url };
  return { id: subject, status, url };
}
