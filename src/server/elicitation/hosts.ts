/** What is known of a host that bears on how a call is answered. */
export interface Host {
  /** Seconds a call may block unless it says otherwise: below the host's own limit, which progress does not extend. */
  readonly waitSeconds: number;
  /** Tokens of one result the host hands on to its model. Absent: no cap is known. */
  readonly resultTokens?: number;
  /** Whether a model sees `structuredContent` in place of the text, or the text alone. Both say the same here. */
  readonly shows?: 'structured' | 'text';
}

/** Tokens a result is brought down to: below the smallest cap in the table, so that one projection does for all. */
export const resultTarget = 8_000;

const unknown: Host = { waitSeconds: 45 };

/**
 * Hosts by a part of the name they give for themselves, most particular first, with what was found out about each
 * (limits of calls and results, November 2026). The one place where hosts differ: the lists are the same for all.
 * Whether a person can be asked is not in it, since every client says so itself.
 */
export const hosts: readonly (readonly [RegExp, Host])[] = [
  // A call goes to the background after 120 s.
  [/claude[- ]?code/, { waitSeconds: 100, resultTokens: 25_000 }],
  // 60 to 240 s are reported; 150,000 characters.
  [/claude[- ]?(ai|desktop)|^claude$/, { waitSeconds: 45, resultTokens: 37_500 }],
  // Unknown; it gives VS Code's name beside its own.
  [/cursor/, { waitSeconds: 45 }],
  // No limit was found; longer than this nobody looks at a spinner.
  [/visual studio code|vscode|vs code|github[- ]copilot/, { waitSeconds: 120, shows: 'structured' }],
  // 300 s, no extension.
  [/codex/, { waitSeconds: 240, resultTokens: 10_000, shows: 'structured' }],
  // 600 s; 40,000 characters.
  [/gemini/, { waitSeconds: 300, resultTokens: 10_000, shows: 'text' }],
  // 60 s, no extension.
  [/zed/, { waitSeconds: 45 }],
  // 300 s; 200,000 characters.
  [/goose/, { waitSeconds: 240, resultTokens: 50_000 }],
];

/** The host of that name, as in `clientInfo.name`; for one nobody knows, the most careful assumptions. */
export function hostNamed(name: string | undefined): Host {
  const plain = name?.toLowerCase().trim() ?? '';
  return hosts.find(([pattern]) => pattern.test(plain))?.[1] ?? unknown;
}
