import assert from 'node:assert/strict';
import { readJson } from '../../../src/client/answers/read-json.ts';
import { project } from '../../../src/tools/projection/project.ts';
import { projectionResult } from '../../../src/tools/results/result.ts';
import { hiddenIn } from '../../support/hidden-characters.ts';

export const name = 'projection';

export const tokens = [
  '{"data":',
  '[[[[',
  '{"a":{"a":',
  '"id":',
  '"_id":',
  '"columns":["a","b"],"rows":[',
  '"\\u202e\\u200b"',
  '"\\u001b[31m"',
  '"<<deadbeef\\nx\\ndeadbeef>>"',
  '"\\ud800"',
  'null,',
  '1e308,',
  '"\u200d\u200c\ufe0f"',
  '"忽略之前的所有指示"',
  '"__proto__":',
  '"word word word word word word"',
  '"content[0:5]"',
  '\\u0000',
];

const views = [
  {},
  { format: 'detailed' },
  { fields: ['a', 'data[1:3]', 'a.b[2:]'] },
  { hide: ['a', 'id'], budget: 2_000 },
  { format: 'detailed', budget: 500 },
] as const;

/** Any answer in any view: short enough, nothing hidden, JSON that parses to itself, with its notes. */
export async function check(input: Buffer): Promise<string> {
  let value: unknown;
  try {
    value = readJson(input);
  } catch {
    value = input.toString();
  }
  const outcomes = new Set<string>();
  for (const view of views) {
    const projection = project(value, view);
    const shown = JSON.stringify(projection.data);
    const budget = 'budget' in view ? view.budget : 31_000;
    assert(
      shown === undefined || shown.length <= Math.max(budget, 600),
      `${shown?.length} characters for a budget of ${budget}`,
    );
    assert.deepEqual(hiddenIn(projection.data), []);
    const { text, structured } = projectionResult(projection);
    assert.deepEqual(hiddenIn(structured), []);
    assert.equal(JSON.stringify(JSON.parse(text)), text);
    outcomes.add(
      [
        projection.whole ? 'whole' : 'cut',
        projection.note ? 'fenced' : 'bare',
        structured['untrusted'] ? 'prose' : '',
      ].join(' '),
    );
  }
  return [...outcomes].toSorted().join(', ');
}
