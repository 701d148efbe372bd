/** Replaces every spelling of a secret in a document. A document without any is returned unchanged. */
export type Redact = <T>(value: T) => T;

/**
 * Creates a function that replaces secrets in texts and field names: in plain, JSON, URL-encoded, escaped and base64 spelling.
 * @param mark the text that replaces a secret
 */
export function redactor(secrets: readonly string[], mark: string): Redact {
  const spellings = secrets
    .filter((secret) => secret.length > 0)
    .map((secret) => ({ secret, inBase64: base64Of(secret), escapes: escapesOf(secret) }));
  return <T>(value: T): T =>
    mayHold(JSON.stringify(value), spellings) ? (redactValue(value, spellings, mark) as T) : value;
}

interface SecretSpellings {
  readonly secret: string;
  /** The parts of its base64 form that do not depend on the alignment within the encoded text. */
  readonly inBase64: readonly string[];
  /** Matches texts in which one of its characters may be escaped. */
  readonly escapes: RegExp;
}

/** Quick check of a whole document, so that few need the slower check of each text. */
const mayHold = (json: string, spellings: readonly SecretSpellings[]): boolean =>
  spellings.some(
    ({ secret, inBase64, escapes }) =>
      json.includes(secret) ||
      json.includes(JSON.stringify(secret).slice(1, -1)) ||
      inBase64.some((spelled) => json.includes(spelled)) ||
      escapes.test(json),
  );

function redactValue(value: unknown, spellings: readonly SecretSpellings[], mark: string): unknown {
  if (typeof value === 'string') return redactText(value, spellings, mark);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((one) => redactValue(one, spellings, mark));
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [redactText(name, spellings, mark), redactValue(one, spellings, mark)]),
  );
}

/**
 * Redacts a text. One with an encoded secret is replaced as a whole, since the position of the secret is unknown. A JSON text, such as the
 * result of a program, stays JSON: only the texts in it are replaced.
 */
function redactText(text: string, spellings: readonly SecretSpellings[], mark: string): string {
  const plain = spellings.reduce((one, { secret }) => one.replaceAll(secret, mark), text);
  const json = /^\s*["[{]/.test(plain) ? parsed(plain) : undefined;
  const redacted = json === undefined ? plain : inJson(plain, json, spellings, mark);
  return holdsEncoded(redacted, spellings) ? mark : redacted;
}

/** Redacts the texts in a JSON text; returns it unchanged if there is nothing to redact. */
function inJson(text: string, json: unknown, spellings: readonly SecretSpellings[], mark: string): string {
  const redacted = JSON.stringify(redactValue(json, spellings, mark));
  return redacted === JSON.stringify(json) ? text : redacted;
}

function holdsEncoded(text: string, spellings: readonly SecretSpellings[]): boolean {
  if (spellings.some(({ inBase64 }) => inBase64.some((spelled) => text.includes(spelled)))) return true;
  if (!spellings.some(({ escapes }) => escapes.test(text))) return false;
  const once = readEscapes(text);
  const twice = readEscapes(once);
  return spellings.some(({ secret }) => once.includes(secret) || twice.includes(secret));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Base64 forms of a secret at each alignment, without the characters at both ends, which depend on the surrounding text. */
function base64Of(secret: string): string[] {
  const bytes = Buffer.from(secret);
  if (bytes.length < 8) return [];
  return [0, 1, 2].flatMap((before) => {
    const padded = Buffer.concat([Buffer.alloc(before), bytes]);
    const whole = padded.subarray(0, padded.length - (padded.length % 3));
    const from = before === 0 ? 0 : 4;
    return [whole.toString('base64').slice(from), whole.toString('base64url').slice(from)];
  });
}

/** Pattern of a secret with escaped characters. A backslash and a percent sign may be escaped themselves. */
function escapesOf(secret: string): RegExp {
  const codes = [...new Set(`${secret}\\%`)].map((letter) => letter.charCodeAt(0));
  const hex = codes.map((code) => code.toString(16).padStart(2, '0')).join('|');
  const quoted = [...new Set(secret)]
    .filter((letter) => '"\\/'.includes(letter))
    .map((letter) => `|\\\\${letter === '\\' ? '\\\\' : letter}`);
  return new RegExp(`(?:\\\\u00|\\\\x|%|&#x0*)(?:${hex})|&#0*(?:${codes.join('|')});${quoted.join('')}`, 'i');
}

const readEscapes = (text: string): string =>
  text
    .replace(
      /\\u([0-9a-f]{4})|\\x([0-9a-f]{2})|%([0-9a-f]{2})|&#x([0-9a-f]{1,4});/gi,
      (_, ...codes: (string | undefined)[]) =>
        String.fromCharCode(Number.parseInt(codes.find((code) => code !== undefined) ?? '0', 16)),
    )
    .replace(/&#(\d{1,5});/g, (_, code: string) => String.fromCharCode(Number(code)))
    .replace(/\\(["\\/])/g, '$1');
