import type { Bar } from '../../charts/bar-chart.ts';
import type { Node } from '../../charts/node.ts';
import type { Fields } from '../../../base/json/is-fields.ts';
import { barSection, listSection, note } from '../parts/blocks.ts';
import { figureText } from '../parts/figures.ts';
import { fieldsOf, numberIn, recordsOf, textOf } from '../parts/read.ts';
import type { ViewContext } from '../parts/view.ts';

/** The brand and its competitors, by the figures that the platform measures: visibility and citations. */
export function rivals(report: Fields, context: ViewContext): Node[] {
  const { words } = context;
  const share = fieldsOf(report['share_of_voice']);
  const strongest = fieldsOf(fieldsOf(report['potential'])['top_competitor']);
  const brand = textOf(report['brand']) ?? words.ownSite;
  const competitors = recordsOf(report['competitors']);
  const nameOf = (name: string): string => textOf(competitors.find(({ domain }) => domain === name)?.['brand']) ?? name;
  const strongestName = textOf(strongest['brand']);
  const shares = new Map(
    recordsOf(share['by_competitor']).map((row) => [
      textOf(row['brand'] ?? row['domain']) ?? '–',
      numberIn(row['share']),
    ]),
  );
  const visible = new Map(
    strongestName === undefined ? [] : [[nameOf(strongestName), numberIn(strongest['visibility'])]],
  );
  const barOf = (label: string, visibility: number | undefined, citations: number | undefined): Bar => ({
    label,
    values: [visibility ?? null, citations ?? null],
  });
  const bars = [
    barOf(brand, numberIn(fieldsOf(report['overall'])['visibility']), numberIn(share['own'])),
    ...[...new Set([...visible.keys(), ...shares.keys()])].map((name) =>
      barOf(name, visible.get(name), shares.get(name)),
    ),
    ...(numberIn(share['others']) === undefined ? [] : [barOf(words.others, undefined, numberIn(share['others']))]),
  ].filter(({ values }) => values.some((value) => value !== null));
  if (bars.length < 2) return [];
  return barSection(
    words.rivalsTitle,
    { of: words.brand, measures: [words.visibility, words.parts.share_of_voice], bars, max: 100, unit: '%' },
    context,
    note([...basisOf(report, context), words.rivalsUnknown].join(' ')),
  );
}

/** Text that says what the figures are shares of; empty if it is not known. */
function basisOf(report: Fields, context: ViewContext): string[] {
  const { words } = context;
  const citations = numberIn(fieldsOf(report['share_of_voice'])['citations']);
  const { total_queries, mentions_count } = fieldsOf(report['potential']);
  const [answers, mentions] = [numberIn(total_queries), numberIn(mentions_count)];
  const counted = (count: number): string => figureText('count', count, context);
  return [
    ...(answers === undefined || mentions === undefined
      ? []
      : [words.visibilityBasis.replace('{mentions}', counted(mentions)).replace('{answers}', counted(answers))]),
    ...(citations === undefined ? [] : [words.shareBasis.replace('{}', counted(citations))]),
  ];
}

/** Prompts whose answers name the brand least. */
export function prompts(report: Fields, { words }: ViewContext): Node[] {
  const { top_potential_prompts: prompts } = fieldsOf(report['potential']);
  const texts = (Array.isArray(prompts) ? prompts : recordsOf(prompts)).flatMap(
    (prompt) => textOf(prompt) ?? textOf(fieldsOf(prompt)['prompt_text']) ?? textOf(fieldsOf(prompt)['prompt']) ?? [],
  );
  return listSection(words.potentialPromptsTitle, texts);
}
