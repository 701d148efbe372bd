import { inNumbers } from './charts/chart.ts';
import { fieldsOf, numberOf, recordsOf, textOf } from './views/parts/read.ts';
import type { Words } from './views/parts/words.ts';
import { platformsByVisibility, pointsOf } from './views/report-view.ts';

/** The report in sentences, each computed from the data of `visibility_report`. A sentence whose figures are missing is left out. */
export function brandSummary(data: unknown, words: Words, locale: string): string[] {
  const report = fieldsOf(data);
  const avi = fieldsOf(report['avi']);
  const score = numberOf(avi['score']);
  const brand = textOf(report['brand']) ?? '–';
  const say = sentences[words.language];
  const number = (value: number): string => inNumbers(value, { locale });
  const dimensions = Object.entries(fieldsOf(avi['dimensions']))
    .flatMap(([name, value]) => {
      const figure = numberOf(value);
      return figure === undefined ? [] : [{ name: words.dimensions[name] ?? name, value: figure }];
    })
    .toSorted((a, b) => b.value - a.value);
  const platforms = platformsByVisibility(report);
  const points = pointsOf(report);
  const [best, worst] = [dimensions[0], dimensions.at(-1)];
  const [highest, lowest] = [platforms[0], platforms.at(-1)];
  const [first, last] = [points[0], points.at(-1)];
  const wins = recordsOf(report['low_hanging_fruit']).length;
  const index = fieldsOf(fieldsOf(report['compared'])['index']);
  const [before, after] = [numberOf(index['before']), numberOf(index['after'])];
  return [
    score === undefined
      ? undefined
      : say.index(brand, number(score), words.tiers[textOf(avi['tier']) ?? ''] ?? textOf(avi['tier'])),
    best && worst && best !== worst
      ? say.dimensions(best.name, number(best.value), worst.name, number(worst.value))
      : undefined,
    highest && lowest && highest !== lowest
      ? say.platforms(highest.name, number(highest.value), lowest.name, number(lowest.value))
      : undefined,
    first && last && first !== last
      ? say.trend(number(first.value), number(last.value), last.value - first.value)
      : undefined,
    before !== undefined && after !== undefined
      ? say.compared(number(before), number(after), after - before)
      : undefined,
    wins > 0 ? say.wins(wins) : undefined,
  ].filter((sentence) => sentence !== undefined);
}

interface Sentences {
  index(brand: string, score: string, tier: string | undefined): string;
  dimensions(best: string, bestValue: string, worst: string, worstValue: string): string;
  platforms(best: string, bestValue: string, worst: string, worstValue: string): string;
  trend(from: string, to: string, change: number): string;
  compared(before: string, after: string, change: number): string;
  wins(count: number): string;
}

const sentences: Readonly<Record<Words['language'], Sentences>> = {
  en: {
    index: (brand, score, tier) =>
      `${brand} scores ${score} of 100 in the AI visibility index${tier ? `, which is ${tier}` : ''}.`,
    dimensions: (best, a, worst, b) => `Its strongest dimension is ${best} (${a}), its weakest is ${worst} (${b}).`,
    platforms: (best, a, worst, b) => `It is most visible on ${best} (${a} %) and least visible on ${worst} (${b} %).`,
    trend: (from, to, change) =>
      change === 0
        ? `The index has stayed at ${to} over the period shown.`
        : `The index has ${change > 0 ? 'risen' : 'fallen'} from ${from} to ${to} over the period shown.`,
    compared: (before, after, change) =>
      change === 0
        ? `At the end of both periods the index was ${after}.`
        : `At the end of this period the index is ${after}; at the end of the other one it was ${before}.`,
    wins: (count) => `${count} ${count === 1 ? 'source is' : 'sources are'} within easy reach.`,
  },
  de: {
    index: (brand, score, tier) =>
      `${brand} erreicht ${score} von 100 im KI-Sichtbarkeitsindex${tier ? `; das ist ${tier}` : ''}.`,
    dimensions: (best, a, worst, b) => `Die stärkste Dimension ist ${best} (${a}), die schwächste ist ${worst} (${b}).`,
    platforms: (best, a, worst, b) =>
      `Am sichtbarsten ist die Marke auf ${best} (${a} %), am wenigsten auf ${worst} (${b} %).`,
    trend: (from, to, change) =>
      change === 0
        ? `Der Index ist im gezeigten Zeitraum bei ${to} geblieben.`
        : `Der Index ist im gezeigten Zeitraum von ${from} auf ${to} ${change > 0 ? 'gestiegen' : 'gefallen'}.`,
    compared: (before, after, change) =>
      change === 0
        ? `Am Ende beider Zeiträume lag der Index bei ${after}.`
        : `Am Ende dieses Zeitraums liegt der Index bei ${after}, am Ende des anderen lag er bei ${before}.`,
    wins: (count) => `${count} ${count === 1 ? 'Quelle ist' : 'Quellen sind'} leicht erreichbar.`,
  },
};
