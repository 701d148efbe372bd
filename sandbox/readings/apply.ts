import type { Operation } from '../../src/catalog/operation.ts';
import type { Sent } from '../engine/http/reply.ts';
import type { Exchange, Question, Reading } from './reading.ts';

/** The hooks of the readings that concern one request, in the order in which they were chosen. */
export interface Read {
  asks(question: Question): Question;
  answers(result: unknown): unknown;
  draws(credits: number): number;
  sends(sent: Sent): Sent;
}

/** Gives, for each request, how the chosen readings change it. */
export function applyReadings(readings: readonly Reading[], now: () => number): (operation: Operation) => Read {
  const counts = new Map<string, number>();
  const nth = (name: string): number => {
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    return count;
  };
  return (operation) => {
    const name = operation.aliasOf ?? operation.name;
    const concerned = readings.filter(({ of }) => of === undefined || (of as readonly string[]).includes(name));
    const through =
      <V>(hook: (reading: Reading) => ((value: V, exchange: Exchange) => V) | undefined) =>
      (value: V): V =>
        concerned.reduce((so, reading) => {
          const exchange = { operation, now, nth: (of: string) => nth(`${reading.name} ${of}`) };
          return hook(reading)?.(so, exchange) ?? so;
        }, value);
    return {
      asks: through(({ asks }) => asks),
      answers: through(({ answers }) => answers),
      draws: through(({ draws }) => draws),
      sends: through(({ sends }) => sends),
    };
  };
}
