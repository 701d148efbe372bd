import { defaultWaitSeconds } from '../../../client/calls/default-wait.ts';

/**
 * Seconds that a call may block in each host unless it says otherwise, by a part of the host's own name, the most specific first: below
 * the host's own limit, which progress does not extend (November 2026). Only here do hosts differ: lists are the same for all, and results
 * fit the smallest limit. Whether a person can be asked is declared by each client.
 */
const waitSeconds: readonly (readonly [RegExp, number])[] = [
  // A call goes to the background after 120 s; results of 25,000 tokens.
  [/claude[- ]?code/, 100],
  // 60 to 240 s are reported; 150,000 characters.
  [/claude[- ]?(ai|desktop)|^claude$/, defaultWaitSeconds],
  // Unknown; it gives VS Code's name beside its own.
  [/cursor/, defaultWaitSeconds],
  // No limit was found; people do not wait for longer than this.
  [/visual studio code|vscode|vs code|github[- ]copilot/, 120],
  // 300 s, no extension; 10,000 tokens.
  [/codex/, 240],
  // 600 s; 40,000 characters.
  [/gemini/, 300],
  // 60 s, no extension.
  [/zed/, defaultWaitSeconds],
  // 300 s; 200,000 characters.
  [/goose/, 240],
];

/** Seconds that a call may block in the host of that name, as in `clientInfo.name`; in an unknown one, the most cautious. */
export function hostWaitSeconds(name = ''): number {
  const plain = name.toLowerCase().trim();
  return waitSeconds.find(([pattern]) => pattern.test(plain))?.[1] ?? defaultWaitSeconds;
}
