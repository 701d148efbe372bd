/**
 * Whether a text imitates its surroundings in a conversation: marks of a fence, JSON of a result, tags, or turns of the conversation.
 * Compatibility forms (full-width letters and brackets) count as what they look like.
 */
export const imitates = (text: string): boolean => {
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
