import * as z from 'zod';
import { count, id, number, text } from '../../fields.ts';
import { answer, family, fixed, formula, get, input, post, type Arguments, likely, assumed } from '../../operation.ts';

const scanType = z.enum(['quick', 'deep']);

/** Document 3, "AI scanner": its own four, fewer than a project's content languages. */
export const scanLanguage = z.enum(['de', 'en', 'es', 'fr']);

/** Credits for each begun 1000 words. */
const rates = { light: 2, standard: 4, deep: 8 } as const;

/** How far a rewriting goes. */
export const rewriteLevel = z.enum(['light', 'standard', 'deep']);

/** Document 3, "AI scanner, humanizer, content optimizer". */
export const aiScanner = family(
  'ai_scanner',
  'Tells whether a text was written by AI, and makes an article read as human',
  { words: 'ai detection detector chatgpt generated score plagiarism humanise rewrite' },
  () => ({
    detect: post('/ai-scanner/detect', {
      does: 'Judge whether a text was written by AI: quick at once, deep as a job; the text goes into body',
      changes: 'Stores a scan each time; the text stays as it is.',
      words: 'check scan detector score machine written',
      example: { text: 'Trail running shoes need grip before anything else.', scan_type: 'quick' },
      input: {
        scan_type: scanType.optional().describe('quick answers at once; deep is a job'),
        mode: scanType.optional().describe('Other name of scan_type'),
        language: scanLanguage.optional().describe('Without it the language is detected; any other is refused'),
      },
      open: true,
      likely: {
        text: likely(text, 'what to judge; the answer has word_count and language', ['content']),
        article_id: likely(id, 'judge an article instead; ai_scanner.humanize takes one'),
      },
      output: { scan_id: id },
      otherwiseStatus: { 200: 'A quick scan, judged at once' },
      price: fixed(2, { refunded: true, actual: 'credits_charged' }),
      job: {
        doing: 'Checking who wrote the text',
        watch: 'ai_scanner.scan',
        with: { id: answer('scan_id', 'id') },
        state: 'processing_status',
        done: ['ready', 'completed'],
        failed: ['failed'],
        usually: 30,
      },
      refuses: { 422: 'when no language is given and the detected one is not de, en, es or fr: no scan, no charge' },
    }),
    scan: get('/ai-scanner/scans/{id}', {
      does: 'Show an AI scan: status, score, details',
      words: 'result detection report',
      output: {
        scan_id: id,
        scan_type: text,
        processing_status: text,
        score: number.describe('likely 0 to 100; higher: more likely written by AI').nullable(),
        details: z.unknown(),
        word_count: count,
        language: text.nullable(),
        credits_charged: count,
      },
    }),
    humanize: post('/ai-scanner/humanize', {
      does: 'Rewrite an article so that it reads as written by a person',
      changes: "Replaces the article's text.",
      words: 'humanise rephrase undetectable natural article',
      output: assumed({ article_id: id, level: text, status: text }),
      example: { level: 'light' },
      input: {
        article_id: id,
        level: rewriteLevel.optional().describe('How far to go; the platform does not show what it calls this field'),
      },
      open: true,
      likely: {
        level: likely(z.enum(['light', 'standard', 'deep']), 'how far to go; the row names the values and no field', [
          'mode',
          'intensity',
        ]),
      },
      price: formula(
        'ceil(words / 1000) x 2 (light), 4 (standard) or 8 (deep)',
        (given, { article }) => Math.ceil(wordsOf(article) / 1000) * rateOf(given),
        { charged: 'in_job', facts: { article: { operation: 'articles.get', with: { id: 'article_id' } } } },
      ),
      job: {
        doing: 'Rewriting the article',
        watch: 'articles.get',
        with: { id: input('article_id') },
        state: 'processing_status',
        done: ['ready'],
        failed: ['failed'],
        changes: ['content'],
        usually: 90,
      },
    }),
  }),
);

/** How a text is cut into words is not stated: the way that finds more of them. */
function wordsOf(article: unknown): number {
  if (typeof article !== 'object' || article === null) return 0;
  const content: unknown = Reflect.get(article, 'content');
  const stated: unknown = Reflect.get(article, 'word_count');
  const found =
    typeof content === 'string' ? [/\S+/g, /[\p{L}\p{N}]+/gu].map((word) => content.match(word)?.length ?? 0) : [];
  return Math.max(0, ...found, typeof stated === 'number' ? stated : 0);
}

/** The dearest level named anywhere in the call, since the field may have another name; with none, the dearest there is. */
function rateOf({ level: named, body }: Arguments): number {
  const values = new Set<unknown>([named, ...Object.values(typeof body === 'object' && body !== null ? body : {})]);
  const meant = rewriteLevel.options.filter((one) => values.has(one));
  return Math.max(...(meant.length ? meant : rewriteLevel.options).map((one) => rates[one]));
}
