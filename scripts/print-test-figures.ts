import { readFileSync } from 'node:fs';

/** Prints the tests that failed and `N passed, N failed` from vitest's JSON report. A test file that could not run at all counts as one failure. */
const [file = ''] = process.argv.slice(2);
const report = JSON.parse(readFileSync(file, 'utf8')) as {
  numPassedTests: number;
  numFailedTests: number;
  testResults: {
    name: string;
    status: string;
    message: string;
    assertionResults: { status: string; fullName: string; failureMessages: string[] }[];
  }[];
};
const broken = report.testResults.filter(
  ({ status, assertionResults }) => status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
);
// The log above is long, and only its end may be kept.
for (const { name, assertionResults } of report.testResults)
  for (const { status, fullName, failureMessages } of assertionResults)
    if (status === 'failed')
      console.log(`failed: ${name}: ${fullName}\n  ${failureMessages.join('\n  ').slice(0, 600)}`);
for (const { name, message } of broken) console.log(`could not run: ${name}\n  ${message.slice(0, 600)}`);
console.log(`${report.numPassedTests} passed, ${report.numFailedTests + broken.length} failed`);
