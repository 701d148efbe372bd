import { cleanText } from '../../base/text/clean-text.ts';
import type { Fence } from '../../base/index.ts';
import { wholeCharacters } from '../../base/text/one-line.ts';

/** Minimum characters of a text that gets its own fence. No text is cut to fewer. */
export const longText = 200;

/** A text as it is shown; `missing` is the number of characters that were cut off. */
export interface VisibleText {
  readonly text: string;
  readonly missing: number;
}

/**
 * A text without hidden characters, fenced unless it is short or an address, and cut to `most` characters. The end of a cut text says how
 * much is missing and, if the text has a path, which argument gives the rest.
 */
export function visibleText(whole: string, most: number, fence: Fence, path: string): VisibleText {
  // Only the part that can be shown is cleaned, so that a text of megabytes costs no more than a short one.
  const head = whole.slice(0, Math.max(maxAddress, most * 4));
  const text = cleanText(head);
  const unread = whole.length - head.length;
  if (unread === 0 && isPlain(text)) return { text, missing: 0 };
  if (unread === 0 && text.length <= most) return { text: fence.wrap(text), missing: 0 };
  const beginning = wholeCharacters(text, most);
  const missing = text.length - beginning.length + unread;
  const rest = path ? `; fields ["${path}[${beginning.length}:]"] gives the rest` : '';
  return { text: `${fence.wrap(beginning)} (+${missing} characters${rest})`, missing };
}

/** Whether a text needs no fence: it is short, on one line and does not imitate a frame, or it is an address, which must stay intact. */
const isPlain = (text: string): boolean =>
  text.length <= longText ? !text.includes('\n') && !imitates(text) : text.length <= maxAddress && isAddress(text);

const maxAddress = 2_000;
const isAddress = (text: string): boolean => /^https?:\/\/[\x21-\x7e]+$/i.test(text) && URL.canParse(text);

/**
 * Whether a text imitates its surroundings in a conversation: marks of a fence, JSON of a result, tags, or turns of the
 * conversation. Compatibility forms (full-width letters and brackets) count as the characters that they resemble.
 */
const imitates = (text: string): boolean => {
  if (!telling.test(text)) return false;
  const plain = text.normalize('NFKC');
  return imitations.some((pattern) => pattern.test(plain));
};

/** A quick test: every imitation below contains one of these characters, or a compatibility form of one. */
const telling = /[<>[":“”\u2100-\u2BFF\u3000-\u303F\uFE30-\uFFEF]/;

const imitations = [
  /<<\s*\w{4,}|\w{4,}\s*>>/,
  /\\?["'“”](?:ok|data|error|untrusted|jsonrpc|isError|structuredContent|tool_calls?|role)\\?["'“”]\s*:/,
  /<\s*\/?\s*(?:system|assistant|user|human|developer|tool|function|instruction|untrusted|result|data|im_|antml)[\w:-]*(?:[\s>/|]|$)/i,
  /<\|[^|]{1,40}\|>|\[\/?INST\]/i,
  /^\s*(?:#{1,6}\s*)?(?:system|assistant|human|developer|instructions?)\s*(?:prompt|message|note)?\s*:/i,
];
