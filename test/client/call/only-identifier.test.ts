import fc from 'fast-check';
import { expect, test } from 'vitest';
import { operationNamed } from '../../../src/catalog/index.ts';
import { onlyIdentifier } from '../../../src/client/call/only-identifier.ts';

const watching = operationNamed('content_audits.get');
const anyValue = (): boolean => true;
const wholeNumber = (value: unknown): boolean => Number.isInteger(value);

const foreign = ['user', 'created_by', 'owner', 'team', 'workspace', 'project', 'tracking_project', 'brand', 'parent'];
const own = ['id', 'job_id', 'jobId', 'uuid', 'task_uuid', 'run_id', 'audit_id', 'auditId', 'content_audit_id'];
const noise = {
  message: 'Queued.',
  status: 'queued',
  paid: 4,
  valid: 'yes',
  credits: 12,
  pages: [{ id: 77 }],
  url: null,
};

/** Puts fields into the answer as platforms do: flat, wrapped, or under the name of a thing. */
const placed = fc.constantFrom(
  (fields: object) => fields,
  (fields: object) => ({ data: fields }),
  (fields: object) => ({ data: { ...noise, job: fields } }),
  (fields: object) => ({ audit: { ...fields, ...noise } }),
);

/** Ids of people and projects, flat or as objects. */
const strangers = fc
  .uniqueArray(fc.tuple(fc.constantFrom(...foreign), fc.integer({ min: 1, max: 999 }), fc.boolean()), {
    selector: ([name]) => name,
  })
  .map((all) =>
    Object.fromEntries(
      all.map(([name, id, isNested]) => (isNested ? [name, { id, avatar: { id: 5 } }] : [`${name}_id`, id])),
    ),
  );

test('finds the one identifier wherever it stands and whatever its name, and never that of a person or a project', () => {
  fc.assert(
    fc.property(placed, fc.constantFrom(...own), strangers, fc.integer({ min: 1000 }), (place, name, others, id) => {
      const value = name.toLowerCase().includes('uuid') ? `u-${id}` : id;
      const answer = { ...noise, ...others, ...place({ ...others, [name]: value }) };
      expect(onlyIdentifier(answer, { project: 3 }, watching, anyValue)).toBe(value);
    }),
    { numRuns: 500 },
  );
});

test('finds none where people and projects are all that an answer names', () => {
  fc.assert(
    fc.property(placed, strangers, (place, others) => {
      const { audit: _, ...said } = { ...noise, ...place(others) } as Record<string, unknown>;
      expect(onlyIdentifier(said, {}, watching, anyValue)).toBeUndefined();
    }),
  );
});

test.each<[string, unknown, Record<string, unknown>, unknown]>([
  ['two that could be it', { job_id: 4, run_id: 9 }, {}, undefined],
  ['two, of which one is what is watched', { job_id: 4, analysis_id: 8, audit_id: 9 }, {}, 9],
  ['two, of which one was given', { job_id: 4, article_id: 9 }, { articles: 9 }, 4],
  ['two, of which one is of the answer itself', { id: 4, task_id: 9 }, {}, 4],
  ['the same one twice', { job_id: 4, task: { id: 4 } }, {}, 4],
  ['a uuid beside an id', { data: { uuid: 'u-1', id: 4 } }, {}, 4],
  ['what was given under the same name', { article_id: 9 }, { article_id: 9 }, undefined],
  ['a number as text', { job_id: '12' }, {}, 12],
  ['any spelling', { 'job-id': 4, TeamID: 9 }, {}, 4],
  ['an underscore before it', { _id: 4, userId: 9 }, {}, 4],
  ['the only row of an answer', { data: [{ id: 4 }] }, {}, 4],
  ['the answer itself', 4, {}, 4],
  ['a text that the address does not take', { job_id: 'img_job_1' }, {}, undefined],
  ['words, rows and nothing', { id: 'Not found.', items: [{ id: 3 }], job_id: null, run_id: 0 }, {}, undefined],
  ['no object', 'queued', {}, undefined],
  ['a reference in an envelope that is named after the family', { keyword: { reference: 4 } }, {}, undefined],
  ['all that an envelope holds', { CODE: 0, Payload: '4', message: 'ok' }, {}, 4],
  ['a word that an envelope holds', { data: 'queued', message: 'ok' }, {}, undefined],
  ['an identifier beside what an envelope holds', { data: 7, id: 4 }, {}, 4],
  ['several rows', { data: [{ id: 4 }, { id: 5 }] }, {}, undefined],
  ['a list of a number', [4], {}, undefined],
  ['three objects deep', { a: { b: { c: { id: 4 } } } }, {}, 4],
  ['four objects deep', { a: { b: { c: { d: { id: 4 } } } } }, {}, undefined],
  ['what is watched, within data', { audit: { data: { id: 4 } }, job: { id: 5 } }, {}, 4],
  ['one that the address takes, and one that it does not', { job_id: 'img_job_1', task_id: 4 }, {}, 4],
  ['one that was given, as the answer’s own', { id: 9, task_id: 4 }, { article: 9 }, 4],
  ['a reference where nothing is called an identifier', { reference: 4 }, {}, 4],
  ['a reference of something else, or a count of them', { order_reference: 4, reference_count: 4 }, {}, undefined],
  ['organisations in either spelling', { organisation_id: 4, organization_id: 4 }, {}, undefined],
  ['a word that begins like one', { identity: 4 }, {}, undefined],
  ['a uid', { uid: 4 }, {}, 4],
  ['a uid beside an id', { uid: 5, id: 4 }, {}, 4],
  ['what was given under another name', { job_id: 9 }, { article: 9 }, 9],
  ['the beginning of what is watched', { aud_id: 4, job_id: 9 }, {}, undefined],
  ['a longer word than a stranger’s', { superuser_id: 4 }, {}, 4],
  ['what a stranger’s name only begins', { user_job_id: 4 }, {}, 4],
  ['what an earlier one’s name only ends', { job_parent_id: 4 }, {}, 4],
  ['a word that begins like an earlier one', { sourcecode_id: 4 }, {}, 4],
])('of %s', (_, said, given, found) => {
  expect(onlyIdentifier(said, given, watching, wholeNumber)).toBe(found);
});

test('a project and a session are identifiers where they are what is watched', () => {
  expect(onlyIdentifier({ data: { session: { id: 4 } } }, {}, operationNamed('agentic_chat.session'), anyValue)).toBe(
    4,
  );
  expect(onlyIdentifier({ run: { id: 8 } }, {}, operationNamed('citation_causality.sandbox_run'), anyValue)).toBe(8);
});

test('the address of what is watched names it by its parameter, too, and in the plural', () => {
  expect(onlyIdentifier({ batch_id: 4, job_id: 9 }, {}, operationNamed('humanizer.batch'), anyValue)).toBe(4);
  const analyses = { ...watching, path: '/site-analyses/{id}' };
  expect(onlyIdentifier({ analysis_id: 4, job_id: 9 }, {}, analyses, anyValue)).toBe(4);
  expect(onlyIdentifier({ batch_id: 4, job_id: 9 }, {}, { ...watching, path: '/batches/{id}' }, anyValue)).toBe(4);
});

test.each<[string, object, unknown]>([
  ['/ai-content-audits/{id}', { audit_id: 4, job_id: 9 }, 4],
  ['/audios/{id}', { audit_id: 4, job_id: 9 }, undefined],
  ['/reposts/{id}', { report_id: 4, job_id: 9 }, undefined],
  ['/answers/{id}', { analysis_id: 4, job_id: 9 }, undefined],
  ['/credits', { id: 4, job_id: 9 }, 4],
])('the address %s shows which of %j it means', (path, said, identifier) => {
  expect(onlyIdentifier(said, {}, { ...watching, path }, anyValue)).toBe(identifier);
});

test.each(['no such job', ' x', 'x!', 'x'.repeat(101)])('%j identifies nothing', (text) => {
  expect(onlyIdentifier({ job_id: text }, {}, watching, anyValue)).toBeUndefined();
});

test('what stands in an envelope named after its family is its own, and an identifier with that name is not', () => {
  const research = operationNamed('keywords.research_status');
  const found = (said: unknown): unknown => onlyIdentifier(said, {}, research, anyValue);
  expect(found({ keyword: { reference: 4 } })).toBe(4);
  expect(found({ keywords: { id: 4 } })).toBe(4);
  expect(found({ keyword_id: 4 })).toBeUndefined();
  expect(found({ project: { id: 4 } })).toBeUndefined();
  expect(found({ keyword: { user_id: 4 } })).toBeUndefined();
  expect(found({ data: 'queued' })).toBeUndefined();
  expect(found({ job_id: 'moss-care' })).toBe('moss-care');
});
