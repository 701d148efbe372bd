import { readFileSync } from 'node:fs';

/** Prints `N passed, N failed` from vitest's JSON report. A test file that could not run at all counts as one failure. */
const [file = ''] = process.argv.slice(2);
const report = JSON.parse(readFileSync(file, 'utf8')) as {
  numPassedTests: number;
  numFailedTests: number;
  testResults: { status: string; assertionResults: { status: string }[] }[];
};
const broken = report.testResults.filter(
  ({ status, assertionResults }) => status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
);
console.log(`${report.numPassedTests} passed, ${report.numFailedTests + broken.length} failed`);
