import { describe, expect, it } from 'vitest';
import { allOperations, findOperation } from '../../../src/catalog/index.ts';
import { idSourceOf } from '../../../src/catalog/id-source.ts';
import type { Operation } from '../../../src/catalog/vocabulary/index.ts';
import { callLine } from '../../../src/catalog/schema/call-line.ts';
import { inputSchemaOf } from '../../../src/catalog/schema/json-schema.ts';

const operations = allOperations().filter(({ aliasOf }) => aliasOf === undefined);
const ofEach = (holds: (operation: Operation) => void): void => {
  for (const operation of operations) holds(operation);
};

/** The arguments in a line: what stands in its first brackets, split where no further bracket is open. */
function argumentsIn(withTexts: string): string[] {
  const line = withTexts.replaceAll(/"[^"]*"/g, '""');
  let [depth, from] = [0, line.indexOf('(') + 1];
  const parts: string[] = [];
  for (let at = from - 1; at < line.length; at++) {
    const char = line[at] as string;
    if ('({['.includes(char)) depth++;
    if (')}]'.includes(char)) depth--;
    if (depth === 0 || (depth === 1 && char === ',')) {
      parts.push(line.slice(from, at).trim());
      from = at + 1;
    }
    if (depth === 0) break;
  }
  return parts.filter((part) => part !== '');
}

const nameIn = (argument: string): string => /^\w+/.exec(argument)?.[0] ?? argument;

describe('an operation as one line', () => {
  it('names every required and every likely argument, and none that the schema lacks', () => {
    ofEach((operation) => {
      const { properties = {}, required = [] } = inputSchemaOf(operation);
      const parts = argumentsIn(callLine(operation));
      const names = parts.filter((part) => part !== '…').map(nameIn);
      expect(Object.keys(properties), operation.name).toEqual(expect.arrayContaining(names));
      expect(names, operation.name).toEqual(expect.arrayContaining([...required, ...Object.keys(operation.likely)]));
      expect(new Set(names).size, operation.name).toBe(names.length);
      // What is left out is announced, and nothing else is.
      expect(parts.includes('…'), operation.name).toBe(names.length < Object.keys(properties).length);
    });
  });

  it('marks optional arguments by ? and likely ones by ~', () => {
    ofEach((operation) => {
      const { required = [] } = inputSchemaOf(operation);
      for (const part of argumentsIn(callLine(operation)).filter((one) => one !== '…')) {
        const name = nameIn(part);
        const mark = required.includes(name) ? '' : Object.hasOwn(operation.likely, name) ? '~' : '?';
        expect(part, operation.name).toMatch(mark === '' ? /^\w+: / : mark === '~' ? /^\w+~: / : /^\w+\?(?:: |$)/);
      }
    });
  });

  it('begins with the name and has effect, and price where one may be drawn', () => {
    ofEach((operation) => {
      const line = callLine(operation);
      expect(line.startsWith(`${operation.name}(`)).toBe(true);
      expect(line).not.toContain('\n');
      const { effect } = operation;
      expect(line, operation.name).toMatch(effect === 'read' ? /; read(;|$)/ : new RegExp(`; ${effect}, .*credits`));
    });
  });

  it.each([
    [
      'prompts.bulk_monitor',
      'prompts.bulk_monitor(id: tracking.list, prompt_ids~: prompts.list[], status~: active|paused|excluded, body?) → updated, skipped, status; write, 0 credits',
    ],
    [
      'prompt_tags.assign',
      'prompt_tags.assign(id: prompts.list, tag_id: prompt_tags.list) → tracking_prompt_id, tag_id; write, 0 credits',
    ],
    ['images.export_status', 'images.export_status(job_id: images.bulk_export) → status, download_url; read'],
    [
      'os.move_folder',
      'os.move_folder(id: os.list_folders, folder_id~: os.list_folders|null, body?) → id, name, content, type, …; write, 0 credits',
    ],
  ])('reads well: %s', (name, line) => {
    expect(callLine(findOperation(name) as Operation)).toBe(line);
  });
});

it('where ids come from is an operation that exists, of every id in an address but these', () => {
  const unknown: string[] = [];
  ofEach((operation) => {
    const { properties = {} } = inputSchemaOf(operation);
    for (const name of operation.params)
      if ([properties[name]?.type].flat().includes('integer') && !idSourceOf(operation, name))
        unknown.push(`${operation.name} ${name}`);
    for (const source of Object.values(operation.idFrom))
      expect(findOperation(source)?.name, operation.name).toBe(source);
    expect(Object.keys(properties), operation.name).toEqual(expect.arrayContaining(Object.keys(operation.idFrom)));
  });
  // No operation lists these.
  expect(unknown).toEqual([
    'grounding.promote_signal id',
    'grounding.reject_signal id',
    'optimization.get id',
    'optimization.abort id',
  ]);
});
