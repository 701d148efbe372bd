import { describe, expect, it, test } from 'vitest';
import { operationNamed } from '../../../src/catalog/index.ts';
import type { OperationName } from '../../../src/catalog/operation-types.ts';
import type { Operation } from '../../../src/catalog/operation.ts';
import { FileRefused } from '../../../src/client/errors/file-refused.ts';
import { PinnedElsewhere } from '../../../src/client/errors/pinned-elsewhere.ts';
import { type FieldErrors, VisibilityError } from '../../../src/client/errors/visibility-error.ts';
import { validate } from '../../../src/client/request/validate.ts';
import { explainArguments } from '../../../src/tools/calling/explain-arguments.ts';

type Given = Readonly<Record<string, unknown>>;

const invalid = (fields: FieldErrors, status?: number) =>
  new VisibilityError('invalid_arguments', 'no', { outcome: 'not_sent', fields, status, facts: { errors: 1 } });

const explained = (name: OperationName, given: Given, fields: FieldErrors, status?: number) =>
  explainArguments(invalid(fields, status), operationNamed(name), given);

const describing = (name: string): string => `describe_operation {"operation":"${name}"}`;

test('an error that no other arguments would mend passes as it is', () => {
  const operation = operationNamed('articles.generate');
  for (const error of [
    new FileRefused('/etc/passwd', 'outside'),
    new PinnedElsewhere('articles.generate', ['project']),
    new VisibilityError('not_found', 'no', { outcome: 'rejected', fields: { id: ['x'] } }),
    new VisibilityError('invalid_arguments', 'no', { outcome: 'rejected' }),
    invalid({}),
  ])
    expect(explainArguments(error, operation, { id: 1 })).toBe(error);
});

test('what is known of the refusal is kept, and its message says what happened', () => {
  const error = explained('articles.generate', { id: 0 }, { id: ['Too small: expected number to be >=1'] }, 422);
  expect(error).toMatchObject({
    code: 'invalid_arguments',
    outcome: 'not_sent',
    status: 422,
    facts: { errors: 1 },
    message: 'articles.generate does not take these arguments; nothing was charged',
  });
  const many = explained(
    'articles.generate',
    {},
    { id: ['x'], keyword: ['x'], article_type: ['x'], target_length: ['x'] },
  );
  expect(many.message).toBe('articles.generate does not take these arguments (4 are wrong); nothing was charged');
  expect(Object.keys(many.fields ?? {})).toEqual(['id', 'keyword', 'article_type']);
  const three = explained('projects.get', { id: 1 }, { id: ['x'], a: ['x'], b: ['x'] });
  expect(three.message).toBe('projects.get does not take these arguments; it takes id');
});

describe('what is wrong with an argument', () => {
  const wrongWith = (name: OperationName, given: Given, field: string, reason: string[], status?: number) =>
    explained(name, given, { [field]: reason }, status).fields?.[field]?.[0];

  it.each<[OperationName, Given, string, string[], string]>([
    [
      'grounding.analyze',
      { project_id: 1 },
      'project_id',
      ['x'],
      'is retired: use tracking_project_id, or seo_project_id for a content project',
    ],
    ['articles.generate', { keywrd: 'a' }, 'keywrd', ['x'], 'is unknown; did you mean keyword?'],
    ['articles.generate', { zzz: {} }, 'zzz', ['x'], 'is unknown'],
    ['articles.generate', { constructor: {} }, 'constructor', ['x'], 'is unknown'],
    ['link_lists.create', { zzz: {} }, 'zzz', ['x'], 'is not declared: undeclared fields go into body, as they are'],
    ['tracking.activate', { prompts: [{}] }, 'prompts.0.category', ['is required'], 'is required'],
    ['tracking.activate', { prompts: [{}] }, 'prompts[0]', ['is odd'], 'is odd'],
    ['tracking.activate', { prompts: [{}] }, 'prompts[0]', [], 'not accepted'],
    ['images.generate', { project_id: 'x' }, 'project_id', ['Invalid input'], 'must be an id, name or domain'],
    ['storylines.get', { id: {} }, 'id', ['Invalid input'], 'must be integer or text'],
    ['articles.generate', { target_length: 'x' }, 'target_length', ['Expected number'], 'must be integer'],
    [
      'articles.generate',
      { target_length: 1 },
      'target_length',
      ['is odd'],
      'is odd (integer; Target length in words)',
    ],
    ['articles.generate', { target_length: 1 }, 'target_length', ['not Invalid'], 'not Invalid (integer'],
    ['tracking.activate', { prompts: [{}] }, 'prompts[0]', ['Invalid input'], 'Invalid input'],
    ['articles.generate', { keyword: 1 }, 'keyword', ['is odd'], 'is odd (text)'],
    ['keywords.research', { limit: 1 }, 'limit', ['Too big'], 'must be integer'],
    ['prompts.list', { volume_min: 'x' }, 'volume_min', [], 'not accepted (integer; Least search volume)'],
  ])('%s, %j: %s %j', (name, given, field, reason, says) => {
    expect(wrongWith(name, given, field, reason)).toContain(says);
  });

  it.each<[OperationName, Given, string]>([
    ['articles.list', { page: 0 }, 'must be integer, at least 1'],
    ['articles.create', { title: '' }, 'must not be empty'],
    ['articles.list', { page: null }, 'must be integer, not null'],
    ['ingest.start', { country: 'Germany' }, 'must be text; ISO 3166-1 alpha-2, such as DE'],
  ])('%s, %j: names the bound or the form of a value that has the type', (name, given, says) => {
    const operation = operationNamed(name);
    const thrown = (): unknown => {
      try {
        return validate(operation, given);
      } catch (error) {
        return error;
      }
    };
    const [field = ''] = Object.keys(given);
    expect(explainArguments(thrown() as VisibilityError, operation, given).fields?.[field]?.[0]).toContain(says);
  });

  it.each<[OperationName, Given, string, string]>([
    ['ingest.start', { country: 5 }, 'Invalid input: expected string, received number', 'must be text'],
    ['ingest.start', { country: 'DEU' }, 'Too big: expected string to have <=2 characters', 'must be text'],
    ['articles.generate', { target_length: 'x' }, 'Invalid input: expected number, received string', 'must be integer'],
    ['articles.generate', { target_length: 0.1 }, 'Too small: expected number to be >0.5', 'must be integer'],
    ['articles.generate', { target_length: 0 }, 'Too small: expected number to be >0', 'must be integer, at least 1'],
    ['articles.generate', { keyword: 'x' }, 'Invalid string', 'must be text'],
    ['articles.generate', { keyword: '' }, 'Too small: expected string to have >=1 characters', 'must not be empty'],
    ['prompts.bulk_monitor', { prompt_ids: [] }, 'Too small: expected array to have >=1 items', 'must not be empty'],
    [
      'prompts.bulk_monitor',
      { prompt_ids: [1, 2] },
      'Too big: expected array to have <=1 items',
      'must be list of integer or text',
    ],
  ])('%s, %j, %s: names the type alone, or the bound that is broken', (name, given, reason, says) => {
    expect(wrongWith(name, given, Object.keys(given)[0] ?? '', [reason])).toBe(says);
  });

  it('quotes what the platform says, also where it is cut', () => {
    const wrong = (reason: string[], field = 'keyword') =>
      wrongWith('articles.generate', { keyword: 1, id: {} }, field, reason, 422);
    expect(wrong(['is “odd”'])).toBe('“is "odd"” (text)');
    expect(wrong(['is odd'], 'keyword[0]')).toBe('“is odd”');
    expect(wrong([])).toBe('not accepted (text)');
    const long = explained('articles.generate', {}, { id: ['x'.repeat(400)], a: ['x'], b: ['x'] }, 422).fields?.['id'];
    expect(long?.[0]).toMatch(/^“x{30,}…”$/);
    expect(wrong(['x'.repeat(400)], 'keyword[0]')).toMatch(/^“x{170,}…”$/);
  });

  it('names the operation that lists the ids which stand in the address', () => {
    expect(wrongWith('projects.get', { id: {} }, 'id', ['Invalid input'])).toBe('must be an id, name or domain');
    expect(wrongWith('articles.get', { id: {} }, 'id', ['Invalid input'])).toBe('must be integer');
    expect(wrongWith('calendar.update', { id: {} }, 'id', ['Expected number'])).toMatch(/^must be /);
  });

  it('is shortened where several are wrong, so that all of it stays short', () => {
    const reason = 'x'.repeat(400);
    const lengths = (fields: FieldErrors) =>
      Object.values(explained('tracking.activate', {}, fields).fields ?? {}).map(([text = '']) => text.length);
    const [alone = 0] = lengths({ keywords: [reason] });
    expect(alone).toBeLessThanOrEqual(240);
    expect(alone).toBeGreaterThan(60);
    for (const length of lengths({ keywords: [reason], prompts: [reason], platforms: [reason] }))
      expect(length).toBeLessThanOrEqual(Math.max(36, alone / 2));
  });
});

describe('a field that the platform misses and nothing documents', () => {
  const missed = { 'goal[0]': ['z'], b: ['y'], c: ['x'], d: ['x'] };

  it('is asked for in the body of an operation that takes further fields', () => {
    const error = explained('link_lists.create', { project: 1 }, missed, 422);
    expect(error.fields).toEqual({
      'goal[0]': ['is asked for by the platform and not documented: “z”'],
      b: ['is asked for by the platform and not documented: “y”'],
      c: ['is asked for by the platform and not documented: “x”'],
    });
    expect(error.next).toBe('Repeat the call with goal[0], b, c in body, if you know what it has to hold.');
  });

  it('leaves nothing to repeat elsewhere', () => {
    const error = explained('projects.get', { id: 1 }, { goal: ['is required'] }, 422);
    expect(error.fields?.['goal']).toEqual(['is asked for by the platform and not documented: “is required”']);
    expect(error.next).toBe(describing('projects.get'));
    const unexplained = explained('projects.get', { id: 1 }, { goal: [] }, 422).fields?.['goal'];
    expect(unexplained).toEqual(['is asked for by the platform and not documented: it gives no reason']);
  });

  it('is not one that the call has, or that is declared, or that nobody asked the platform for', () => {
    const reasonOf = (given: Given, field: string, status?: number) =>
      explained('link_lists.create', { project: 1, ...given }, { [field]: ['x'] }, status).fields?.[field]?.[0];
    expect(reasonOf({ goal: 1 }, 'goal', 422)).not.toContain('asked for');
    expect(reasonOf({}, 'name', 422)).not.toContain('asked for');
    expect(reasonOf({}, 'links[0].url', 422)).not.toContain('asked for');
    expect(reasonOf({}, 'goal')).not.toContain('asked for');
  });
});

test('what an operation takes is named beside an unknown argument, where that is short', () => {
  const messageOf = (name: OperationName, given: Given) =>
    explained(name, given, Object.fromEntries(Object.keys(given).map((one) => [one, ['is no argument']]))).message;
  expect(messageOf('projects.list', { zzz: {} })).toContain('; it takes page, per_page');
  expect(messageOf('projects.list', { page: 'x', zzz: {} })).toContain('; it takes page, per_page');
  expect(messageOf('projects.list', { pag: 1 })).not.toContain('it takes');
  expect(messageOf('prompts.list', { zzz: {} })).not.toContain('it takes');
  expect(messageOf('link_lists.create', { zzz: {} })).not.toContain('it takes');
  expect(messageOf('account.get' as OperationName, { zzz: {} })).toContain('; it takes none');
  const bounded = (length: number): Operation => {
    const operation = operationNamed('projects.list');
    const shape = { ['x'.repeat(length)]: operation.input.shape['page'] };
    return { ...operation, input: operation.input.pick({}).extend(shape as never) as never };
  };
  const takes = (length: number) =>
    explainArguments(invalid({ zzz: ['x'] }), bounded(length), { zzz: {} }).message.includes('it takes');
  expect([takes(60), takes(61)]).toEqual([true, false]);
});

/** Rows of: what is tried, the operation, what was given, which arguments are wrong, and the arguments suggested (none: to describe it). */
type Meant = [string, OperationName, Given, string, Given?];

const meant: Meant[] = [
  ['another name', 'projects.get', { ident: 4 }, 'ident id', { id: 4 }],
  ['the only argument missing', 'projects.get', { zzz: '4' }, 'zzz id', { id: '4' }],
  ['not by the type of another value', 'projects.get', { zzz: true }, 'zzz id', { id: '<id>' }],
  ['not where two could be meant', 'projects.get', { zzz: 4, yyy: 5 }, 'zzz yyy id', { id: '<id>' }],
  ...['4x', 'x4', [4]].map((zzz): Meant => [
    'not by what is no number',
    'projects.get',
    { zzz },
    'zzz id',
    { id: '<id>' },
  ]),
  ['a number of several figures', 'projects.get', { zzz: '12' }, 'zzz id', { id: '12' }],
  ['a number as text, by its name', 'files.list', { expirin: '3' }, 'expirin', { expiring: '3' }],
  ['not with a value that its rule excludes', 'prompts.monitor', { id: 1, promptId: 2, statu: 'odd' }, 'statu status'],
  ['not for a removal', 'projects.delete', { zzz: 4 }, 'zzz id'],
  ['by name for a removal', 'images.delete', { idd: '4' }, 'idd id'],
  ['what is wrong with a read', 'keywords.list', { project: 1, page: 1 }, 'page', { project: 1, page: '<page>' }],
  ['the least number', 'prompts.list', { id: 1, volume_min: -3 }, 'volume_min', { id: 1, volume_min: 0 }],
  ['the least number', 'prefetch.predictions', { from: 'a', limit: 0 }, 'limit', { from: 'a', limit: 1 }],
  ['the largest number', 'prefetch.predictions', { from: 'a', limit: 99.6 }, 'limit', { from: 'a', limit: 10 }],
  ['a whole number', 'prefetch.predictions', { from: 'a', limit: 2.6 }, 'limit', { from: 'a', limit: 3 }],
  [
    'what is no number',
    'prompts.list',
    { id: 1, volume_min: 'x' },
    'volume_min',
    { id: 1, volume_min: '<volume_min>' },
  ],
  [
    'each of several',
    'prompts.list',
    { id: 1, volume_min: -3, search: 3 },
    'volume_min search',
    { id: 1, volume_min: 0, search: '<search>' },
  ],
  [
    'up to three to fill in',
    'prompts.list',
    { id: 1, search: 3, language: 3, persona: 3 },
    'search language persona',
    { id: 1, search: '<search>', language: ['<language>'], persona: ['<persona>'] },
  ],
  [
    'no more than three',
    'prompts.list',
    { id: 1, search: 3, language: 3, persona: 3, funnel: 3 },
    'search language persona funnel',
  ],
  ['what a read leaves to its default', 'files.list', { expiring: true }, 'expiring', {}],
  ['what has a default alone', 'insights.low_hanging_fruit', { id: 1, days: 'x' }, 'days', { id: 1 }],
  [
    'one of the values that a read requires',
    'deep_insights.section',
    { project: 1 },
    'section',
    { project: 1, section: 'executive_summary' },
  ],
  [
    'none of those that a change requires',
    'prompts.monitor',
    { id: 1, promptId: 2 },
    'status',
    { id: 1, promptId: 2, status: '<status>' },
  ],
  ['what a read need not have', 'prompts.list', { id: 1, search: 3 }, 'search', { id: 1, search: '<search>' }],
  ['without an unknown argument of a read', 'prompts.list', { id: 1, zzz: {} }, 'zzz', { id: 1 }],
  ['not without one of a change', 'prompts.monitor', { id: 1, promptId: 2, status: 'paused', zzz: {} }, 'zzz'],
  [
    'what is missing is left open',
    'prompts.monitor',
    { id: 1, status: 'paused' },
    'promptId',
    { id: 1, promptId: '<promptId>', status: 'paused' },
  ],
  [
    'what is wrong is left open',
    'prompts.monitor',
    { id: 1, promptId: 2, status: 'odd' },
    'status',
    { id: 1, promptId: 2, status: '<status>' },
  ],
  [
    'a list is left open as one',
    'prompts.bulk_monitor',
    { id: 1, status: 'paused', prompt_ids: 'all' },
    'prompt_ids[0]',
    { id: 1, prompt_ids: ['<prompt_ids>'], status: 'paused' },
  ],
  [
    'a list of which a part is wrong',
    'prompts.bulk_monitor',
    { id: 1, status: 'paused', prompt_ids: [1, 'x'] },
    'prompt_ids.1',
    { id: 1, prompt_ids: ['<prompt_ids>'], status: 'paused' },
  ],
  [
    'a list that is missing',
    'prompts.bulk_monitor',
    { id: 1, status: 'paused' },
    'prompt_ids',
    { id: 1, prompt_ids: ['<prompt_ids>'], status: 'paused' },
  ],
  [
    'a long list is repeated, and the call too long',
    'prompts.bulk_monitor',
    { id: 1, status: 'odd', prompt_ids: Array.from({ length: 61 }, () => 1) },
    'status',
  ],
  ['a wrong body', 'link_lists.create', { project: 1, body: 'text' }, 'body'],
  ['what costs, only as it was said', 'articles.generate', { id: 1, keywrd: 'a' }, 'keywrd article_type'],
  ['too much to fill in', 'tracking.activate', { id: 1 }, 'keywords competitors prompts platforms'],
  [
    'a retired argument',
    'grounding.analyze',
    { url: 'https://a.example', project_id: 3 },
    'project_id',
    { url: 'https://a.example', tracking_project_id: 3 },
  ],
  [
    'beside its replacement',
    'content_audits.mark_page',
    { id: 1, page: 2, project_id: 3, tracking_project_id: 4 },
    'project_id',
  ],
];

/** The same for an operation with an undocumented body, beside `project`. */
const inBody: [string, Given, string, Given][] = [
  ['the only text missing', { links: [], zzz: 'a' }, 'zzz name', { name: 'a', links: [] }],
  ['not where two are missing', { zzz: 'a' }, 'zzz', { name: '<name>', links: ['<links>'], body: { zzz: 'a' } }],
  ['by name, then the only one missing', { nam: 'b', zzz: ['a'] }, 'nam zzz', { name: 'b', links: ['a'] }],
  ['a list by its name', { name: 'b', linkz: 'a' }, 'linkz', { name: 'b', links: 'a' }],
  ['no list', { name: 'b', linkz: 5 }, 'linkz', { name: 'b', links: ['<links>'], body: { linkz: 5 } }],
  [
    'undeclared fields',
    { name: 'a', links: [], zzz: {}, body: { a: 1 } },
    'zzz',
    { name: 'a', links: [], body: { a: 1, zzz: {} } },
  ],
  [
    'a body that is none',
    { name: 'a', links: [], zzz: {}, body: 'text' },
    'zzz',
    { name: 'a', links: [], body: { zzz: {} } },
  ],
  ['long texts are not repeated', { links: [], nam: 'x'.repeat(61) }, 'nam', { name: '<name>', links: [] }],
  ['short ones are', { links: [], nam: 'x'.repeat(60) }, 'nam', { name: 'x'.repeat(60), links: [] }],
];

describe('the call that was probably meant', () => {
  const wrongAt = (names: string): FieldErrors => Object.fromEntries(names.split(' ').map((name) => [name, ['x']]));

  it.each(meant)('%s', (_, name, given, wrong, next) => {
    const { effect } = operationNamed(name);
    const call = next ? `call_${effect} ${JSON.stringify({ operation: name, arguments: next })}` : describing(name);
    expect(explained(name, given, wrongAt(wrong)).next).toBe(call);
  });

  it.each(inBody)('%s', (_, given, wrong, next) => {
    const error = explained('link_lists.create', { project: 'Acme', ...given }, wrongAt(wrong));
    const [, call = ''] = /^call_write (.*)$/.exec(error.next ?? '') ?? [];
    expect(JSON.parse(call)).toEqual({ operation: 'link_lists.create', arguments: { project: 'Acme', ...next } });
  });

  it('is spelled out in up to 180 characters', () => {
    const nextOf = (length: number) => {
      const given = { project: 1, name: 'a', links: [], zzz: 1, body: { a: 'x'.repeat(length) } };
      return explained('link_lists.create', given, wrongAt('zzz')).next ?? '';
    };
    const room = 180 - nextOf(0).length;
    expect(nextOf(room)).toHaveLength(180);
    expect(nextOf(room + 1)).toBe(describing('link_lists.create'));
  });
});
