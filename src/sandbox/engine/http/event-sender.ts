import { randomUUID } from 'node:crypto';
import { eventTypes } from '../../../catalog/event-types.ts';
import type { Deliveries, Outgoing, Sending } from '../implementation.ts';
import { kind, type Id, type Row } from '../kind.ts';
import { seconds } from '../platform-time.ts';
import type { World } from '../world.ts';
import { postSigned } from './post-signed.ts';

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
  /** The document that the subject belongs to, such as the project of an article. */
  readonly parent: Id | null;
  readonly credits: number;
  readonly failed: boolean;
}

/** One event on its way (contract 1, "Delivery rules"). */
interface Delivery {
  type: string;
  attempts: number;
  /** Platform time of the next attempt. */
  due: number;
  body: string;
}

const deliveries = kind<Delivery, string>('event_delivery');

/** Seconds before each attempt: contract 1, "Delivery rules", rule 5. */
const delays = [0, 30, 300, 1800, 7200, 21_600];

/** The setting that marks a deactivated subscription. */
const deactivated = 'events_deactivated';

/** Posts an event for each job that ends, with the retries of the contract. */
export class EventSender implements Deliveries {
  readonly #subscription: EventSubscription;

  constructor(subscription: EventSubscription) {
    this.#subscription = subscription;
  }

  /** Creates the subscription, or activates it again. */
  activate({ store }: World): void {
    store.writeSetting(deactivated, false);
  }

  /** Notes the event that reports the end of the job, if there is one of that sort. */
  note(world: World, job: EndedJob): void {
    const type = typeOf(job.operation);
    if (type === undefined || !isActive(world)) return;
    const id = `evt_${randomUUID().replaceAll('-', '')}`;
    const event = {
      id,
      type,
      created_at: new Date(world.now()).toISOString(),
      team_id: job.team,
      data: dataOf(world, type, job),
    };
    const body = { type, attempts: 0, due: world.now(), body: JSON.stringify(event) };
    world.store.add(deliveries, { team: job.team, id, at: world.now(), body });
  }

  outgoing(world: World): readonly Outgoing[] {
    return world.store.all(deliveries).map((row) => ({
      id: row.id,
      due: row.body.due,
      attempt: (sending) => this.#attempt(world, row, sending),
    }));
  }

  expected(world: World): number | undefined {
    return isActive(world) ? world.jobs.nextDue() : undefined;
  }

  async #attempt(world: World, row: Row<Delivery, string>, sending: Sending): Promise<() => void> {
    const { url, secret } = this.#subscription;
    const { type, body } = row.body;
    const headers = { 'x-service-event': type, 'x-service-delivery': row.id };
    const status = await postSigned({ url, body, secret, headers }, sending);
    return () => record(world, row, status);
  }
}

function record({ store, now }: World, row: Row<Delivery, string>, status: number): void {
  if (status < 300) return store.remove(row);
  row.body.attempts += 1;
  const delay = delays[row.body.attempts];
  const isRefused = status >= 400 && status < 500;
  if (isRefused || delay === undefined) {
    // Rule 6: the subscription is deactivated, and with it goes what it has not delivered.
    store.writeSetting(deactivated, true);
    for (const one of store.all(deliveries)) store.remove(one);
    return;
  }
  row.body.due = now() + delay * seconds;
  store.save(row);
}

const isActive = ({ store }: World): boolean => store.readSetting(deactivated) !== true;

const typeOf = (operation: string): string | undefined =>
  Object.entries(eventTypes).find(([, { tells }]) => (tells as readonly string[]).includes(operation))?.[0];

/** Document 1, "Envelope": two shapes are known, and each has an address. The others have the id of what they are about. */
function dataOf(world: World, type: string, { subject, parent, credits, failed }: EndedJob): Record<string, unknown> {
  const status = failed ? 'failed' : 'completed';
  const url = world.address(`/${type.split('.')[0]}/${subject}`);
  if (type === 'article.generated')
    return { article_id: subject, project_id: parent, status, credits_used: credits, url };
  if (type === 'tracking.run.completed')
    return { tracking_project_id: parent ?? subject, run_id: subject, platforms: [], url };
  return { id: subject, status, url };
}
