import { expect, test } from 'vitest';
import type { Reading } from '../../sandbox/readings/reading.ts';
import { operationNamed } from '../../src/catalog/index.ts';
import { exampleArguments } from '../../src/tools/schema/example.ts';
import { openStage, type ToolResult } from './support/stage.ts';
import { axes } from './support/strangers.ts';

/** Reads whose answers are records, rows, pages, and objects by name. */
const reads = [
  'projects.list',
  'projects.get',
  'storylines.get',
  'credits.balance',
  'tracking.get',
  'tracking.analysis_status',
  'insights.platform_gap',
  'insights.platform_breakdown',
  'reality_check.avi',
  'content_audits.get',
  'grounding.audits',
  'community.list_topics',
  'bulk_generations.list',
  'engines.get',
  'team.members',
];

/** What the documents do not show keeps its spelling, and ids come as they are written. */
const plain = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null) return typeof value === 'number' ? String(value) : value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, plain(one)]));
};

async function resultsOn(readings: readonly Reading[]): Promise<Record<string, unknown>> {
  await using stage = await openStage(readings, 100);
  const results: Record<string, unknown> = {};
  for (const name of reads) {
    const result: ToolResult = await stage.tool('call_read', {
      operation: name,
      arguments: exampleArguments(operationNamed(name)),
    });
    results[name] = plain(result.data ?? result.error?.code);
  }
  return results;
}

const habits = Object.values(axes).flat();
const sample = [
  'success-around',
  'json-api',
  'payload',
  'response',
  'double-data',
  'single-rows',
  'named-content',
  'embedded',
  'sql-times',
  'epoch-seconds',
];

test('the result of a read is the same however the platform wraps it and writes its times', async () => {
  const expected = await resultsOn([]);
  for (const name of sample) expect(await resultsOn(habits.filter((one) => one.name === name)), name).toEqual(expected);
});
