import { isBreaking, type Finding, type Verification, type VerifiedOperation } from './verification.ts';

/** How the client handles a difference of that kind until it is resolved; docs/verify.md explains it in full. */
const meanwhile: Readonly<Record<Finding['kind'], string>> = {
  missing: 'the field is absent from results',
  extra: 'the field is handed on as it comes',
  type: 'the value is handed on as it comes, with the type that it has',
  enum: 'the value is handed on; a job whose state it is stays open until its state is a declared one',
  status: 'another success is taken for one; a refusal is reported as such',
  shape:
    'rows and objects are looked for in other wrappers; what has none of them is refused, and nothing passes for empty',
  media_type: 'what can be read is read, and a web page in the place of an answer is refused',
  page: 'rows are read until a page has none that is new',
};

/** A verification for people, in Markdown; plain enough for a terminal. Holds no value of the account. */
export function verificationText(verification: Verification): string {
  const { platform, checked_at: at, requests, spent, coverage, operations, known } = verification;
  const differing = operations.filter(({ findings }) => findings.some(isBreaking));
  const notes = operations.flatMap(({ findings }) => findings.filter((one) => !isBreaking(one))).length;
  const lines = [
    `# ${verification.ok ? 'The platform keeps what the catalog says' : `${differing.length} operation${differing.length === 1 ? '' : 's'} answer otherwise than the catalog says`}`,
    '',
    `Platform: ${platform}, ${at}. ${requests} request${requests === 1 ? '' : 's'}, free reads only; ${spentInWords(spent)}.`,
    `Answered: ${coverage.operations.checked} of ${coverage.operations.of} operations, ${coverage.fields.seen} of ${coverage.fields.of} of their declared fields seen. Results: ${resultsInWords(operations)}.`,
    ...(known === undefined ? [] : [`Left out, as the baseline has them: ${known}.`]),
    ...(notes === 0 ? [] : [`Fields that the catalog does not have: ${notes}. They are handed on as they come.`]),
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
    ? 'what was spent meanwhile is not known, as the balance was not read before and after'
    : spent === 0
      ? 'nothing was spent'
      : `the balance went down by ${spent} credits meanwhile, by calls other than these`;

/** How many operations have which result: `40 ok, 3 drift, 12 no_sample`. */
const resultsInWords = (operations: readonly VerifiedOperation[]): string =>
  [...Map.groupBy(operations, ({ result }) => result)].map(([result, own]) => `${own.length} ${result}`).join(', ');
