import type { Operation } from '../../src/catalog/vocabulary/index.ts';
import type { HttpResponse } from '../engine/http/reply.ts';
import type { Exchange, Question, Reading } from './reading.ts';

/** The hooks of the readings that concern one request, in the order in which they were chosen. */
export interface RequestReading {
  changeRequest(question: Question): Question;
  changeResult(result: unknown): unknown;
  changeCharge(credits: number): number;
  changeResponse(sent: HttpResponse): HttpResponse;
}

/** Gives, for each request, how the chosen readings change it. */
export function applyReadings(
  readings: readonly Reading[],
  now: () => number,
): (operation: Operation) => RequestReading {
  const counts = new Map<string, number>();
  const nth = (name: string): number => {
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    return count;
  };
  return (operation) => {
    const name = operation.aliasOf ?? operation.name;
    const concerned = readings.filter(
      ({ operations }) => operations === undefined || (operations as readonly string[]).includes(name),
    );
    const through =
      <V>(hook: (reading: Reading) => ((value: V, exchange: Exchange) => V) | undefined) =>
      (value: V): V =>
        concerned.reduce((so, reading) => {
          const exchange = { operation, now, nth: (of: string) => nth(`${reading.name} ${of}`) };
          return hook(reading)?.(so, exchange) ?? so;
        }, value);
    return {
      changeRequest: through(({ changeRequest }) => changeRequest),
      changeResult: through(({ changeResult }) => changeResult),
      changeCharge: through(({ changeCharge }) => changeCharge),
      changeResponse: through(({ changeResponse }) => changeResponse),
    };
  };
}
