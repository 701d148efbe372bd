/**
 * Reads the answers of the platform. Every 2xx answer is read here and nowhere else.
 *
 * It accepts the declared form; that form in an envelope (`data`, with `meta` next to it); absent or null optional fields;
 * and page figures as texts. A refusal under 2xx (`refusal.ts`) is an error like any other refusal. Everything else is handed
 * over unchanged and marked `unexpected_form`; invalid JSON, a web page and an empty answer are unreadable.
 *
 * Nothing is guessed: other names of fields, of page figures, of identifiers and of states are not tried. Errors of other
 * statuses are in `http/`, the states of jobs in `jobs/`.
 */
export { contentOf } from './content.ts';
export type { AroundData, DecodedResponse, Page, RawResponse } from './decoded-response.ts';
export { readAnswer } from './read-answer.ts';
export { readCsv } from './read-csv.ts';
export { readJson } from './read-json.ts';
export { readNdjson } from './read-ndjson.ts';
export { throwIfRefused } from './refusal.ts';
export {
  argumentsInAddress,
  beyondResult,
  hasShownOnce,
  isOnlyAccepted,
  whereItShows,
  withoutShownOnce,
} from './start-answer.ts';
export { describeAnswer, fileIn, isFile, isLongText, unexpectedForm } from './unexpected-form.ts';
