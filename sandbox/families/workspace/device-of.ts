/** The device that a `User-Agent` names (docs/platform/workspace.md#feedback); null where it names no browser. */
export function deviceOf(agent: string | null): { browser: string; os: string | null; device: string } | null {
  const firstMatch = (names: readonly (readonly [name: string, mark: RegExp])[]) =>
    names.find(([, mark]) => mark.test(agent ?? ''))?.[0];
  const browser = firstMatch(browsers);
  return browser === undefined
    ? null
    : { browser, os: firstMatch(systems) ?? null, device: firstMatch(devices) ?? 'desktop' };
}

/** The more particular first: Edge and Opera call themselves Chrome too, and Chrome calls itself Safari. */
const browsers = [
  ['Edge', /\bEdg/],
  ['Opera', /\bOPR\//],
  ['Firefox', /\b(Firefox|FxiOS)\//],
  ['Chrome', /\b(Chrome|CriOS)\//],
  ['Safari', /\bSafari\//],
] as const;

const systems = [
  ['iOS', /\b(iPhone|iPad)\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMac OS X\b/],
  ['Linux', /\bLinux\b/],
] as const;

const devices = [
  ['tablet', /\b(iPad|Tablet)\b/],
  ['mobile', /\b(Mobile|iPhone)\b/],
] as const;
