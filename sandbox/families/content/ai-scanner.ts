import { rewriteLevel, scanLanguage } from '../../../src/catalog/families/content/ai-scanner.ts';
import type { Call } from '../../engine/handler-call.ts';
import { detectLanguage } from '../../invention/detect-language.ts';
import { anyText, firstText, numberIn } from '../shared/open-body.ts';
import { implement, type CallOf, type Stored } from '../../engine/implement.ts';
import type { Invent } from '../../invention/invention.ts';
import { change, kind, type Row } from '../../engine/documents.ts';
import { after, failed, plan, shouldFail, type Running } from '../../engine/plan.ts';
import { invalid, refuse } from '../../engine/http/refusal.ts';
import { RawResponse } from '../../engine/http/reply.ts';
import { articles, type Article } from './articles.ts';

type Scan = Stored<'ai_scanner.scan', 'scan_id' | 'details'> & {
  text: string;
  details: { sentence: string; ai_probability: number }[] | null;
};

const scans = kind<Scan>('ai_scan');

const show = ({ id, body: { text: _, ...scan } }: Row<Scan>) => ({ scan_id: id, ...scan });

const scanPlan = plan(
  'ai_scanner.scan',
  scans,
  after(5, ({ body }) => void (body.processing_status = 'processing')),
  after(25, finish),
);

const humanizePlan = plan('ai_scanner.humanize', articles, after(60, humanize));

/** Rules: docs/platform/content.md#ai-scanner. */
export const aiScannerFamily = implement('ai_scanner', {
  operations: {
    detect: (call) => {
      const text = textOf(call);
      const deep = (call.input.scan_type ?? call.input.mode) === 'deep';
      const row = call.add(scans, {
        text,
        scan_type: deep ? 'deep' : 'quick',
        processing_status: 'queued',
        score: null,
        details: null,
        word_count: text.split(/\s+/).length,
        language: call.input.language ?? requireScannableLanguage(text),
        credits_charged: 2,
      });
      if (deep) {
        call.start(scanPlan, row.id);
        return { scan_id: row.id, status: row.body.processing_status };
      }
      judge(row.body, call.invent);
      return new RawResponse(200, show(row));
    },
    scan: (call) => show(call.own(scans, call.input.id)),
    humanize: (call) => {
      const row = call.own(articles, call.input.article_id);
      const level = levelIn(call);
      if (!row.body.content) throw refuse(422, 'The article has no text yet.');
      row.body.processing_status = 'processing';
      call.start(humanizePlan, row.id);
      return { article_id: row.id, level, status: 'queued' };
    },
  },

  seed: ({ add, invent }) => {
    const text = 'The camping box is invented, and so is every word that is said of it.';
    const body: Scan = {
      text,
      scan_type: 'quick',
      processing_status: 'queued',
      score: null,
      details: null,
      word_count: 15,
      language: 'en',
      credits_charged: 2,
    };
    judge(body, invent);
    add(scans, body, { team: 1 });
  },
});

function textOf({ openBody, own }: Call): string {
  const article = numberIn(openBody, 'article_id');
  const text =
    firstText(openBody, 'text', 'content') ??
    (article === undefined ? anyText(openBody) : own(articles, article).body.content);
  if (!text) throw invalid({ text: ['The text field is required.'] });
  return text;
}

/** The contract does not show what the field is called. */
function levelIn({ input, openBody }: CallOf<'ai_scanner.humanize'>): string {
  const levelTexts = [input.level, ...Object.values(openBody)]
    .map((one) => rewriteLevel.safeParse(one))
    .find(({ success }) => success);
  if (!levelTexts?.data)
    throw invalid({ level: [`The level field must be one of: ${rewriteLevel.options.join(', ')}.`] });
  return levelTexts.data;
}

/**
 * The language of a text. docs/platform/content.md#ai-scanner: an unsupported one ends the scan before anything is stored or
 * charged.
 */
function requireScannableLanguage(text: string): string {
  const language = detectLanguage(text);
  if (scanLanguage.safeParse(language).success) return language;
  throw refuse(422, `Texts in ${language} cannot be scanned.`, {
    detected_language: language,
    supported_languages: scanLanguage.options,
  });
}

function judge(body: Scan, invent: Invent): void {
  const random = invent('ai scan', body.text);
  body.score = random.whole(2, 98);
  body.details = body.text
    .split(/(?<=[.!?])\s+/)
    .slice(0, 5)
    .map((sentence) => ({ sentence, ai_probability: random.whole(0, 100) / 100 }));
  body.processing_status = 'ready';
}

function finish(row: Row<Scan>, { world }: Running): 'failed' | void {
  if (shouldFail(row.body.text)) return failed(row, { processing_status: 'failed', credits_charged: 0 });
  judge(row.body, world.invent);
}

function humanize(row: Row<Article>, { at }: { readonly at: number }): 'failed' | void {
  if (shouldFail(row.body.title)) return failed(row, { processing_status: 'failed' });
  change(row, {
    processing_status: 'ready',
    content: `${row.body.content ?? ''}\n\nOr so we were told.`,
    written_at: at,
  });
}
