import { h, type Node } from '../../charts/node.ts';
import type { Fields } from '../../../base/json/is-fields.ts';
import { claimNodes } from '../evidence.ts';
import { choiceButton, notShown, paidButton, section, type Question } from '../parts/blocks.ts';
import { fieldsOf, numberIn, recordsOf, textOf } from '../parts/read.ts';
import type { ViewContext } from '../parts/view.ts';
import { inWords } from '../parts/words.ts';

/** False claims of assistants, each with the statement and the fact. */
export function falseClaimsSection(report: Fields, { words }: ViewContext): Node[] {
  const rows = recordsOf(report['false_claims']);
  if (rows.length === 0) return [];
  return [
    section(
      words.falseClaimsTitle,
      ...rows.map((row) => {
        const claim = textOf(row['claim']) ?? '–';
        return h(
          'div',
          { class: 'claim' },
          h('p', {}, h('strong', {}, claim), ` (${inWords(textOf(row['severity']) ?? '', words.severities)}) `),
          ...claimNodes({ ...row, source: row['truth_source'] }, words),
          ...(row['claim_id'] === undefined ? [] : [choiceButton(words.settle, claim, settling(report, row, words))]),
        );
      }),
      ...notShown(numberIn(fieldsOf(report['totals'])['false_claims']), rows.length, words),
      paidButton(words.checkAgain, {
        tool: 'call_paid',
        arguments: { operation: 'accuracy.reverify', arguments: { id: report['tracking_project_id'] } },
      }),
    ),
  ];
}

/** The choice between the two ways to settle a claim. A person has to choose, since no operation opens a claim again. */
function settling(report: Fields, claim: Fields, words: ViewContext['words']): Question {
  const settle = (label: string, resolution_status: 'resolved' | 'false_positive') => ({
    label,
    action: {
      tool: 'call_write',
      arguments: {
        operation: 'accuracy.resolve',
        arguments: { id: report['tracking_project_id'], claim: claim['claim_id'], resolution_status },
      },
    },
  });
  return {
    means: words.settleMeans,
    choices: [settle(words.settleResolved, 'resolved'), settle(words.settleFalsePositive, 'false_positive')],
    done: words.settled,
  };
}
