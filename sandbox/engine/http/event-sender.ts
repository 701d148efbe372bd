import { randomUUID } from 'node:crypto';
import { eventTypes } from '../../../src/catalog/event-types.ts';
import { operationNamed } from '../../../src/catalog/index.ts';
import type { OperationName } from '../../../src/catalog/index.ts';
import type { Deliveries, Outgoing, Sending } from '../implementation.ts';
import type { EndedJob } from '../jobs.ts';
import { keyedKind, type Row } from '../documents.ts';
import type { PlatformEvent, PlatformEventType } from '../platform-event.ts';
import { seconds } from '../platform-time.ts';
import type { World } from '../world.ts';
import { postSigned } from './post-signed.ts';
import { base } from './router.ts';

/** The receiver of events, and the secret for their signatures. */
export interface EventSubscription {
  readonly url: string;
  readonly secret: string;
}

/** One event on its way (docs/platform/events.md#deliveries). */
interface Delivery {
  type: string;
  attempts: number;
  /** Platform time of the next attempt. */
  due: number;
  body: string;
}

const deliveries = keyedKind<Delivery, string>('event_delivery');

/** Seconds before each attempt: docs/platform/events.md#retries. */
const delays = [0, 30, 300, 1800, 7200, 21_600];

/** The setting that marks a deactivated subscription. */
const deactivated = 'events_deactivated';

/** Posts events, with the retries of the contract. */
export class EventSender implements Deliveries {
  readonly #subscription: EventSubscription;

  constructor(subscription: EventSubscription) {
    this.#subscription = subscription;
  }

  /** Creates the subscription, or activates it again. */
  activate({ store }: World): void {
    store.writeSetting(deactivated, false);
  }

  /** Announces the end of a job, if there is an event for it. Events with further content are announced by their families. */
  noteEnd(world: World, { operation, team, subject, parent, credits, failed }: EndedJob): void {
    const [type, read] = Object.entries(readOperationOf).find(([name]) => reports(name, operation)) ?? [];
    if (type === undefined || read === undefined) return;
    const status = failed ? 'failed' : 'completed';
    // docs/platform/events.md#envelope: the shape of this event is known. The others have the id of their subject.
    const article = { article_id: subject, project_id: parent, status, credits_used: credits };
    this.announce(world, {
      type: type as PlatformEventType,
      team,
      at: world.now(),
      data: type.startsWith('article.') ? article : { id: subject, status },
      resource: [read, subject],
    });
  }

  /** Notes an event for delivery. */
  announce(world: World, { type, team, at, data, resource: [read, of] }: PlatformEvent): void {
    if (!isActive(world)) return;
    const id = `evt_${randomUUID().replaceAll('-', '')}`;
    const url = world.address(base + operationNamed(read).path.replace(/\{\w+\}/, encodeURIComponent(of)));
    const event = { id, type, created_at: new Date(at).toISOString(), team_id: team, data: { ...data, url } };
    const body = { type, attempts: 0, due: at, body: JSON.stringify(event) };
    world.store.add(deliveries, { team, id, at, body });
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
    return () => record(world, row.id, status);
  }
}

function record({ store, now }: World, id: string, status: number): void {
  const row = store.get(deliveries, id);
  if (!row) return;
  if (status < 300) return store.remove(row);
  row.body.attempts += 1;
  const delay = delays[row.body.attempts];
  const isRefused = status >= 400 && status < 500;
  if (isRefused || delay === undefined) {
    // Rule 6: the subscription is deactivated, and undelivered events are dropped.
    store.writeSetting(deactivated, true);
    for (const one of store.all(deliveries)) store.remove(one);
    return;
  }
  row.body.due = now() + delay * seconds;
}

const isActive = ({ store }: World): boolean => store.readSetting(deactivated) !== true;

/** The operation that reads the subject of an event, for events that only report the end of a job. */
const readOperationOf: Readonly<Partial<Record<PlatformEventType, OperationName>>> = {
  'article.generated': 'articles.get',
  'article.optimized': 'articles.get',
  'content_audit.completed': 'content_audits.get',
  'content_optimizer.completed': 'content_optimizer.get',
  'competitor_analysis.completed': 'competitor_analyses.get',
  'humanize.batch.completed': 'humanizer.batch',
  'bulk_generation.completed': 'bulk_generations.get',
  'keyword.expansion.completed': 'keywords.expansions',
};

const reports = (type: string, operation: string): boolean =>
  (eventTypes[type]?.reports as readonly string[] | undefined)?.includes(operation) === true;
