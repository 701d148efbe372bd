import { defaultWaitSeconds } from '../../client/call/default-wait.ts';

/** Facts about a host that affect how a call is answered. */
export interface Host {
  /** Seconds a call may block unless it says otherwise: below the host's own limit, which progress does not extend. */
  readonly waitSeconds: number;
}

const unknown: Host = { waitSeconds: defaultWaitSeconds };

/**
 * Hosts by a part of their own name, the most specific first, with their limits of calls and results (November 2026). Only here do hosts
 * differ: lists are the same for all, and results fit the smallest limit. Whether a person can be asked is declared by each client.
 */
const hosts: readonly (readonly [RegExp, Host])[] = [
  // A call goes to the background after 120 s; results of 25,000 tokens.
  [/claude[- ]?code/, { waitSeconds: 100 }],
  // 60 to 240 s are reported; 150,000 characters.
  [/claude[- ]?(ai|desktop)|^claude$/, unknown],
  // Unknown; it gives VS Code's name beside its own.
  [/cursor/, unknown],
  // No limit was found; people do not wait for longer than this.
  [/visual studio code|vscode|vs code|github[- ]copilot/, { waitSeconds: 120 }],
  // 300 s, no extension; 10,000 tokens.
  [/codex/, { waitSeconds: 240 }],
  // 600 s; 40,000 characters.
  [/gemini/, { waitSeconds: 300 }],
  // 60 s, no extension.
  [/zed/, unknown],
  // 300 s; 200,000 characters.
  [/goose/, { waitSeconds: 240 }],
];

/** The host of that name, as in `clientInfo.name`; for an unknown one, the most cautious assumptions. */
export function hostNamed(name: string | undefined): Host {
  const plain = name?.toLowerCase().trim() ?? '';
  return hosts.find(([pattern]) => pattern.test(plain))?.[1] ?? unknown;
}
