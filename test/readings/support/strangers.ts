import {
  inBody,
  inRecords,
  inRows,
  inValues,
  isRecord,
  objectOf,
  type Fields,
} from '../../../sandbox/readings/change.ts';
import type { Reading } from '../../../sandbox/readings/reading.ts';
import type { HttpResponse } from '../../../sandbox/engine/http/reply.ts';
import { isUnshown } from '../../../src/catalog/operation.ts';

/** Platforms as others build them: none of these habits is a reading that the embedded platform offers. */
const habit = (name: string, hooks: Partial<Reading>): Reading => ({ name, turnsOn: '', behaviour: '', ...hooks });

const snakeToCamel = (name: string): string =>
  name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** The names of all fields, however deep, in another case. */
const inNames = (change: (name: string) => string): Reading['changeResponse'] =>
  inBody(function walk(value: unknown): unknown {
    if (Array.isArray(value)) return value.map((one) => walk(one));
    if (!isRecord(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [change(name), walk(one)]));
  });

const withText = (sent: HttpResponse, mime: string, body: string): HttpResponse => ({
  ...sent,
  headers: { ...sent.headers, 'content-type': mime },
  body,
});

const envelope = habit('envelope', {
  changeResponse: inBody((body) => {
    if (!isRecord(body) || Array.isArray(body['data'])) return body;
    return { result: isRecord(body['data']) ? body['data'] : body };
  }),
});

const items = habit('items', {
  changeResponse: inRows((rows, body) => {
    const { current_page: page, per_page: size, last_page, total } = (body['meta'] ?? {}) as Fields;
    return { items: rows, meta: page === undefined ? {} : { page, size, last_page, total } };
  }),
});

/** An envelope that says of the answer what its content says of a job. */
const successAround = habit('success-around', {
  changeResponse: inBody((body) => {
    const data = isRecord(body) && 'data' in body ? body : { data: body };
    return { status: 'success', ...data };
  }),
});

/** Pages by a cursor alone, ten rows each: what asks for page 2 gets the first one again. */
const cursors = habit('cursors', {
  changeRequest: (question, { operation: { answer } }) => {
    if (answer.kind !== 'list' || answer.perPage === undefined) return question;
    const { cursor, page: _, ...query } = question.query;
    const at = /^after-(\d+)$/.exec(String(cursor))?.[1] ?? '1';
    return { ...question, query: { ...query, page: at, per_page: '10' } };
  },
  changeResponse: inRows((rows, body) => {
    const { current_page: page, last_page: last } = (body['meta'] ?? {}) as Fields;
    if (page === undefined) return body;
    const next = Number(page) < Number(last) ? `after-${Number(page) + 1}` : null;
    return { data: rows, next_cursor: next, has_more: next !== null };
  }),
});

const keyedRows = habit('keyed-rows', {
  changeResponse: inBody((body, { operation: { answer } }) => {
    const rows = Array.isArray(body) ? body : isRecord(body) ? body['data'] : undefined;
    if (answer.kind !== 'list' && answer.kind !== 'rows') return body;
    if (!Array.isArray(rows) || rows.length === 0 || !rows.every((row) => isRecord(row) && 'id' in row)) return body;
    const keyed = Object.fromEntries(rows.map((row: Fields) => [String(row['id']), row]));
    return Array.isArray(body) ? keyed : { ...(body as Fields), data: keyed };
  }),
});

const datedRows = habit('dated-rows', {
  changeResponse: inBody((body, { operation: { answer } }) => {
    const rows = isRecord(body) ? body['data'] : undefined;
    if (answer.kind !== 'list' || !Array.isArray(rows) || rows.length === 0) return body;
    const dates = rows.map((row) => (isRecord(row) ? (row['date'] ?? row['created_at']) : undefined));
    if (!dates.every((one) => typeof one === 'string') || new Set(dates).size < dates.length) return body;
    const keyed = Object.fromEntries(
      rows.map((row: Fields, at) => {
        const { date: _, ...rest } = row;
        return [String(dates[at]), rest];
      }),
    );
    return { ...(body as Fields), data: keyed };
  }),
});

const camelCase = habit('camel-case', { changeResponse: inNames(snakeToCamel) });

const shouting = habit('shouting', {
  changeResponse: inValues((value, name) =>
    /(^|_)(status|state)$/i.test(name) && typeof value === 'string' ? value.toUpperCase() : value,
  ),
});

const spaced = habit('spaced', {
  changeResponse: inValues((value, name) =>
    /(^|_)(status|state)$/.test(name) && typeof value === 'string'
      ? value.replaceAll('_', '-').replace(/^./, (letter) => letter.toUpperCase())
      : value,
  ),
});

const describedStates = habit('described-states', {
  changeResponse: inRecords((record) =>
    Object.fromEntries(
      Object.entries(record).map(([name, value]) => [
        name,
        /^(processing_)?status$/.test(name) && typeof value === 'string'
          ? { value: /^(completed|ready)$/.test(value) ? 'success' : value, label: 'As it stands' }
          : value,
      ]),
    ),
  ),
});

const epochSeconds = habit('epoch-seconds', {
  changeResponse: inValues((value) =>
    typeof value === 'string' && /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value)
      ? Math.floor(Date.parse(value) / 1000)
      : value,
  ),
});

const numericFlags = habit('numeric-flags', {
  changeResponse: inValues((value) => (typeof value === 'boolean' ? Number(value) : value)),
});

const textIds = habit('ids-as-texts', {
  changeResponse: inValues((value, name) =>
    /(^|_)ids?$/.test(name) && typeof value === 'number' ? String(value) : value,
  ),
});

const decimalMoney = habit('decimal-money', {
  changeResponse: inValues((value, name) =>
    typeof value === 'number' && /(credits|balance|delta|balance_after|charged|cost|price)/.test(name)
      ? value.toFixed(2)
      : value,
  ),
});

const plainOk = habit('plain-ok', {
  changeResponse: (sent) => (sent.status === 201 || sent.status === 202 ? { ...sent, status: 200 } : sent),
});

const emptyWrites = habit('empty-writes', {
  changeResponse: (sent, { operation: { answer, effect, job } }) =>
    'assumed' in answer && (effect === 'write' || effect === 'delete') && !job && sent.status < 300
      ? { status: 200, headers: {}, body: '' }
      : sent,
});

const listedErrors = habit('listed-errors', {
  changeResponse: (sent) => {
    if (sent.status < 400) return sent;
    const { errors, message } = objectOf(sent);
    return withText(sent, 'application/json', JSON.stringify({ errors: errors ?? [{ title: message }] }));
  },
});

const textErrors = habit('errors-as-text', {
  changeResponse: (sent) =>
    sent.status < 400 ? sent : withText(sent, 'text/plain', String(objectOf(sent)['message'] ?? 'Refused.')),
});

/** Every twenty-fifth request is one too many, and nothing says when the next may come. */
const mutePauses = habit('mute-pauses', {
  changeResponse: (sent, { nth, operation: { effect } }) =>
    effect === 'read' && nth('request') % 25 === 0 ? { status: 429, headers: {}, body: '' } : sent,
});

const recordsOf = (body: unknown): readonly unknown[] | undefined =>
  Array.isArray(body) ? body : isRecord(body) && Array.isArray(body['data']) ? body['data'] : undefined;

/** The record that an answer is, whether it stands alone or in `data`. */
const contentOf = (body: unknown): unknown => (isRecord(body) && isRecord(body['data']) ? body['data'] : body);

const jsonApi = habit('json-api', {
  changeResponse: inBody((body, { operation: { family } }) => {
    const resource = (value: unknown): unknown => {
      if (!isRecord(value)) return value;
      const { id, ...attributes } = value;
      return { ...(id === undefined ? {} : { id: String(id) }), type: family, attributes };
    };
    const rows = recordsOf(body);
    if (!rows) return isRecord(body) ? { data: resource(contentOf(body)) } : body;
    return { ...(isRecord(body) ? body : {}), data: rows.map(resource) };
  }),
});

const embedded = habit('embedded', {
  changeResponse: inRows((rows, body) => {
    const { current_page: number, per_page: size, last_page: totalPages, total: totalElements } = metaOf(body);
    const page = number === undefined ? {} : { page: { number, size, totalPages, totalElements } };
    return { _embedded: { items: rows }, _links: { self: { href: '/' } }, ...page };
  }),
});

const metaOf = (body: Fields): Fields => (body['meta'] ?? {}) as Fields;

const payload = habit('payload', {
  changeResponse: inBody((body) => ({ code: 0, msg: 'ok', payload: contentOf(body) })),
});

const response = habit('response', {
  changeResponse: inBody((body) => ({ response: { status: 200, body: contentOf(body) }, took_ms: 4 })),
});

const doubleData = habit('double-data', {
  changeResponse: inBody((body) => ({ success: true, data: isRecord(body) && 'data' in body ? body : { data: body } })),
});

const bareContent = habit('bare-content', { changeResponse: inBody((body) => recordsOf(body) ?? contentOf(body)) });

const singleRows = habit('single-rows', {
  changeResponse: inBody((body) => (recordsOf(body) ? body : { data: [contentOf(body)] })),
});

const namedContent = habit('named-content', {
  changeResponse: inBody((body, { operation: { family, answer } }) => {
    const name = answer.kind === 'list' || answer.kind === 'rows' ? family : family.replace(/s$/, '');
    const rows = recordsOf(body);
    return rows ? { ...(isRecord(body) ? { meta: body['meta'] } : {}), [name]: rows } : { [name]: contentOf(body) };
  }),
});

const pascalCase = habit('pascal-case', {
  changeResponse: inNames((name) => snakeToCamel(name).replace(/^[a-z]/, (letter) => letter.toUpperCase())),
});

const kebabCase = habit('kebab-case', { changeResponse: inNames((name) => name.replaceAll('_', '-')) });

const upperCase = habit('upper-case', { changeResponse: inNames((name) => name.toUpperCase()) });

/** Changes what a record calls its state, in every record of an answer. */
const inStates = (change: (record: Fields) => Fields): Partial<Reading> => ({
  changeResponse: inBody(function walk(value: unknown): unknown {
    if (Array.isArray(value)) return value.map((one) => walk(one));
    if (!isRecord(value)) return value;
    return change(Object.fromEntries(Object.entries(value).map(([name, one]) => [name, walk(one)])));
  }),
});

const otherName: Fields = { status: 'processing_status', processing_status: 'status' };

const swappedStates = habit(
  'swapped-states',
  inStates((record) =>
    Object.fromEntries(Object.entries(record).map(([name, value]) => [String(otherName[name] ?? name), value])),
  ),
);

const stateNamed = (name: string): Reading =>
  habit(
    `states-as-${name}`,
    inStates((record) =>
      Object.fromEntries(
        Object.entries(record).map(([field, value]) => [/^(processing_)?status$/.test(field) ? name : field, value]),
      ),
    ),
  );

const synonyms = (name: string, words: Readonly<Record<string, string>>): Reading =>
  habit(name, {
    changeResponse: inValues((value, field) =>
      /^(processing_)?(status|state)$/.test(field) && typeof value === 'string' ? (words[value] ?? value) : value,
    ),
  });

const past = synonyms('states-finished', {
  completed: 'finished',
  ready: 'finished',
  processing: 'in_progress',
  running: 'in_progress',
  queued: 'waiting',
  failed: 'failure',
});
const short = synonyms('states-short', {
  completed: 'done',
  ready: 'done',
  processing: 'working',
  running: 'working',
  queued: 'new',
  failed: 'error',
});
const available = synonyms('states-available', {
  completed: 'COMPLETE',
  ready: 'available',
  processing: 'PROCESSING',
  queued: 'SCHEDULED',
  failed: 'FAILED',
});

const linkHeader = habit('link-header', {
  changeResponse: (sent, exchange) => {
    const { current_page: page, last_page: last, total } = metaOf(objectOf(sent));
    const changedBody = inRows((rows) => rows)?.(sent, exchange) ?? sent;
    if (page === undefined || changedBody === sent) return changedBody;
    const next = `</next?page=${Number(page) + 1}>; rel="next"`;
    const link = Number(page) < Number(last) ? { link: next } : {};
    return { ...changedBody, headers: { ...changedBody.headers, ...link, 'x-total-count': String(total) } };
  },
});

const offsets = habit('offsets', {
  changeResponse: inRows((rows, body) => {
    const { current_page: page, per_page: limit, total: count } = metaOf(body);
    if (page === undefined) return body;
    return { count, limit, offset: (Number(page) - 1) * Number(limit), results: rows };
  }),
});

const pagination = habit('pagination', {
  changeResponse: inRows((rows, body) => {
    const { current_page, per_page, last_page, total } = metaOf(body);
    if (current_page === undefined) return { items: rows };
    return { items: rows, pagination: { currentPage: current_page, perPage: per_page, totalPages: last_page, total } };
  }),
});

const inTimes = (spell: (ms: number) => unknown): Reading['changeResponse'] =>
  inValues((value) =>
    typeof value === 'string' && /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value) ? spell(Date.parse(value)) : value,
  );

const epochMilliseconds = habit('epoch-milliseconds', { changeResponse: inTimes((ms) => ms) });
const offsetTimes = habit('offset-times', {
  changeResponse: inTimes((ms) => new Date(ms + 7_200_000).toISOString().replace('Z', '+02:00')),
});
const sqlTimes = habit('sql-times', {
  changeResponse: inTimes((ms) => new Date(ms).toISOString().slice(0, 19).replace('T', ' ')),
});

/** Records say only what the documents show of them, which is no time for most. */
const noTimes = habit('no-times', {
  changeResponse: (sent, exchange) => {
    const { answer } = exchange.operation;
    const shown =
      'shape' in answer ? Object.entries(answer.shape).flatMap(([name, type]) => (isUnshown(type) ? [] : [name])) : [];
    const change = inRecords((record) =>
      Object.fromEntries(Object.entries(record).filter(([name]) => !name.endsWith('_at') || shown.includes(name))),
    );
    return change?.(sent, exchange) ?? sent;
  },
});

const textNumbers = habit('numbers-as-text', {
  changeResponse: inValues((value, name) =>
    typeof value === 'number' && !/(^|_)(ids?|page|per_page|total)$/.test(name) ? String(value) : value,
  ),
});
const grouped = habit('numbers-grouped', {
  changeResponse: inValues((value) =>
    typeof value === 'number' && value >= 1000 && !Number.isInteger(value) ? String(value) : value,
  ),
});
const wordFlags = habit('flags-in-words', {
  changeResponse: inValues((value) => (typeof value === 'boolean' ? (value ? 'yes' : 'no') : value)),
});
const emptyTexts = habit('empty-texts-for-null', { changeResponse: inValues((value) => value ?? '') });
const noNulls = habit(
  'no-nulls',
  inStates((record) => Object.fromEntries(Object.entries(record).filter(([, value]) => value !== null))),
);

const everything = (status: number): Reading =>
  habit(`all-${status}`, {
    changeResponse: (sent) => (sent.status < 300 && sent.status !== 204 ? { ...sent, status } : sent),
  });

const noContent = habit('no-content', {
  changeResponse: (sent, { operation: { answer, effect, job } }) =>
    'assumed' in answer && (effect === 'write' || effect === 'delete') && !job && sent.status < 300
      ? { status: 204, headers: {}, body: '' }
      : sent,
});

const problems = habit('problems', {
  changeResponse: (sent) => {
    if (sent.status < 400) return sent;
    const { errors, message } = objectOf(sent);
    const fields = isRecord(errors) ? Object.keys(errors).map((name) => ({ name, reason: 'is required' })) : [];
    const body = { type: 'about:blank', title: 'Refused', detail: message, 'invalid-params': fields };
    return withText(sent, 'application/problem+json', JSON.stringify(body));
  },
});
const nestedErrors = habit('nested-errors', {
  changeResponse: (sent) => {
    if (sent.status < 400) return sent;
    const { errors, message } = objectOf(sent);
    const error = { code: sent.status, type: 'refused', message, details: isRecord(errors) ? errors : {} };
    return withText(sent, 'application/json', JSON.stringify({ error }));
  },
});
const badRequests = habit('bad-requests', {
  changeResponse: (sent) => {
    if (sent.status !== 422) return sent;
    const { errors } = objectOf(sent);
    const list = isRecord(errors) ? Object.entries(errors).map(([field, message]) => ({ field, message })) : [];
    return { ...withText(sent, 'application/json', JSON.stringify({ success: false, errors: list })), status: 400 };
  },
});
const htmlErrors = habit('errors-as-pages', {
  changeResponse: (sent) =>
    sent.status < 400
      ? sent
      : withText(
          sent,
          'text/html',
          `<html><body><h1>${sent.status}</h1><p>${String(objectOf(sent)['message'])}</p></body></html>`,
        ),
});
/** Refusals with 200 are a lie: the documents give each a status. */
const okErrors: Reading = {
  ...habit('errors-in-200', {
    changeResponse: (sent) =>
      sent.status < 400
        ? sent
        : {
            ...withText(
              sent,
              'application/json',
              JSON.stringify({ success: false, code: sent.status, error: { message: objectOf(sent)['message'] } }),
            ),
            status: 200,
          },
  }),
  contradictsDocuments: true,
};

const isStart = ({ job, effect }: { readonly job?: unknown; readonly effect: string }): boolean =>
  job !== undefined && effect !== 'read';

/** What the answer to a start is made of, out of the fields that name what was started. */
const inStarts = (name: string, change: (ids: readonly (readonly [string, unknown])[]) => unknown): Reading =>
  habit(name, {
    changeResponse: inBody((body, { operation }) => {
      const content = contentOf(body);
      if (!isStart(operation) || !isRecord(content)) return body;
      const ids = Object.entries(content).filter(
        ([field]) => /(^|_)id$/.test(field) && !/project|team|user/.test(field),
      );
      return ids.length === 0 ? body : change(ids);
    }),
  });

const firstOf = (ids: readonly (readonly [string, unknown])[]): unknown => ids[0]?.[1];

const references = inStarts('starts-with-reference', (ids) => ({ reference: firstOf(ids), message: 'Accepted.' }));
const requestIds = inStarts('starts-with-request-id', (ids) => ({ request_id: firstOf(ids), status: 'accepted' }));
const jobObjects = inStarts('starts-with-job', (ids) => ({ job: { id: firstOf(ids), state: 'queued' } }));
const taskIds = inStarts('starts-with-task-id', (ids) => ({ ok: true, task_id: String(firstOf(ids)) }));
const bareIds = inStarts('starts-with-number', firstOf);

/** In each of these a platform has one habit at most. */
export const axes: Readonly<Record<string, readonly Reading[]>> = {
  starts: [references, requestIds, jobObjects, taskIds, bareIds],
  statuses: [plainOk, everything(200), everything(201), everything(202), noContent, emptyWrites],
  states: [
    shouting,
    spaced,
    describedStates,
    swappedStates,
    stateNamed('state'),
    stateNamed('job_status'),
    stateNamed('phase'),
    past,
    short,
    available,
  ],
  times: [epochSeconds, epochMilliseconds, offsetTimes, sqlTimes, noTimes],
  numbers: [textNumbers, grouped, decimalMoney],
  flags: [numericFlags, wordFlags],
  ids: [textIds],
  nulls: [emptyTexts, noNulls],
  pages: [items, cursors, linkHeader, offsets, pagination, embedded],
  envelopes: [
    envelope,
    successAround,
    keyedRows,
    datedRows,
    jsonApi,
    payload,
    response,
    doubleData,
    bareContent,
    singleRows,
    namedContent,
  ],
  names: [camelCase, pascalCase, kebabCase, upperCase],
  errors: [listedErrors, textErrors, problems, nestedErrors, badRequests, htmlErrors, okErrors],
  limits: [mutePauses],
};

/**
 * A platform of habits that are drawn, in the order of the axes, so that what wraps comes after what it wraps.
 *
 * @param draw gives numbers from 0 up to 1
 * @param share of the axes in which it has a habit
 */
export const drawnStranger = (draw: () => number, share = 0.4): readonly Reading[] =>
  Object.values(axes).flatMap((axis) => {
    const isHabitual = draw() < share;
    const one = axis[Math.floor(draw() * axis.length)];
    return isHabitual && one ? [one] : [];
  });

/** Platforms as others may write them. */
export const strangers: Readonly<Record<string, readonly Reading[]>> = {
  'results and items': [plainOk, textIds, listedErrors, envelope, items],
  'cursors and flags': [cursors, numericFlags, epochSeconds, shouting, mutePauses],
  'keyed rows': [keyedRows, spaced, decimalMoney, emptyWrites, textErrors],
  'camel case': [datedRows, decimalMoney, textIds, camelCase],
  'states described': [describedStates, successAround],
  'resources and states': [swappedStates, jsonApi],
};
