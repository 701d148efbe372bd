import type { Operation } from '../../catalog/vocabulary/index.ts';
import type { EffectCall, Reply } from '../../client/calls/reply.ts';
import type { Platform } from '../../client/platform.ts';
import type { ProgramEffects } from '../platform/effects.ts';

/** A call that was not sent. */
export interface PlannedCall {
  readonly operation: string;
  readonly arguments: unknown;
  /** Upper bound; null where none is known. */
  readonly credits: number | null;
}

/** The effects of a dry run: they are priced and listed in the order in which the program asks, and answered by a sample. */
export class ListedEffects implements ProgramEffects {
  readonly #client: Pick<Platform, 'quote'>;
  readonly #sample: (operation: Operation) => unknown;
  readonly #planned: PlannedCall[] = [];

  constructor(client: Pick<Platform, 'quote'>, sample: (operation: Operation) => unknown) {
    this.#client = client;
    this.#sample = sample;
  }

  get planned(): readonly PlannedCall[] {
    return this.#planned;
  }

  async call({ operation, input }: EffectCall): Promise<Reply> {
    const at = this.#planned.length;
    const plan = { operation: operation.name, arguments: input };
    this.#planned.push({ ...plan, credits: null });
    const { credits } = await this.#client.quote(operation, input);
    this.#planned[at] = { ...plan, credits };
    return { data: this.#sample(operation), credits: { estimated: credits ?? 0, charged: 0 } };
  }

  async local<T>(_name: string, _args: readonly unknown[], _work: () => Promise<T>, sample: T): Promise<T> {
    return sample;
  }
}
