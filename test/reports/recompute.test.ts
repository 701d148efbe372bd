import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { isThorough } from '../support/thorough.ts';
import { openStage, type Stage, type Told } from '../tools/workflows/support/stage.ts';

/**
 * Every figure of a report, computed again from the platform's answers and the definitions in docs/reports.md alone: nothing of the
 * source is used here but the tool that is judged.
 */

type Row = Readonly<Record<string, unknown>>;
type Range = readonly [from: string, to: string];

/** Changes of a world to the answers of the embedded platform, within the contract. */
interface World {
  readonly seed: number;
  /** Rates are shares of 1. */
  readonly fractions: boolean;
  /** Every so-manieth run did not happen. */
  readonly gap: number;
  /** Rows of a page of the cited domains; a report reads four pages. */
  readonly pageSize: number;
  /** Domains of competitors are cited with `www.` or as a subdomain. */
  readonly subdomains: boolean;
  /** Pages that are easy to win are cut to so many. */
  readonly wins: number;
  /** False claims, of which each is multiplied. */
  readonly claims: number;
  /** Selected competitors of each brand. */
  readonly selected: number;
  readonly paused: boolean;
}

const worlds: World[] = Array.from({ length: 10 }, (_, at) => ({
  seed: at + 1,
  fractions: at % 3 === 1,
  gap: [0, 2, 3, 5][at % 4] ?? 0,
  pageSize: [100, 2, 1][at % 3] ?? 100,
  subdomains: at % 2 === 1,
  wins: (at % 2) + 1,
  claims: at % 4 === 2 ? 8 : 1,
  selected: at % 3,
  paused: at % 5 === 3,
}));

const pagesRead = 4;

const dayMs = 86_400_000;

/** Twelve periods each, and what each is compared with. */
function periodsOf(today: string): { readonly own: Range; readonly other: Range }[] {
  const back = (days: number): string => new Date(Date.parse(today) - days * dayMs).toISOString().slice(0, 10);
  return [
    { own: [today, today], other: [back(7), back(7)] },
    { own: [back(29), today], other: [back(59), back(30)] },
    { own: [back(90), today], other: [back(181), back(91)] },
    { own: [back(364), today], other: [back(729), back(365)] },
    { own: [back(20), back(-40)], other: [back(80), back(20)] },
    { own: [back(3), back(1)], other: [back(10), back(8)] },
    { own: [back(60), back(10)], other: [back(90), back(30)] },
    { own: [back(120), back(100)], other: [back(50), back(30)] },
    { own: [back(700), back(500)], other: [back(900), back(701)] },
    { own: [back(340), back(300)], other: [back(420), back(341)] },
    { own: [back(500), back(5)], other: [back(300), back(200)] },
    { own: [back(13), back(7)], other: [back(6), today] },
  ];
}

const rowsIn = (value: unknown): Row[] => {
  if (Array.isArray(value)) return value as Row[];
  const { columns, rows } = (value ?? { columns: [], rows: [] }) as { columns: string[]; rows: unknown[][] };
  return rows.map((row) => Object.fromEntries(columns.map((name, at) => [name, row[at]])));
};

const day = (date: unknown): string => String(date).slice(0, 10);
const tenths = (value: number): number => Math.round(value * 10) / 10;
const number = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined);

/** The stage with a platform of that world: its answers are changed, and remembered, so that a report and its recomputation read the same. */
async function stageIn(world: World): Promise<Stage> {
  const stage = await openStage({}, {}, { fixtures: 'year', seed: world.seed });
  await stage.run('track_brand', { domain: 'neuland.example', country: 'DE', auto_confirm: true });
  for (const [id, rivals] of [
    [2003, ['talwasser.example', 'quellgold.example']],
    [2004, ['radhaus.example', 'pedalwerk.example']],
  ] as const)
    await stage.ask('competitors.replace', { id, domains: rivals.slice(0, world.selected) });
  if (world.paused) await stage.ask('tracking.pause', { id: 2003 });
  const { call } = stage.client;
  const answers = new Map<string, Promise<unknown>>();
  const changed = async (name: string, input: Record<string, unknown>, options: unknown): Promise<unknown> => {
    const paged = name === 'cited_sources.list';
    const sent = paged ? { ...input, page: undefined, per_page: 100 } : input;
    const reply = (await call.call(stage.client, name as never, sent as never, options as never)) as {
      data: unknown;
      page?: unknown;
    };
    return { ...reply, ...changeOf(world, name, input, reply.data) };
  };
  stage.client.call = ((
    operation: string | { readonly name: string },
    input: Record<string, unknown>,
    options: unknown,
  ) => {
    const name = typeof operation === 'string' ? operation : operation.name;
    if (!/\.(list|get|scores|avi|platform_\w+|low_hanging_fruit|potential_hero)$/.test(name))
      return call.call(stage.client, name as never, input as never, options as never);
    const key = `${name} ${JSON.stringify(
      Object.entries(input)
        .filter(([, value]) => value !== undefined)
        .toSorted(),
    )}`;
    const known = answers.get(key) ?? changed(name, input, {});
    answers.set(key, known);
    return known;
  }) as never;
  return stage;
}

function changeOf(world: World, name: string, input: Row, data: unknown): Row {
  const rates = (row: Row): Row =>
    Object.fromEntries(
      Object.entries(row).map(([key, value]) =>
        world.fractions && /^(visibility|\w+_rate)$/.test(key) && typeof value === 'number'
          ? [key, value / 100]
          : [key, value],
      ),
    );
  switch (name) {
    case 'insights.scores':
      // The sample brand has one run only.
      return {
        data: (data as Row[]).filter((_, at, all) =>
          input['id'] === 2001 ? at === all.length - 1 : world.gap === 0 || at % world.gap !== 0,
        ),
      };
    case 'insights.platform_breakdown':
      return { data: (data as Row[]).map(rates) };
    case 'insights.low_hanging_fruit': {
      const { items, meta } = data as { items: Row[]; meta: Row };
      const limit = Number(input['limit'] ?? world.wins);
      return { data: { items: items.slice(0, limit), meta: { ...meta, total: items.length } } };
    }
    case 'accuracy.list':
      return {
        data: (data as Row[]).flatMap((row) =>
          Array.from({ length: world.claims }, (_, at) => ({
            ...row,
            id: Number(row['id']) + 1000 * at,
            claim_normalized: `${String(row['claim_normalized'])}${at > 0 ? ` ${at}` : ''}`,
          })),
        ),
        page: undefined,
      };
    case 'cited_sources.list': {
      const all = (data as Row[]).map((row, at) =>
        world.subdomains && row['is_own_domain'] !== true
          ? { ...row, domain: `${at % 2 ? 'shop' : 'www'}.${String(row['domain'])}` }
          : row,
      );
      const page = Number(input['page'] ?? 1);
      return {
        data: all.slice((page - 1) * world.pageSize, page * world.pageSize),
        page: { page, last_page: Math.ceil(all.length / world.pageSize), total: all.length },
      };
    }
    default:
      return { data };
  }
}

/** The cited domains that a report reads, and whether there are more. */
async function sourcesOf(stage: Stage, world: World, id: unknown, [from, to]: Range) {
  const query = { id, group_by: 'domain', sort: 'citations_desc', from, to, per_page: 100 };
  const pageOf = async (page: number): Promise<Row[]> =>
    rowsIn(await stage.ask('cited_sources.list', { ...query, page }));
  const rows: Row[] = [];
  for (let page = 1; page <= pagesRead; page++) {
    const some = await pageOf(page);
    rows.push(...some);
    if (some.length < world.pageSize) return { rows, cut: false };
  }
  return { rows, cut: (await pageOf(pagesRead + 1)).length > 0 };
}

const isOf = (domain: unknown, host: unknown): boolean =>
  String(domain) === String(host) || String(domain).endsWith(`.${String(host)}`);

/** The figures of one period, from the platform's answers. */
async function figuresOf(stage: Stage, world: World, id: unknown, range: Range) {
  const [from, to] = range;
  const all = rowsIn(await stage.ask('insights.scores', { id })).toSorted((a, b) =>
    day(a['date']).localeCompare(day(b['date'])),
  );
  const within = all.filter(({ date }) => day(date) >= from && day(date) <= to);
  const percent = (rate: unknown): number | undefined =>
    typeof rate === 'number' ? (world.fractions ? Math.round(rate * 100_000) / 1000 : rate) : undefined;
  const platforms = rowsIn(await stage.ask('insights.platform_breakdown', { id, from, to })).map((row) => ({
    platform: row['platform'],
    total: number(row['total']),
    visibility: percent(row['visibility']),
    recommendation_rate: percent(row['recommendation_rate']),
    citation_rate: row['citations_measurable'] === false ? ('not measurable' as const) : percent(row['citation_rate']),
    avg_position: number(row['avg_position']),
  }));
  const answers = platforms.reduce((sum, { total }) => sum + (total ?? 0), 0);
  const visibility =
    answers > 0
      ? tenths(platforms.reduce((sum, one) => sum + (one.visibility ?? 0) * (one.total ?? 0), 0) / answers)
      : undefined;
  const sources = await sourcesOf(stage, world, id, range);
  const { competitors } = (await stage.ask('competitors.list', { id })) as unknown as { competitors: Row[] };
  const rivals = competitors.filter(({ is_active }) => is_active === true);
  const count = (rows: readonly Row[]): number => rows.reduce((sum, row) => sum + Number(row['citations']), 0);
  const citations = count(sources.rows);
  const owned = sources.rows.filter((row) => row['is_own_domain'] === true);
  const others = sources.rows.filter((row) => row['is_own_domain'] !== true);
  const share = (rows: readonly Row[]): number | undefined =>
    citations === 0 ? undefined : tenths((100 * count(rows)) / citations);
  const ofRival = (rival: Row): Row[] => others.filter(({ domain }) => isOf(domain, rival['domain']));
  const claims = rowsIn(await stage.ask('accuracy.list', { id }));
  const wrong = claims.filter(({ verification_status: verdict }) =>
    ['false', 'outdated', 'partial'].includes(String(verdict)),
  );
  const open = wrong.filter(
    (row) => row['resolution_status'] === 'open' && day(row['first_seen_at']) <= to && day(row['last_seen_at']) >= from,
  );
  return {
    range,
    all,
    within,
    last: all.findLast(({ date }) => day(date) <= to),
    index: number(within.at(-1)?.['avi_score']),
    platforms,
    answers,
    visibility,
    sources,
    rivals,
    citations,
    own: !sources.cut || owned.length > 0 ? share(owned) : undefined,
    competitors: share(rivals.flatMap(ofRival)),
    byRival: rivals
      .filter((rival) => ofRival(rival).length > 0)
      .map((rival) => ({ brand: rival['brand_name'], share: share(ofRival(rival)) ?? 0 })),
    wrong,
    open,
  };
}

type Figures = Awaited<ReturnType<typeof figuresOf>>;

/** `before`, `after` and `change`; what was not measured is not in what a model reads. */
const moved = (before: number | undefined, after: number | undefined): Row | undefined =>
  clean({ before, after, change: before === undefined || after === undefined ? undefined : tenths(after - before) });

/** Without absent fields. */
function clean<T>(value: T): T {
  if (Array.isArray(value)) return value.map(clean) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, one]) => (one === undefined || one === null ? [] : [[name, clean(one)]])),
  ) as T;
}

async function reportOf(stage: Stage, id: unknown, now: Figures) {
  const [from, to] = now.range;
  const index = (await stage.ask('reality_check.avi', { id }).catch(() => undefined)) as Told;
  const fruit = (await stage.ask('insights.low_hanging_fruit', { id, from, to })) as Told;
  const latest = now.last !== undefined && now.last === now.all.at(-1);
  const { sources, byRival, own, rivals } = now;
  const [first, last] = [now.within[0], now.within.at(-1)];
  return clean({
    avi: now.last && {
      score: latest ? index.score : now.last['avi_score'],
      dimensions: latest ? index.dimensions : undefined,
      measured_on: day(now.last['date']),
    },
    overall: now.visibility === undefined ? undefined : { visibility: now.visibility, answers: now.answers },
    platforms: now.platforms,
    trend: now.within.map((row) => row['avi_score']),
    change: now.within.length > 1 ? tenths(Number(last?.['avi_score']) - Number(first?.['avi_score'])) : undefined,
    share_of_voice:
      now.citations === 0
        ? undefined
        : {
            own,
            competitors: now.competitors,
            by_competitor: byRival.length > 0 ? byRival : undefined,
            others:
              own === undefined ? undefined : tenths(100 - own - byRival.reduce((sum, one) => sum + one.share, 0)),
            citations: now.citations,
          },
    competitors: rivals.map(({ domain }) => domain),
    cited_sources: sources.rows.slice(0, 10).map(({ domain, citations }) => ({ domain, citations })),
    low_hanging_fruit: fruit.items.map(({ url, citations }: Row) => ({ url, citations })),
    false_claims: Math.min(5, now.open.length),
    totals: {
      low_hanging_fruit: fruit.meta.total > fruit.items.length ? fruit.meta.total : undefined,
      cited_sources: !sources.cut && sources.rows.length > 10 ? sources.rows.length : undefined,
      false_claims: now.open.length > 5 ? now.open.length : undefined,
    },
  });
}

/** The recomputed figures in the form of the report. */
const shownIn = (data: Told): unknown =>
  clean({
    avi: data.avi && {
      score: data.avi.score,
      dimensions: data.avi.dimensions,
      measured_on: data.avi.measured_on,
    },
    overall: data.overall,
    platforms: rowsIn(data.platforms).map(({ sentiment: _, note: __, ...row }) => row),
    trend: rowsIn(data.trend?.scores).map((row) => row['avi_score']),
    change: data.trend?.change?.avi_score,
    share_of_voice: data.share_of_voice && { ...data.share_of_voice, of: undefined },
    competitors: rowsIn(data.competitors).map(({ domain }) => domain),
    cited_sources: rowsIn(data.cited_sources).map(({ domain, citations }) => ({ domain, citations })),
    low_hanging_fruit: rowsIn(data.low_hanging_fruit).map(({ url, citations }) => ({ url, citations })),
    false_claims: rowsIn(data.false_claims).length,
    totals: data.totals ?? {},
  });

async function comparisonOf(stage: Stage, id: unknown, now: Figures, other: Figures) {
  const [before, after] = other.range[0] <= now.range[0] ? [other, now] : [now, other];
  const isMeasured = (side: Figures): boolean => side.within.length > 0 || side.answers > 0;
  const areMeasured = isMeasured(before) && isMeasured(after);
  const [earlierEnd, laterStart] = [before.range[1], after.range[0]];
  const cut = before.sources.cut || after.sources.cut;
  const gained = (rows: readonly Row[], others: readonly Row[], name: string): string[] => [
    ...new Set(
      rows
        .filter((row) => !others.some((one) => one[name] === row[name]) && day(row['first_seen']) > earlierEnd)
        .map((row) => String(row[name])),
    ),
  ];
  const lost = (rows: readonly Row[], others: readonly Row[], name: string): string[] => [
    ...new Set(
      rows
        .filter((row) => !others.some((one) => one[name] === row[name]) && day(row['last_seen']) < laterStart)
        .map((row) => String(row[name])),
    ),
  ];
  const wins = async ({ range: [from, to] }: Figures): Promise<Row[]> =>
    ((await stage.ask('insights.low_hanging_fruit', { id, limit: 100, from, to })) as Told).items;
  const [winsBefore, winsAfter] = [await wins(before), await wins(after)];
  // The platform gives its last 365 days of a longer period.
  const isLong = [before, after].some(({ range: [from, to] }) => Date.parse(to) - Date.parse(from) > 364 * dayMs);
  const isIn = (date: unknown, [from, to]: Range): boolean => day(date) >= from && day(date) <= to;
  const newClaims = now.wrong.filter(({ first_seen_at: first }) => isIn(first, after.range) && day(first) > earlierEnd);
  const oldClaims = now.wrong.filter(({ last_seen_at: last }) => isIn(last, before.range) && day(last) < laterStart);
  const texts = (rows: readonly Row[]): string[] => [...new Set(rows.map((row) => String(row['claim_normalized'])))];
  const rate = (side: Figures, platform: unknown, name: 'visibility' | 'recommendation_rate' | 'citation_rate') => {
    const value = side.platforms.find((row) => row.platform === platform)?.[name];
    return number(value);
  };
  return clean({
    index: moved(before.index, after.index),
    visibility: moved(before.visibility, after.visibility),
    platforms: now.platforms.map(({ platform }) => ({
      platform,
      visibility: moved(rate(before, platform, 'visibility'), rate(after, platform, 'visibility')),
      recommendation_rate: moved(
        rate(before, platform, 'recommendation_rate'),
        rate(after, platform, 'recommendation_rate'),
      ),
      citation_rate: moved(rate(before, platform, 'citation_rate'), rate(after, platform, 'citation_rate')),
    })),
    share_of_voice: { own: moved(before.own, after.own), competitors: moved(before.competitors, after.competitors) },
    cited_domains:
      areMeasured && !cut
        ? listed(
            gained(after.sources.rows, before.sources.rows, 'domain'),
            lost(before.sources.rows, after.sources.rows, 'domain'),
          )
        : undefined,
    low_hanging_fruit:
      areMeasured && !isLong
        ? listed(gained(winsAfter, winsBefore, 'url'), lost(winsBefore, winsAfter, 'url'))
        : undefined,
    claims: areMeasured ? listed(texts(newClaims), texts(oldClaims)) : undefined,
  });
}

/** Ten of the names that are gained and of those that are lost, and how many there are. */
const listed = (...sides: readonly string[][]): unknown[] =>
  sides.map((names) => [...names.slice(0, 10), names.length]);

/** The five largest changes of shares and rates, without their signs. */
const largest = (changes: readonly unknown[]): number[] =>
  changes
    .flatMap((change) => (typeof change === 'number' && change !== 0 ? [Math.abs(change)] : []))
    .toSorted((a, b) => b - a)
    .slice(0, 5);

const changesIn = ({ platforms, share_of_voice }: Told): unknown[] =>
  [...rowsIn(platforms), share_of_voice]
    .flatMap((row: Row) => Object.values(row))
    .map((figures) => (figures as Told)?.change);

const comparedIn = ({ compared }: Told): unknown => {
  const counts = (lists: Told): unknown[] | undefined =>
    lists && ['gained', 'lost'].map((side) => [...lists[side], lists[side].length + (lists.not_shown?.[side] ?? 0)]);
  const moves = rowsIn(compared.most_moved ?? []).map(({ change }) => change);
  expect(largest(moves)).toEqual(largest(changesIn(compared)));
  return clean({
    index: compared.index,
    visibility: compared.visibility,
    platforms: rowsIn(compared.platforms),
    share_of_voice: compared.share_of_voice,
    cited_domains: counts(compared.cited_domains),
    low_hanging_fruit: counts(compared.low_hanging_fruit),
    claims: counts(compared.claims),
  });
};

/** Every part of a report, whole. */
const fields =
  'avi overall trend period other_periods platforms platform_gaps low_hanging_fruit potential competitors share_of_voice cited_sources false_claims totals prompts compared next_steps'.split(
    ' ',
  );

/** Figures that have a row in docs/reports.md with unit, count, period, source and rounding. */
const defined = new Set(
  readFileSync(new URL('../../docs/reports.md', import.meta.url), 'utf8')
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .filter((cells) => cells.length === 8 && cells.slice(1, 7).every((cell) => cell !== ''))
    .flatMap(([, names = '']) => [...names.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name)),
);

/** The paths of all numbers in a report, as docs/reports.md writes them. */
function pathsIn(value: unknown, path = ''): string[] {
  if (typeof value === 'number') return [path];
  if (typeof value !== 'object' || value === null) return [];
  const isTable = Object.hasOwn(value, 'columns') && Object.hasOwn(value, 'rows');
  const list = isTable ? rowsIn(value) : value;
  if (Array.isArray(list)) return list.flatMap((one) => pathsIn(one, `${path}[]`));
  return Object.entries(list).flatMap(([name, one]) => pathsIn(one, path === '' ? name : `${path}.${name}`));
}

const isDefined = (path: string): boolean =>
  /(^|[._])(id|run_id|claim_id|tracking_project_id)$/.test(path) ||
  defined.has(path) ||
  defined.has(path.replace(/\.[^.]+$/, '.{}')) ||
  defined.has(path.replace(/\.[^.]+\.[^.]+$/, '.{}.{}'));

/** All worlds take half a minute. */
const tried = isThorough ? worlds : worlds.slice(0, 3);

it.each(tried)(
  'every figure of a report follows from the answers of the platform as docs/reports.md says in world $seed',
  { timeout: 60_000 },
  async (world) => {
    await using stage = await stageIn(world);
    const today = (await stage.run('visibility_report', { brand: '2003', days: 1 })).data.period.to as string;
    const ids = [2001, 2003, 2004];
    for (const { own, other } of periodsOf(today)) {
      const range = { from: own[0], to: own[1] };
      const compare = { from: other[0], to: other[1] };
      const expectedRows = new Map<unknown, Row>();
      for (const id of ids) {
        const [now, then] = [await figuresOf(stage, world, id, own), await figuresOf(stage, world, id, other)];
        const { data } = await stage.run('visibility_report', { brand: String(id), ...range, compare, fields });
        const at = `brand ${id}, ${own.join(' to ')} and ${other.join(' to ')}`;
        expect(shownIn(data), at).toEqual(await reportOf(stage, id, now));
        expect(comparedIn(data), at).toEqual(await comparisonOf(stage, id, now, then));
        expect(
          [...new Set(pathsIn(data))].filter((path) => !isDefined(path)),
          at,
        ).toEqual([]);
        expectedRows.set(
          id,
          clean({
            index: now.index,
            index_before: then.index,
            change: moved(then.index, now.index)?.['change'],
            own_share: now.own,
            own_share_before: then.own,
            ahead:
              now.own === undefined
                ? []
                : now.byRival.filter(({ share }) => share > (now.own ?? 0)).map(({ brand }) => brand),
            false_claims: now.open.length,
          }),
        );
      }
      const { data: all } = await stage.run('visibility_report', { brand: 'all', ...range, compare });
      const rows = rowsIn(all.brands);
      expect(rows).toHaveLength(4);
      for (const [id, expected] of expectedRows) {
        const row = rows.find((one) => one['tracking_project_id'] === id) ?? {};
        const { index, index_before, change, own_share, own_share_before, ahead, false_claims } = row;
        expect(
          clean({ index, index_before, change, own_share, own_share_before, ahead: ahead ?? [], false_claims }),
        ).toEqual(expected);
      }
      expect(pathsIn(all).filter((path) => !isDefined(path))).toEqual([]);
    }
  },
);
