import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';

export type Sealer = ReturnType<typeof createSealer>;

/** The hash under which a document is stored: its id may be the token itself. */
export const hashed = (id: string): string => createHash('sha256').update(id).digest('base64url');

const [ivBytes, tagBytes] = [12, 16];

const derived = (secret: string, use: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, 'visibility-mcp', use, 32));

const macOf = (key: Buffer, purpose: string, text: string): string =>
  createHmac('sha256', key).update(`${purpose}\n${text}`).digest('hex');

function isSame(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}

/** Encrypts documents with AES-256-GCM. The first secret encrypts, all decrypt, so that secrets can be rotated. */
export function createSealer(secrets: readonly string[]) {
  const keys = secrets.map((secret) => derived(secret, 'documents'));
  const macs = secrets.map((secret) => derived(secret, 'macs'));
  return {
    /** Keys of cookies, newest first. */
    cookieKeys: secrets.map((secret) => derived(secret, 'cookies').toString('hex')),
    /** A keyed hash, in hex. */
    mac: (purpose: string, text: string): string => macOf(macs[0] as Buffer, purpose, text),
    /** Whether it is the keyed hash of that text, under any of the secrets. */
    isMac: (purpose: string, text: string, given: string): boolean =>
      macs.some((key) => isSame(given, macOf(key, purpose, text))),
    /** Encrypts a value. `purpose` is authenticated with it: a text sealed for one purpose can be opened for no other. */
    seal(purpose: string, value: unknown): string {
      const iv = randomBytes(ivBytes);
      const cipher = createCipheriv('aes-256-gcm', keys[0] as Buffer, iv).setAAD(Buffer.from(purpose));
      const text = Buffer.concat([cipher.update(JSON.stringify(value), 'utf8'), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), text]).toString('base64url');
    },
    /** Decrypts a text. Undefined if there is none, or if none of the secrets opens it. */
    open(purpose: string, sealed = ''): unknown {
      const bytes = Buffer.from(sealed, 'base64url');
      const [iv, tag, text] = [
        bytes.subarray(0, ivBytes),
        bytes.subarray(ivBytes, ivBytes + tagBytes),
        bytes.subarray(ivBytes + tagBytes),
      ];
      for (const key of keys) {
        try {
          const decipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: tagBytes })
            .setAAD(Buffer.from(purpose))
            .setAuthTag(tag);
          return JSON.parse(Buffer.concat([decipher.update(text), decipher.final()]).toString()) as unknown;
        } catch {
          // Try the next secret.
        }
      }
      return undefined;
    },
  };
}
