/** The output that a text is laid out for: a terminal that a person looks at, or a pipe. */
export interface Terminal {
  /** Characters a line has room for; Infinity in a pipe. */
  readonly columns: number;
  readonly colour: boolean;
  /** Whether more than ASCII can be shown. */
  readonly unicode: boolean;
  /** Whether a person looks at it: only then are there bars. */
  readonly interactive: boolean;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Columns that every layout needs at least. */
const minColumns = 20;

/** Columns of a terminal that states none, or 0. */
const usualColumns = 80;

/**
 * The terminal behind a stream. `FORCE_COLOR` wins over `NO_COLOR` (no-color.org) and over a pipe, as in Node itself.
 * Outside Windows the locale says whether more than ASCII can be shown; none at all is the C locale.
 */
export function terminalOf(
  { columns, isTTY }: { readonly columns?: number | undefined; readonly isTTY?: boolean | undefined },
  env: Environment,
): Terminal {
  const interactive = isTTY === true;
  return {
    columns: interactive ? Math.max(minColumns, columns || usualColumns) : Infinity,
    colour: forcedColour(env) ?? (interactive && !env['NO_COLOR'] && env['TERM'] !== 'dumb'),
    unicode: !interactive || showsUnicode(env, process.platform),
    interactive,
  };
}

function forcedColour({ FORCE_COLOR }: Environment): boolean | undefined {
  if (FORCE_COLOR === undefined) return undefined;
  return FORCE_COLOR !== '0' && FORCE_COLOR !== 'false';
}

function showsUnicode(env: Environment, platform: string): boolean {
  const locale = env['LC_ALL'] || env['LC_CTYPE'] || env['LANG'] || '';
  if (platform === 'win32' && locale === '') return Boolean(env['WT_SESSION'] || env['TERM_PROGRAM']);
  return /utf-?8/i.test(locale);
}
