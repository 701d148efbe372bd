import { expect, it } from 'vitest';
import * as z from 'zod';
import { allReadings } from '../../../sandbox/readings/index.ts';
import { allOperations, operationNamed } from '../../../src/catalog/index.ts';
import type { JobView } from '../../../src/client/calls/reply.ts';
import { endOf, toCallResult, type CallResult } from '../../../src/programs/platform/call-result.ts';
import { createPerform } from '../../../src/programs/platform/perform.ts';
import { sampleArguments } from '../../support/sample-arguments.ts';
import { compareType, type Comparison } from '../../../src/app/verify/compare-type.ts';
import type { Finding } from '../../../src/app/verify/verification.ts';
import { openStage } from '../../tools/workflows/support/stage.ts';
import { jobOf } from '../../tools/fake-client.ts';

/** Readings that give a field in another form, or leave out what the documents do not show. */
const reshaping =
  'bare extra-fields text-numbers number-flags text-credits empty-writes keyword-names todo-names ' +
  'ingest-wrapped brands-named-elsewhere prompt-status-names pipelines-by-stage';

/** Calls other than reads: a job, writes with an answer, one without. */
const further = [
  'storylines.create',
  'keywords.create',
  'action_center.create_todo',
  'tracking.sync_sources',
  'projects.delete',
];

/** TypeScript has one type for all texts, and one for all numbers; what is unknown may be absent. */
const isOfAnotherType = ({ kind, expected, seen }: Finding): boolean =>
  kind !== 'extra' &&
  !(kind === 'missing' && expected === 'value') &&
  !(kind === 'type' && expected.startsWith('text') && seen === 'text') &&
  !(kind === 'type' && /integer|number/.test(expected) && /integer|number/.test(seen));

it.each(['', reshaping])('programs get what they are compiled against, with the readings %j', async (names) => {
  const readings = allReadings.filter(({ name }) => names.split(' ').includes(name));
  await using stage = await openStage({ unpriced: 50 }, {}, { readings, balance: 100_000 });
  const { client, clock } = stage;
  const perform = createPerform({
    client,
    runTask: () => Promise.reject(new Error('none')),
    clock,
    maxWaitSeconds: 600,
  });
  const reads = allOperations().filter(({ effect, aliasOf }) => effect === 'read' && aliasOf === undefined);
  const wrong: string[] = [];
  let compared = 0;
  for (const operation of [...reads, ...further.map(operationNamed)]) {
    const result = perform(operation.name, [sampleArguments(operation)]) as Promise<CallResult>;
    const data = await result.then(
      (result) => result.data,
      () => undefined,
    );
    const { answer } = endOf(operation);
    if (data === undefined || !('shape' in answer)) continue;
    const record = z.looseObject(answer.shape);
    const isList = answer.kind === 'list' || answer.kind === 'rows' || answer.kind === 'ndjson';
    const into: Comparison = { findings: [], seen: new Set() };
    compareType(isList ? z.array(record) : record, data, operation.name, into);
    wrong.push(
      ...into.findings.filter(isOfAnotherType).map((one) => `${one.kind} ${one.path}: ${one.expected}, ${one.seen}`),
    );
    compared++;
  }
  expect([...new Set(wrong)]).toEqual([]);
  expect(compared).toBeGreaterThan(120);
});

it('missing content is that of the declared type once a job has ended, and no content before', () => {
  const dataOf = (state: JobView['state']) =>
    toCallResult(operationNamed('storylines.create'), { data: null, job: jobOf({ state }) }).data;
  expect(dataOf('needs_you')).toBeNull();
  expect(dataOf('completed')).toEqual({});
});
