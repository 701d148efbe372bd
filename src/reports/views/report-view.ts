import type { Node } from '../charts/node.ts';
import type { Fields } from '../../base/json/is-fields.ts';
import { note, notAvailable, emptyState, pageTitle } from './parts/blocks.ts';
import { datesOf } from './parts/dates.ts';
import { sideBySide } from './parts/layout.ts';
import { fieldsOf, recordsOf, textOf } from './parts/read.ts';
import type { View, ViewContext } from './parts/view.ts';
import { inWords } from './parts/words.ts';
import { assistants, keyFigures } from './report/assistants.ts';
import { brands } from './report/brands.ts';
import { falseClaimsSection } from './report/claims.ts';
import { comparison } from './report/comparison.ts';
import { nextStepsSection } from './report/next-steps.ts';
import { prompts, rivals } from './report/rivals.ts';
import { quickWins, sources } from './report/sources.ts';
import { dimensions, trend } from './report/trend.ts';
import { verdict } from './report/verdict.ts';

/** How AI assistants see a brand: the data of `visibility_report`, the most important first. */
export const reportView: View = (data, context) => {
  const report = fieldsOf(data);
  const { words } = context;
  if (recordsOf(report['brands']).length > 0) return brands(report, context);
  const first = verdict(report, context);
  const parts = [
    ...comparison(report, context),
    ...nextStepsSection(report, context),
    ...keyFigures(report, context),
    ...assistants(report, context),
    ...rivals(report, context),
    ...prompts(report, context),
    ...falseClaimsSection(report, context),
    ...sources(report, context),
    ...quickWins(report, context),
    ...sideBySide(
      context,
      (inner) => trend(report, inner),
      (inner) => dimensions(report, inner),
    ),
  ];
  const otherPeriods = Object.entries(fieldsOf(report['other_periods'])).map(([part, range]) =>
    note(`${inWords(part, words.parts)} ${words.otherPeriod} ${datesOf(fieldsOf(range), context)}`),
  );
  const isEmpty = first.length + parts.length === 0;
  return [
    heading(report, context),
    ...(first.length > 0 || isEmpty ? first : [note(words.noIndex)]),
    ...parts,
    ...notAvailable(report, words),
    ...otherPeriods,
    ...(isEmpty ? [emptyState(words.noData, words.empty.report)] : []),
  ];
};

function heading(report: Fields, context: ViewContext): Node {
  const dates = datesOf(fieldsOf(report['period']), context);
  return pageTitle(textOf(report['brand']) ?? context.words.index, context, textOf(report['domain']), dates);
}
