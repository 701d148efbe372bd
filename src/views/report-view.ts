import { barChart } from '../charts/bar-chart.ts';
import { inNumbers } from '../charts/chart.ts';
import { lineChart } from '../charts/line-chart.ts';
import { h, type Node } from '../charts/node.ts';
import { figure, link, list, note, section, table } from './parts/blocks.ts';
import { fieldsOf, numberOf, recordsOf, textOf, timeOf, type Fields } from './parts/read.ts';
import type { View, ViewContext } from './parts/view.ts';

/** How AI assistants see a brand: the data of `visibility_report`. */
export const reportView: View = (data, context) => {
  const report = fieldsOf(data);
  const { words } = context;
  const parts = [
    heading(report, context),
    index(report, context),
    trend(report, context),
    platforms(report, context),
    shareOfVoice(report, context),
    sources(report, context),
    quickWins(report, context),
    recommendations(report, context),
  ].flat();
  const missing = fieldsOf(report['not_available']);
  const units = textOf(report['units']);
  const reasons = Object.values(missing)
    .map(textOf)
    .filter((text) => text !== undefined);
  return [
    ...parts,
    ...(units ? [note(units)] : []),
    ...reasons.map(note),
    ...(parts.length <= 1 && reasons.length === 0 ? [note(words.noData)] : []),
  ];
};

function heading(report: Fields, { locale }: ViewContext): Node[] {
  const period = fieldsOf(report['period']);
  const dates = [timeOf(period['from']), timeOf(period['to'])].filter((at) => at !== undefined);
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' });
  const about = [textOf(report['domain']), dates.map((at) => format.format(at)).join(' – ')]
    .filter(Boolean)
    .join(' · ');
  return [h('header', {}, h('h1', {}, textOf(report['brand']) ?? '–'), h('p', { class: 'about' }, about))];
}

function index(report: Fields, context: ViewContext): Node[] {
  const { words } = context;
  const avi = fieldsOf(report['avi']);
  const score = numberOf(avi['score']);
  if (score === undefined) return [];
  const tier = textOf(avi['tier']) ?? '';
  const dimensions = Object.entries(fieldsOf(avi['dimensions'])).map(
    ([name, value]) => [words.dimensions[name] ?? name, numberOf(value) ?? null] as const,
  );
  const tierName = words.tiers[tier] ?? tier;
  return [
    h(
      'p',
      { class: `score ${['red', 'yellow', 'green'].includes(tier) ? tier : ''}` },
      h('strong', {}, inNumbers(score, context)),
      ` ${words.indexOf} `,
      h('span', {}, `${words.index}: ${tierName}`),
    ),
    ...(dimensions.length === 0
      ? []
      : [
          section(
            words.dimensionsTitle,
            figure(
              barChart({
                ...context,
                label: `${words.dimensionsTitle}: ${dimensions.map(([name, value]) => `${name} ${value ?? words.notMeasured}`).join(', ')}`,
                bars: dimensions.map(([label, value]) => ({ label, values: [value] })),
                max: 100,
                missing: words.notMeasured,
              }),
              [{ name: words.index }, { name: words.indexOf, numeric: true }],
              dimensions.map(([name, value]) => [name, value ?? words.notMeasured]),
              context,
            ),
          ),
        ]),
  ];
}

function trend(report: Fields, context: ViewContext): Node[] {
  const { words, locale } = context;
  const points = recordsOf(fieldsOf(report['trend'])['scores'])
    .flatMap((row) => {
      const at = timeOf(row['date']);
      const value = numberOf(row['avi_score']);
      return at === undefined || value === undefined ? [] : [{ at, value }];
    })
    .toSorted((a, b) => a.at - b.at);
  if (points.length === 0) return [];
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' });
  const said = points.map(({ at, value }) => `${format.format(at)}: ${value}`);
  return [
    section(
      words.trendTitle,
      figure(
        lineChart({ ...context, label: `${words.trendTitle}: ${said.slice(-12).join(', ')}`, points, max: 100 }),
        [{ name: '' }, { name: words.index, numeric: true }],
        points.map(({ at, value }) => [format.format(at), inNumbers(value, context)]),
        context,
      ),
    ),
  ];
}

function platforms(report: Fields, context: ViewContext): Node[] {
  const { words } = context;
  const rows = recordsOf(report['platforms']).map((row) => ({
    label: textOf(row['platform']) ?? '–',
    values: [
      numberOf(row['visibility']) ?? null,
      numberOf(row['recommendation_rate']) ?? null,
      numberOf(row['citation_rate']) ?? null,
    ],
  }));
  if (rows.length === 0) return [];
  const series = [words.visibility, words.recommendationRate, words.citationRate];
  const cell = (value: number | null): string =>
    value === null ? words.notMeasured : inNumbers(value, { ...context, unit: '%' });
  return [
    section(
      words.platformsTitle,
      figure(
        barChart({
          ...context,
          label: `${words.platformsTitle}: ${rows.map(({ label, values }) => `${label}: ${series.map((name, at) => `${name} ${cell(values[at] ?? null)}`).join(', ')}`).join('; ')}`,
          bars: rows,
          series,
          max: 100,
          unit: '%',
          missing: words.notMeasured,
        }),
        [{ name: '' }, ...series.map((name) => ({ name, numeric: true }))],
        rows.map(({ label, values }) => [label, ...values.map(cell)]),
        context,
      ),
    ),
  ];
}

function shareOfVoice(report: Fields, context: ViewContext): Node[] {
  const { words } = context;
  const said = fieldsOf(report['share_of_voice']);
  const own = numberOf(said['own']);
  const competitors = numberOf(said['competitors']);
  if (own === undefined || competitors === undefined) return [];
  const rows = [
    { label: words.ownSite, values: [own] },
    { label: words.competitorsTitle, values: [competitors] },
    { label: words.others, values: [Math.max(0, 100 - own - competitors)] },
  ];
  return [
    section(
      words.shareTitle,
      figure(
        barChart({
          ...context,
          label: `${words.shareTitle}: ${rows.map(({ label, values }) => `${label} ${values[0]} %`).join(', ')}`,
          bars: rows,
          max: 100,
          unit: '%',
        }),
        [{ name: '' }, { name: words.shareTitle, numeric: true }],
        rows.map(({ label, values }) => [label, inNumbers(values[0] ?? 0, { ...context, unit: '%' })]),
        context,
      ),
      ...[textOf(said['of'])].filter((basis) => basis !== undefined).map(note),
    ),
  ];
}

function sources(report: Fields, context: ViewContext): Node[] {
  const { words } = context;
  const rows = recordsOf(report['cited_sources']);
  if (rows.length === 0) return [];
  const named = rows.map((row) => ({
    domain: textOf(row['domain']) ?? '–',
    own: row['own'] === true,
    citations: numberOf(row['citations']) ?? 0,
    possibility: numberOf(row['possibility']),
  }));
  return [
    section(
      words.sourcesTitle,
      figure(
        barChart({
          ...context,
          label: `${words.sourcesTitle}: ${named.map(({ domain, citations }) => `${domain} ${citations}`).join(', ')}`,
          bars: named.map(({ domain, own, citations }) => ({
            label: own ? `${domain} (${words.ownSite})` : domain,
            values: [citations],
          })),
        }),
        [{ name: words.domain }, { name: words.citations, numeric: true }, { name: words.reachable, numeric: true }],
        named.map(({ domain, citations, possibility }) => [
          domain,
          inNumbers(citations, context),
          possibility === undefined ? '–' : inNumbers(possibility, { ...context, unit: '%' }),
        ]),
        context,
      ),
    ),
  ];
}

function quickWins(report: Fields, context: ViewContext): Node[] {
  const { words } = context;
  const rows = recordsOf(report['low_hanging_fruit']);
  if (rows.length === 0) return [];
  return [
    section(
      words.winsTitle,
      table(
        [{ name: words.page }, { name: words.citations, numeric: true }, { name: words.reachable, numeric: true }],
        rows.map((row) => [
          link(textOf(row['url']) ?? textOf(row['domain']) ?? '–'),
          inNumbers(numberOf(row['citations']) ?? 0, context),
          inNumbers(numberOf(row['effective_possibility'] ?? row['citation_possibility_score']) ?? 0, {
            ...context,
            unit: '%',
          }),
        ]),
        words.winsTitle,
      ),
    ),
  ];
}

function recommendations(report: Fields, { words }: ViewContext): Node[] {
  const said = recordsOf(fieldsOf(report['avi'])['recommendations'])
    .map(({ text, dimension }) => [words.dimensions[textOf(dimension) ?? ''], textOf(text)].filter(Boolean).join(': '))
    .filter(Boolean);
  return said.length === 0 ? [] : [section(words.recommendationsTitle, list(said))];
}
