import type * as z from 'zod';
import type { OperationName } from '../../src/catalog/index.ts';
import type { Answer, Operation } from '../../src/catalog/vocabulary/index.ts';
import { isSlices } from '../engine/http/reply.ts';
import { inBody, inRecords, inValues, isOfJob, isRecord, objectOf, type Fields } from './change.ts';
import type { Reading } from './reading.ts';

/** Lists whose size of a page the documents state. */
const statedSizes: ReadonlySet<string> = new Set<OperationName>([
  'articles.list',
  'storylines.list',
  'keyword_suggestions.list',
  'prompt_check.list',
  'community.list_messages',
  'community.get_topic',
  'page_audit.list',
  'grounding.audits',
  'wiki.pages',
  'citation_causality.sandbox_runs',
  'leads.list',
  'feedback.list',
]);

/** Lists for which the documents say that they are complete, or which form they have. */
const statedLists: ReadonlySet<string> = new Set<OperationName>([
  'tracking.list',
  'knowledge_base.search',
  'tracking.runs',
  'wiki.search',
  'geo_criteria.list',
]);

/** Records whose wrapper the documents show. */
const statedWrappers =
  /^(projects\.(create|get|update)|articles\.(create|get)|style_profiles\.(from_url|accept)|credits\.|accuracy\.(reverify|backfill)|brand_knowledge\.|account\.|agentic_chat\.|geo_criteria\.)/;

const isAssumed = ({ answer }: Operation): boolean => 'assumed' in answer && answer.assumed === true;
const isUnpaged = ({ answer, name }: Operation): boolean =>
  answer.kind === 'list' && answer.perPage === undefined && !statedLists.has(name);
const shapeOf = (answer: Answer): Fields => ('shape' in answer ? answer.shape : {});

/** Changes the declared fields of a record, by their types. */
const byType = (change: (type: z.ZodType, value: unknown) => unknown): Reading['changeResponse'] =>
  inRecords((record, exchange) => {
    const shape = shapeOf(exchange.operation.answer);
    return Object.fromEntries(
      Object.entries(record).flatMap(([name, value]) => {
        const type = shape[name] as z.ZodType | undefined;
        const changed = type === undefined || isOfJob(exchange, name) ? value : change(type, value);
        return changed === undefined ? [] : [[name, changed]];
      }),
    );
  });

/** In which form answers come. */
export const forms: readonly Reading[] = [
  {
    name: 'small-pages',
    turnsOn: 'docs/platform/conventions.md#lists: page sizes differ; few state their size or a maximum.',
    behaviour: 'Five rows a page where no size is stated, whatever is asked for.',
    changeRequest: (question, { operation: { answer, name } }) =>
      answer.kind === 'list' &&
      answer.perPage !== undefined &&
      answer.maxPerPage === undefined &&
      !statedSizes.has(name)
        ? { ...question, query: { ...question.query, per_page: '5' } }
        : question,
  },
  {
    name: 'bare-lists',
    turnsOn: 'docs/platform/conventions.md#lists: some lists have no stated form; team members are a bare array.',
    behaviour: 'A bare array.',
    changeResponse: inBody((body, { operation }) =>
      isUnpaged(operation) && isRecord(body) ? (body['data'] ?? body) : body,
    ),
  },
  {
    name: 'oldest-first',
    turnsOn: 'docs/platform/conventions.md#lists: most lists state no order.',
    behaviour: 'The oldest row first.',
    changeResult: (result, { operation: { answer, input, name } }) => {
      if (answer.kind !== 'list' || 'sort' in input.shape || statedOrders.has(name)) return result;
      if (Array.isArray(result)) return result.toReversed();
      if (!isSlices(result)) return result;
      return {
        total: result.total,
        slice: (offset: number, count: number) => {
          const end = Math.max(0, result.total - offset);
          const start = Math.max(0, end - count);
          return result.slice(start, end - start).toReversed();
        },
      };
    },
  },
  {
    name: 'wrapped',
    turnsOn:
      'docs/platform/conventions.md#records: a record comes in data or flat; where no answer is stated, either is possible.',
    behaviour: 'Answers that no row shows are wrapped.',
    changeResponse: inBody((body, { operation }) =>
      isAssumed(operation) && operation.answer.kind === 'flat' && isRecord(body) && !('data' in body)
        ? { data: body }
        : body,
    ),
  },
  {
    name: 'unwrapped',
    turnsOn:
      'docs/platform/conventions.md#records: a record comes in data or flat; many operations do not state which.',
    behaviour: 'Flat objects where no row shows the wrapper.',
    changeResponse: inBody((body, { operation: { answer, name } }) =>
      answer.kind === 'one' && !statedWrappers.test(name) && isRecord(body) && isRecord(body['data'])
        ? body['data']
        : body,
    ),
  },
  {
    name: 'bare',
    turnsOn: 'docs/platform/conventions.md#unstated-fields: of most records a few fields are stated, or none.',
    behaviour: 'Optional fields, and those that the documents do not show, are absent.',
    changeResponse: byType((type, value) => (type.safeParse(undefined).success ? undefined : value)),
  },
  {
    name: 'nulls',
    turnsOn: 'docs/platform/conventions.md#optional-fields: nothing says that an optional field holds a value.',
    behaviour: 'They are null where null is no contradiction.',
    changeResponse: byType((type, value) => (type.safeParse(null).success ? null : value)),
  },
  {
    name: 'extra-fields',
    turnsOn: 'docs/platform/conventions.md#unstated-fields: the stated fields are not all of them.',
    behaviour: 'Every record has further fields, with names that other records use for something else.',
    changeResponse: inRecords((record) => ({
      object: 'resource',
      deleted_at: null,
      links: { self: '/elsewhere', next: '/elsewhere?page=2' },
      _internal: { error: null, retries: 0 },
      ...record,
    })),
  },
  {
    name: 'text-numbers',
    turnsOn: 'docs/platform/conventions.md#unstated-fields: the types of volumes, scores and rates are not stated.',
    behaviour: 'Decimal text: "0.45", as databases give decimals.',
    changeResponse: inValues((value, name) =>
      typeof value === 'number' &&
      (/(search_volume|cpc|difficulty|_rate|visibility|prob|lift|p_value|avg_)/.test(name) || !Number.isInteger(value))
        ? String(value)
        : value,
    ),
  },
  {
    name: 'platform-rates',
    turnsOn: 'docs/platform/insights.md#platform-breakdown: the scale of the rates is not stated.',
    behaviour: 'Shares of 1 instead of percentages.',
    operations: ['insights.platform_breakdown'],
    changeResponse: inRecords((row) =>
      Object.fromEntries(
        Object.entries(row).map(([name, value]) => [
          name,
          typeof value === 'number' && /^(visibility|recommendation_rate|citation_rate)$/.test(name)
            ? value / 100
            : value,
        ]),
      ),
    ),
  },
  {
    name: 'markdown',
    turnsOn: 'docs/platform/insights.md#reports: reports and briefs are Markdown; whether inside JSON is not stated.',
    behaviour: 'The text itself, as text/markdown.',
    changeResponse: (sent, { operation: { answer } }) => {
      const field = answer.kind === 'flat' ? answer.textField : undefined;
      if (field === undefined || sent.status >= 300) return sent;
      const { [field]: text } = objectOf(sent);
      if (typeof text !== 'string') return sent;
      return { ...sent, headers: { 'content-type': 'text/markdown; charset=utf-8' }, body: text };
    },
  },
];

/** Lists whose order the documents state. */
const statedOrders: ReadonlySet<string> = new Set<OperationName>([
  'accuracy.list',
  'leads.activities',
  'community.list_topics',
  'knowledge_base.search',
  'wiki.search',
  'grounding.list_check_validations',
]);
