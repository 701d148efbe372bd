import { ProtocolError, ProtocolErrorCode, ResourceNotFoundError } from '@modelcontextprotocol/server';
import type { Resources, ResourceWatch } from '../../resources/resource.ts';
import { matchTemplate } from '../../resources/match-template.ts';

export interface SubscriptionsOptions {
  readonly resources: () => Promise<Resources>;
  /** Subscriptions at a time. */
  readonly max: number;
  readonly onDefect: (error: unknown) => void;
}

export type Listener = (uri: string) => void;

interface Watch {
  readonly watched: Promise<ResourceWatch>;
  /** How many subscriptions each listener has. */
  readonly listeners: Map<Listener, number>;
  readonly stop: AbortController;
}

/**
 * Subscriptions of one caller's clients to jobs and runs. A job or run is watched once, whatever the number of its subscribers, as long
 * as somebody is subscribed and it is not over.
 */
export class Subscriptions {
  readonly #options: SubscriptionsOptions;
  readonly #watches = new Map<string, Watch>();
  #count = 0;

  constructor(options: SubscriptionsOptions) {
    this.#options = options;
  }

  /**
   * Calls the listener whenever the resource may have changed. Resolves with a function that ends the subscription.
   * @throws ProtocolError where there is no such job or run for this caller, or where there are too many subscriptions
   */
  async add(uri: string, listener: Listener): Promise<() => void> {
    if (this.#count >= this.#options.max)
      throw new ProtocolError(ProtocolErrorCode.InternalError, 'Subscription limit reached');
    this.#count++;
    let watch: Watch | undefined;
    try {
      watch = this.#watches.get(uri) ?? this.#begin(uri);
      watch.listeners.set(listener, (watch.listeners.get(listener) ?? 0) + 1);
      await watch.watched;
    } catch (error) {
      this.#count--;
      throw error;
    }
    let isOpen = true;
    return () => {
      if (!isOpen) return;
      isOpen = false;
      this.#count--;
      this.#leave(uri, watch, listener);
    };
  }

  /**
   * Subscribes to those of the resources that exist for this caller.
   * @throws ProtocolError where there would be too many subscriptions
   */
  async addAll(
    uris: readonly string[],
    listener: Listener,
  ): Promise<{ readonly subscribed: string[]; readonly release: () => void }> {
    const distinctUris = [...new Set(uris)];
    const outcomes = await Promise.allSettled(distinctUris.map((uri) => this.add(uri, listener)));
    const releases = outcomes.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    const release = (): void => releases.forEach((end) => end());
    const full = outcomes.find((one) => one.status === 'rejected' && !(one.reason instanceof ResourceNotFoundError));
    if (full?.status === 'rejected') {
      release();
      throw full.reason;
    }
    return { subscribed: distinctUris.filter((_, at) => outcomes[at]?.status === 'fulfilled'), release };
  }

  #begin(uri: string): Watch {
    const { onDefect } = this.#options;
    const stop = new AbortController();
    const listeners = new Map<Listener, number>();
    const notify = (): void => {
      for (const listener of listeners.keys()) listener(uri);
    };
    const watch: Watch = { watched: this.#watch(uri, notify, stop.signal), listeners, stop };
    this.#watches.set(uri, watch);
    const forget = (): void => {
      if (this.#watches.get(uri) === watch) this.#watches.delete(uri);
    };
    void watch.watched
      .then(({ over }) => over.catch(onDefect))
      .catch(() => undefined)
      .finally(forget);
    return watch;
  }

  async #watch(uri: string, onChange: () => void, signal: AbortSignal): Promise<ResourceWatch> {
    const resources = await this.#options.resources();
    const { toProtocolError } = await import('../handlers/to-protocol-error.ts');
    let inner;
    try {
      inner = await resources.within?.(uri);
    } catch (error) {
      throw toProtocolError(uri, error, this.#options.onDefect);
    }
    for (const template of (inner?.resources ?? resources).templates) {
      const variable = template.watch && matchTemplate(template.uriTemplate, inner?.uri ?? uri);
      if (variable === undefined) continue;
      try {
        return (await template.watch?.(variable, { signal, onChange })) ?? { over: Promise.resolve() };
      } catch (error) {
        throw toProtocolError(uri, error, this.#options.onDefect);
      }
    }
    throw new ResourceNotFoundError(
      uri.slice(0, 200),
      'Only single jobs and runs can be subscribed to: visibility://jobs/{id}, visibility://runs/{id}',
    );
  }

  #leave(uri: string, watch: Watch, listener: Listener): void {
    const remaining = (watch.listeners.get(listener) ?? 1) - 1;
    if (remaining > 0) return void watch.listeners.set(listener, remaining);
    watch.listeners.delete(listener);
    if (watch.listeners.size > 0) return;
    watch.stop.abort();
    if (this.#watches.get(uri) === watch) this.#watches.delete(uri);
  }
}
