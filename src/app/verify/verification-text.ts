import { isBreaking, type Finding, type Verification, type VerifiedOperation } from './verification.ts';

/** How the client handles each kind of difference until it is resolved; docs/verify.md explains it in full. */
const meanwhile: Readonly<Record<Finding['kind'], string>> = {
  missing: 'the field is absent from results',
  extra: 'the field is passed on unchanged',
  type: 'the value is passed on unchanged, with the wrong type',
  enum: 'the value is passed on; a job in an undeclared state stays open until its state is a declared one',
  status: 'any success status is treated as a success, and a refusal is reported as one',
  shape:
    'rows and objects are looked for in other wrappers; an answer without any of them is refused, and never counts as empty',
  media_type: 'readable answers are read, and a web page instead of an answer is refused',
  page: 'rows are read until a page has no new ones',
};

/** A verification for people, in Markdown; plain enough for a terminal. Holds no value of the account. */
export function verificationText(verification: Verification): string {
  const { platform, checked_at: at, requests, spent, coverage, operations, known } = verification;
  const differing = operations.filter(({ findings }) => findings.some(isBreaking));
  const notes = operations.flatMap(({ findings }) => findings.filter((one) => !isBreaking(one))).length;
  const lines = [
    `# ${verification.ok ? 'The platform behaves as the catalog says' : `${differing.length} operation${differing.length === 1 ? '' : 's'} answer differently from the catalog`}`,
    '',
    `Platform: ${platform}, ${at}. ${requests} request${requests === 1 ? '' : 's'}, free reads only; ${spentInWords(spent)}.`,
    `Answered: ${coverage.operations.checked} of ${coverage.operations.of} operations, ${coverage.fields.seen} of ${coverage.fields.of} of their declared fields seen. Results: ${resultsInWords(operations)}.`,
    ...(known === undefined ? [] : [`Omitted, since the baseline has them: ${known}.`]),
    ...(notes === 0 ? [] : [`Fields that the catalog does not have: ${notes}. They are passed on unchanged.`]),
  ];
  for (const { operation, findings } of differing) {
    lines.push('', `## ${operation}`, '');
    for (const { kind, path, expected, seen } of findings.filter(isBreaking))
      lines.push(
        `- ${kind}${path === '' ? '' : ` at \`${path}\``}: declared ${expected}, seen ${seen}. Meanwhile ${meanwhile[kind]}.`,
      );
  }
  return `${lines.join('\n')}\n`;
}

const spentInWords = (spent: number | null): string =>
  spent === null
    ? 'spending meanwhile is not known, since the balance was not read before and after'
    : spent === 0
      ? 'nothing was spent'
      : `the balance went down by ${spent} credits meanwhile, by calls other than these`;

/** The number of operations for each result: `40 ok, 3 drift, 12 no_sample`. */
const resultsInWords = (operations: readonly VerifiedOperation[]): string =>
  [...Map.groupBy(operations, ({ result }) => result)].map(([result, own]) => `${own.length} ${result}`).join(', ');
