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
import type { Sent } from '../../../sandbox/engine/http/reply.ts';

/** Platforms as others build them: none of these habits is a reading that the embedded platform offers. */
const habit = (name: string, hooks: Partial<Reading>): Reading => ({ name, turnsOn: '', keeps: '', ...hooks });

const snakeToCamel = (name: string): string =>
  name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** The names of all fields, however deep, in another case. */
const inNames = (change: (name: string) => string): Reading['sends'] =>
  inBody(function walk(value: unknown): unknown {
    if (Array.isArray(value)) return value.map((one) => walk(one));
    if (!isRecord(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [change(name), walk(one)]));
  });

const withText = (sent: Sent, mime: string, body: string): Sent => ({
  ...sent,
  headers: { ...sent.headers, 'content-type': mime },
  body,
});

const envelope = habit('envelope', {
  sends: inBody((body) => {
    if (!isRecord(body) || Array.isArray(body['data'])) return body;
    return { result: isRecord(body['data']) ? body['data'] : body };
  }),
});

const items = habit('items', {
  sends: inRows((rows, body) => {
    const { current_page: page, per_page: size, last_page, total } = (body['meta'] ?? {}) as Fields;
    return { items: rows, meta: page === undefined ? {} : { page, size, last_page, total } };
  }),
});

/** Pages by a cursor alone, ten rows each: what asks for page 2 gets the first one again. */
/** An envelope that says of the answer what its content says of a job. */
const successAround = habit('success-around', {
  sends: inBody((body) => {
    const data = isRecord(body) && 'data' in body ? body : { data: body };
    return { status: 'success', ...data };
  }),
});

const cursors = habit('cursors', {
  asks: (question, { operation: { answer } }) => {
    if (answer.kind !== 'list' || answer.perPage === undefined) return question;
    const { cursor, page: _, ...query } = question.query;
    const at = /^after-(\d+)$/.exec(String(cursor))?.[1] ?? '1';
    return { ...question, query: { ...query, page: at, per_page: '10' } };
  },
  sends: inRows((rows, body) => {
    const { current_page: page, last_page: last } = (body['meta'] ?? {}) as Fields;
    if (page === undefined) return body;
    const next = Number(page) < Number(last) ? `after-${Number(page) + 1}` : null;
    return { data: rows, next_cursor: next, has_more: next !== null };
  }),
});

const keyedRows = habit('keyed-rows', {
  sends: inBody((body, { operation: { answer } }) => {
    const rows = Array.isArray(body) ? body : isRecord(body) ? body['data'] : undefined;
    if (answer.kind !== 'list' && answer.kind !== 'rows') return body;
    if (!Array.isArray(rows) || rows.length === 0 || !rows.every((row) => isRecord(row) && 'id' in row)) return body;
    const keyed = Object.fromEntries(rows.map((row: Fields) => [String(row['id']), row]));
    return Array.isArray(body) ? keyed : { ...(body as Fields), data: keyed };
  }),
});

const datedRows = habit('dated-rows', {
  sends: inBody((body, { operation: { answer } }) => {
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

const camelCase = habit('camel-case', { sends: inNames(snakeToCamel) });

const shouting = habit('shouting', {
  sends: inValues((value, name) =>
    /(^|_)(status|state)$/i.test(name) && typeof value === 'string' ? value.toUpperCase() : value,
  ),
});

const spaced = habit('spaced', {
  sends: inValues((value, name) =>
    /(^|_)(status|state)$/.test(name) && typeof value === 'string'
      ? value.replaceAll('_', '-').replace(/^./, (letter) => letter.toUpperCase())
      : value,
  ),
});

const describedStates = habit('described-states', {
  sends: inRecords((record) =>
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
  sends: inValues((value) =>
    typeof value === 'string' && /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value)
      ? Math.floor(Date.parse(value) / 1000)
      : value,
  ),
});

const numericFlags = habit('numeric-flags', {
  sends: inValues((value) => (typeof value === 'boolean' ? Number(value) : value)),
});

const textIds = habit('ids-as-texts', {
  sends: inValues((value, name) => (/(^|_)ids?$/.test(name) && typeof value === 'number' ? String(value) : value)),
});

const decimalMoney = habit('decimal-money', {
  sends: inValues((value, name) =>
    typeof value === 'number' && /(credits|balance|delta|balance_after|charged|cost|price)/.test(name)
      ? value.toFixed(2)
      : value,
  ),
});

const plainOk = habit('plain-ok', {
  sends: (sent) => (sent.status === 201 || sent.status === 202 ? { ...sent, status: 200 } : sent),
});

const emptyWrites = habit('empty-writes', {
  sends: (sent, { operation: { answer, effect, job } }) =>
    'assumed' in answer && (effect === 'write' || effect === 'delete') && !job && sent.status < 300
      ? { status: 200, headers: {}, body: '' }
      : sent,
});

const listedErrors = habit('listed-errors', {
  sends: (sent) => {
    if (sent.status < 400) return sent;
    const { errors, message } = objectOf(sent);
    return withText(sent, 'application/json', JSON.stringify({ errors: errors ?? [{ title: message }] }));
  },
});

const textErrors = habit('errors-as-text', {
  sends: (sent) =>
    sent.status < 400 ? sent : withText(sent, 'text/plain', String(objectOf(sent)['message'] ?? 'Refused.')),
});

/** Every twenty-fifth request is one too many, and nothing says when the next may come. */
const mutePauses = habit('mute-pauses', {
  sends: (sent, { nth, operation: { effect } }) =>
    effect === 'read' && nth('request') % 25 === 0 ? { status: 429, headers: {}, body: '' } : sent,
});

/** Five platforms, written by five others. */
export const strangers: Readonly<Record<string, readonly Reading[]>> = {
  'results and items': [plainOk, textIds, listedErrors, envelope, items],
  'cursors and flags': [cursors, numericFlags, epochSeconds, shouting, mutePauses],
  'keyed rows': [keyedRows, spaced, decimalMoney, emptyWrites, textErrors],
  'camel case': [datedRows, decimalMoney, textIds, camelCase],
  'states described': [describedStates, successAround],
};
