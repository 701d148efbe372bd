import type { Operation } from '../../src/catalog/operation.ts';
import type { Sent } from '../engine/http/reply.ts';
import { inBody, inValues, isRecord, objectOf, type Fields } from './change.ts';
import type { Question, Reading } from './reading.ts';

/** Families of whose ids the documents state no type. */
const untyped =
  /^(content_audits|page_audit|competitor_analyses|humanizer|ai_scanner|content_optimizer|bulk_generations|pipelines|orphan_scans|prompt_check|keywords|knowledge_base|storylines|style_profiles|images|tracking|review_sources|site_monitor)$/;

/** Ids of what such a family makes; those of projects and articles are integers by the documents. */
const ofThings =
  /^(id|(audit|page|batch|document|scan|research|optimization|analysis|run|storyline|image|content_audit)_id)$/;

/** Parameters and fields that carry an id of a project or an article. */
const isProject = ({ path }: Operation, name: string): boolean =>
  name === 'project' ||
  name === 'article_id' ||
  (name === 'id' && /^\/(projects|articles|tracking-projects|ai-visibility)\/\{id\}/.test(path));

/** Another spelling of numeric ids: outward in answers, inward in addresses, queries and bodies. */
const idsWrittenBy = (spell: (id: number) => unknown, read: RegExp): Pick<Reading, 'asks' | 'sends'> => {
  const back = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(back);
    const [, digits] = typeof value === 'string' ? (read.exec(value) ?? []) : [];
    return digits === undefined ? value : Number(digits);
  };
  const backAll = (fields: Fields): Fields =>
    Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, back(value)]));
  const out = inValues((value, name, { operation }) => {
    const isThing = ofThings.test(name) && !isProject(operation, name) && !isOwnProject(operation, name);
    return isThing && typeof value === 'number' ? spell(value) : value;
  });
  return {
    asks: ({ values, query, body }): Question => ({
      values: Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(back(value))])),
      query: backAll(query),
      body: backAll(body),
    }),
    sends: (sent, exchange) => (untyped.test(exchange.operation.family) ? (out?.(sent, exchange) ?? sent) : sent),
  };
};

/** The `id` of the family `tracking` is that of a project, except in the list of runs. */
const isOwnProject = ({ family, name }: Operation, field: string): boolean =>
  family === 'tracking' && field === 'id' && name !== 'tracking.runs';

const uuidOf = (id: number): string => `0198f3a2-5c1e-7000-8000-${String(id).padStart(12, '0')}`;

const isStart = ({ job, effect }: Operation): boolean => job !== undefined && effect !== 'read';

/** Leaves one address of a started job's identifier. */
const keepOnly = (sent: Sent, keep: (body: Fields) => Fields): Sent =>
  sent.status < 300 ? { ...sent, body: JSON.stringify(keep(objectOf(sent))) } : sent;

/** Starts of jobs whose answer the documents do not show. */
const startsWithoutAnswer: Reading['of'] = [
  'keywords.research',
  'images.generate',
  'articles.generate_standalone',
  'humanizer.humanize',
  'pipelines.create',
  'bulk_generations.create',
];

/** How things are identified. */
export const identifiers: readonly Reading[] = [
  {
    name: 'uuid-ids',
    turnsOn:
      'Documents 1 and 3: ids of audits, analyses, scans, runs, researches and storylines are shown without a type.',
    keeps: 'UUIDs.',
    ...idsWrittenBy(uuidOf, /^0198f3a2-5c1e-7000-8000-0*(\d+)$/),
  },
  {
    name: 'prefixed-ids',
    turnsOn:
      'Documents 1 and 3: ids of audits, analyses, scans, runs, researches and storylines are shown without a type.',
    keeps: 'A prefix before the number: res_0012.',
    ...idsWrittenBy((id) => `res_${String(id).padStart(4, '0')}`, /^res_0*(\d+)$/),
  },
  {
    name: 'text-ids',
    turnsOn:
      'Documents 1 and 3: ids of audits, analyses, scans, runs, researches and storylines are shown without a type.',
    keeps: 'Decimal text: "12".',
    ...idsWrittenBy(String, /^(\d+)$/),
  },
  {
    name: 'job-id',
    turnsOn:
      'Document 1, "Response conventions": asynchronous starts answer 202 with the identifier to poll; its name is often not shown.',
    keeps: 'job_id alone, where the row shows no answer or only that it is a job.',
    of: [
      'keywords.research',
      'keywords.import_csv',
      'images.generate',
      'articles.generate_standalone',
      'knowledge_base.add_url',
      'calendar.generate_article',
      'humanizer.humanize',
      'ai_scanner.detect',
      'prompt_check.start',
      'tracking.run',
      'internal_links.analyze',
    ],
    sends: (sent, { operation }) =>
      keepOnly(sent, (body) => {
        const id = idIn(body);
        return id === undefined || !isStart(operation) ? body : { job_id: id };
      }),
  },
  {
    name: 'poll-url-only',
    turnsOn:
      'Document 1, "Response conventions": the identifier to poll, and sometimes a Location header and a poll_url.',
    keeps: 'Where no answer is shown: a message and the poll_url, no id.',
    of: startsWithoutAnswer,
    sends: (sent, { operation }) => keepOnly(sent, (body) => withAddressOnly(operation, body)),
  },
  {
    name: 'location-only',
    turnsOn:
      'Document 1, "Response conventions": the identifier to poll, and sometimes a Location header and a poll_url.',
    keeps: 'Where no answer is shown: a message, and the address in Location.',
    of: startsWithoutAnswer,
    sends: (sent, { operation }) => {
      let location: string | undefined;
      const changed = keepOnly(sent, (body) => {
        const { poll_url, ...rest } = withAddressOnly(operation, body);
        location = typeof poll_url === 'string' ? poll_url : undefined;
        return location === undefined ? body : rest;
      });
      return location === undefined ? changed : { ...changed, headers: { ...changed.headers, location } };
    },
  },
  {
    name: 'two-ids',
    turnsOn:
      'Document 1, "Versioning", rule 4: the response keeps optimization_id next to the newer id. Other records may have two as well.',
    keeps: 'A uuid beside each id, before it.',
    sends: inBody((body) => beside(body)),
  },
];

function beside(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(beside);
  if (!isRecord(value)) return value;
  const within = Object.fromEntries(Object.entries(value).map(([name, one]) => [name, beside(one)]));
  return typeof value['id'] === 'number' ? { uuid: uuidOf(value['id']), ...within } : within;
}

function idIn(body: Fields): unknown {
  const fields = isRecord(body['data']) ? body['data'] : body;
  return Object.entries(fields).find(
    ([name, value]) => /(^|_)id$/.test(name) && !/project_id|keyword_id/.test(name) && value !== null,
  )?.[1];
}

/** Where a started job is watched, as the path of what watches it. */
function withAddressOnly({ job }: Operation, body: Fields): Fields {
  const id = idIn(body);
  const path = job && watchPaths[job.watch];
  return id === undefined || path === undefined
    ? body
    : { message: 'Accepted.', poll_url: `/api/v1${path.replace('{}', String(id))}` };
}

const watchPaths: Readonly<Record<string, string>> = {
  'keywords.research_status': '/keyword-researches/{}/status',
  'images.get': '/images/{}',
  'articles.get': '/articles/{}',
  'humanizer.batch': '/humanize/{}',
  'pipelines.get': '/pipelines/{}',
  'bulk_generations.get': '/bulk-generations/{}',
};
