import { type Id, idText, numberInId } from '../catalog/vocabulary/id-text.ts';
import type { OperationName } from '../catalog/index.ts';
import type { Clock } from '../base/index.ts';
import type { Client } from '../client/index.ts';
import type { RawResponse } from '../client/answers/index.ts';
import { isOwnTable, keptFileScheme } from '../client/calls/kept-files.ts';
import { jsonLimitExceeded } from '../base/json/json-limits.ts';
import { cleanText } from '../base/text/clean-text.ts';
import { createFence } from '../base/text/fence.ts';
import { isFields, type Fields } from '../base/json/is-fields.ts';
import { jobLine } from '../tools/results/result.ts';
import { articleMarkdown } from './article-markdown.ts';
import { namesOf } from './names-of.ts';
import { readOperation } from './read-operation.ts';
import type { ResourceContent, ResourceTemplate } from './resource.ts';
import { untrustedNote, wholeJson, wholeRaw } from './whole.ts';
import { VisibilityError } from '../client/errors.ts';

/** Templates of the platform's records by id, and of jobs with their results. All of them are free to read. */
export function createTemplates(client: Client, clock: Clock): readonly ResourceTemplate[] {
  const names = namesOf(client, clock);
  const record = (
    path: string,
    title: string,
    description: string,
    operation: OperationName,
    variable: 'id' | 'name' = 'id',
  ): ResourceTemplate => ({
    uriTemplate: `visibility://${path}/{id}`,
    name: path,
    title,
    description,
    mimeType: 'application/json',
    read: async (id) => {
      const { data, unreadRows } = await readOperation(client, clock, operation, {
        id: variable === 'name' ? id : idIn(id, title),
      });
      return wholeJson(data, unreadRows);
    },
    names: names[path],
  });

  return [
    record('projects', 'Project', 'One project of the team, by id, name or domain.', 'projects.get', 'name'),
    {
      ...record('articles', 'Article', 'One article as Markdown: title, a line of facts, the text.', 'articles.get'),
      mimeType: 'text/markdown',
      read: async (id) =>
        markdown((await readOperation(client, clock, 'articles.get', { id: numberIn(id, 'Article') })).data),
    },
    record('storylines', 'Storyline', 'One storyline with its research and structure.', 'storylines.get'),
    record(
      'tracking-projects',
      'Tracking project',
      'One tracked brand with its settings and current figures, by id, name or domain.',
      'tracking.get',
      'name',
    ),
    {
      uriTemplate: 'visibility://wiki/{+slug}',
      name: 'wiki',
      title: 'Handbook page',
      description: "One page of the platform's handbook as Markdown.",
      mimeType: 'text/markdown',
      read: async (slug) => handbookPage((await readOperation(client, clock, 'wiki.page', { slug })).data),
    },
    record('files', 'File', 'The details of one file, with its download address.', 'files.get'),
    record('images', 'Image', 'One image: its download address, variants, the images it comes from.', 'images.get'),
    record('grounding-audits', 'Grounding audit', 'One audit of a URL: score, tier, all findings.', 'grounding.audit'),
    record('content-audits', 'Site audit', 'One crawl of a site with its summary.', 'content_audits.get'),
    record('page-audits', 'Page audit', 'One audit of a page: scores, personas, issues.', 'page_audit.get'),
    {
      uriTemplate: 'visibility://jobs/{id}',
      name: 'job',
      title: 'Job',
      description: 'One job in its last recorded state: state, progress, credits. Sends no request to the platform.',
      mimeType: 'application/json',
      read: async (id) => wholeJson(await jobOnRecord(client, id)),
      names: names['jobs'],
    },
    {
      uriTemplate: 'visibility://jobs/{id}/result',
      name: 'job_result',
      title: 'Result of a job',
      description: 'The whole result of a finished job: CSV or NDJSON if its operation returns that, otherwise JSON.',
      read: (id) => jobResult(client, id),
      names: names['jobs'],
    },
    {
      uriTemplate: 'visibility://runs/{id}',
      name: 'run_result',
      title: 'Result of a run',
      description: 'The whole result of a program that has ended.',
      mimeType: 'application/json',
      read: (id) => runResult(client, id),
    },
    {
      uriTemplate: 'visibility://reads/{call}',
      name: 'read',
      title: 'Whole answer of a read',
      description:
        'The whole answer of a free read, CSV and NDJSON as such. The call is JSON, percent-encoded: {"operation","arguments"}.',
      read: async (call) => wholeRead(client, clock, call),
    },
    {
      uriTemplate: `${keptFileScheme}{id}`,
      name: 'saved',
      title: 'Kept file',
      description: 'A file that an operation returned, unchanged: for 24 hours, and for the caller that asked for it.',
      read: async (id) => {
        const keptFile = await client.keptFile(id);
        const file = isOwnTable(id) ? asWritten(keptFile) : await wholeRaw(keptFile);
        return 'text' in file ? [file, untrustedNote] : file;
      },
    },
  ];
}

const numberIn = (id: string, title: string): number => {
  if (/^\d{1,15}$/.test(id)) return Number(id);
  throw notFound(`${title} ids are numbers; ${JSON.stringify(id.slice(0, 60))} is none.`);
};

const idIn = (id: string, title: string): Id => {
  if (idText.test(id)) return numberInId(id) ?? id;
  throw notFound(`${title} ids have no spaces and slashes; ${JSON.stringify(id.slice(0, 60))} is none.`);
};

/** A table of this program, which was cleaned before it was written; returned byte for byte. */
const asWritten = ({ mime, body }: RawResponse): ResourceContent => ({
  mimeType: mime.split(';', 1)[0] ?? '',
  text: new TextDecoder('utf-8', { ignoreBOM: true }).decode(body),
});

const notFound = (message: string): VisibilityError =>
  new VisibilityError('not_found', message, { outcome: 'not_sent' });

const markdown = (article: unknown): ResourceContent => ({
  mimeType: 'text/markdown',
  text: articleMarkdown(fieldsOf(article)),
});

function handbookPage(page: unknown): ResourceContent {
  const { body_md } = fieldsOf(page);
  if (typeof body_md !== 'string') return wholeJson(page);
  const fence = createFence();
  const body = fence.wrap(cleanText(body_md));
  return { mimeType: 'text/markdown', text: `${fence.note}\n\n${body}` };
}

const fieldsOf = (value: unknown): Fields => (isFields(value) ? value : {});

/** Maximum jobs that are searched for the id. */
const maxJobs = 1_000;

async function jobOnRecord(client: Client, id: string): Promise<Record<string, unknown>> {
  const job = (await client.jobs({ limit: maxJobs })).find(({ job_id }) => job_id === id);
  if (!job) throw notFound(`No job ${JSON.stringify(id.slice(0, 60))} is on record for this token.`);
  return { ...jobLine(job), arguments: job.arguments, credits: job.credits };
}

async function jobResult(client: Client, id: string): Promise<ResourceContent | ResourceContent[]> {
  const { job, data, raw, unreadRows } = await client.wait(id, { waitSeconds: 0, omitOneTimeFields: true });
  if (job.state !== 'completed') throw notFound(`Job ${job.job_id} is ${job.state}: there is no result yet.`);
  return raw ? [await wholeRaw(raw), untrustedNote] : wholeJson(data, unreadRows);
}

async function wholeRead(client: Client, clock: Clock, call: string): Promise<ResourceContent | ResourceContent[]> {
  const { operation, args } = readable(call);
  const { data, raw, unreadRows } = await readOperation(client, clock, operation, args);
  return raw ? [await wholeRaw(raw), untrustedNote] : wholeJson(data, unreadRows);
}

function readable(call: string): { operation: string; args: Fields } {
  try {
    const parsedCall: unknown = jsonLimitExceeded(Buffer.from(call)) === undefined ? JSON.parse(call) : undefined;
    if (isFields(parsedCall) && typeof parsedCall['operation'] === 'string')
      return {
        operation: parsedCall['operation'],
        args: isFields(parsedCall['arguments']) ? parsedCall['arguments'] : {},
      };
  } catch {
    // Refused below.
  }
  throw notFound('The call must be JSON such as {"operation":"projects.list","arguments":{}}.');
}

async function runResult(client: Client, id: string): Promise<ResourceContent | ResourceContent[]> {
  const { store, account } = await client.runs('look');
  const run = await store.find(account, id);
  if (!run) throw notFound(`No run ${JSON.stringify(id.slice(0, 60))} is on record for this token.`);
  if (run.result === null) throw notFound(`Run ${run.id} is ${run.state}: there is no result.`);
  return wholeJson(JSON.parse(run.result));
}
