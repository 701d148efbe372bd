/**
 * Numbers and dates in English and German for programs: the engine knows no locales, and would answer any of them in American English or
 * ignore it. What is here is the same on every machine, so that a resumed program goes the same way; everything else that takes a locale
 * refuses it, in words that say what to use instead.
 *
 * The text of this function is what the engine evaluates, before the program: it must use nothing from outside itself.
 */
export function provideLocales(): void {
  type Options = Readonly<Record<string, unknown>>;
  type Language = 'en-US' | 'en-GB' | 'de';

  const refuse = (what: string): never => {
    throw new Error(
      `${what} is more than programs have: numbers and dates in en-US, en-GB and de, as toLocaleString, toLocaleDateString, Intl.NumberFormat and Intl.DateTimeFormat, the zone UTC. Build other texts from parts: date.toISOString().slice(0, 10), getUTCDate(), number.toFixed(2), padStart; compare texts with < after normalize().`,
    );
  };
  const languages: Readonly<Record<string, Language>> = {
    en: 'en-US',
    'en-US': 'en-US',
    'en-GB': 'en-GB',
    de: 'de',
    'de-DE': 'de',
  };
  const languageOf = (locales: unknown): Language => {
    const [first = 'en-US'] = Array.isArray(locales) ? (locales as unknown[]) : [locales];
    return languages[String(first)] ?? refuse(`The locale ${String(first)}`);
  };
  const optionsOf = (given: unknown, allowed: readonly string[]): Options => {
    const options = (given ?? {}) as Options;
    for (const name of Object.keys(options))
      if (options[name] !== undefined && !allowed.includes(name)) refuse(`The option ${name}`);
    return options;
  };

  const currencies: Readonly<Record<string, string>> = { EUR: '€', USD: '$', GBP: '£' };
  const signOf = (currency: string, language: Language): string =>
    `${currency === 'USD' && language === 'en-GB' ? 'US' : ''}${currencies[currency] ?? refuse(`The currency ${currency}`)}`;
  const numberText = (value: unknown, locales: unknown, given: unknown): string => {
    const language = languageOf(locales);
    const options = optionsOf(given, [
      'style',
      'currency',
      'minimumFractionDigits',
      'maximumFractionDigits',
      'useGrouping',
    ]);
    const { style = 'decimal', currency, useGrouping = true } = options;
    if (style !== 'decimal' && style !== 'percent' && style !== 'currency') refuse(`The style ${String(style)}`);
    const sign = style === 'currency' ? signOf(String(currency), language) : '';
    const number = Number(value);
    const usual = style === 'currency' ? 2 : 0;
    const min = Number(
      options['minimumFractionDigits'] ?? Math.min(usual, Number(options['maximumFractionDigits'] ?? usual)),
    );
    const max = Number(options['maximumFractionDigits'] ?? Math.max(min, style === 'decimal' ? 3 : usual));
    if (!(min >= 0 && max >= min && max <= 20))
      throw new RangeError('fraction digits are from 0 to 20, the minimum first');
    if (!Number.isFinite(number) || Math.abs(number) >= 1e15) refuse(`The number ${String(number)}`);
    const [whole = '', all = ''] = rounded(Math.abs(number), style === 'percent' ? 2 : 0, max).split('.');
    let fraction = all;
    while (fraction.length > min && fraction.endsWith('0')) fraction = fraction.slice(0, -1);
    const [group, point] = language === 'de' ? ['.', ','] : [',', '.'];
    const grouped = useGrouping === false ? whole : whole.replace(/\B(?=(\d{3})+$)/g, group);
    const digits = fraction === '' ? grouped : `${grouped}${point}${fraction}`;
    const minus = number < 0 || Object.is(number, -0) ? '-' : '';
    if (style === 'percent') return `${minus}${digits}${language === 'de' ? '\u00A0' : ''}%`;
    if (style === 'decimal') return `${minus}${digits}`;
    return language === 'de' ? `${minus}${digits}\u00A0${sign}` : `${minus}${sign}${digits}`;
  };
  /**
   * The number with its point moved `shift` places to the right, halves rounded away from zero: both in the shortest decimal text of the
   * number, as locales do, since 1.005 * 100 is 100.49999999999999.
   */
  const rounded = (number: number, shift: number, digits: number): string => {
    const [mantissa = '', exponent = '0'] = String(number).split('e');
    const [whole = '', fraction = ''] = mantissa.split('.');
    const point = whole.length + Number(exponent) + shift;
    const decimals = `${'0'.repeat(Math.max(0, -point))}${whole}${fraction}`;
    const end = Math.max(0, point) + digits;
    const up = Number(decimals[end] ?? '0') >= 5 ? 1n : 0n;
    const text = String(BigInt(decimals.slice(0, end).padEnd(end, '0')) + up).padStart(digits + 1, '0');
    return digits === 0 ? text : `${text.slice(0, -digits)}.${text.slice(-digits)}`;
  };

  const months = {
    en: 'January February March April May June July August September October November December'.split(' '),
    de: 'Januar Februar März April Mai Juni Juli August September Oktober November Dezember'.split(' '),
  };
  const weekdays = {
    en: 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' '),
    de: 'Sonntag Montag Dienstag Mittwoch Donnerstag Freitag Samstag'.split(' '),
  };
  const two = (number: number): string => String(number).padStart(2, '0');
  const dateText = (date: Date, locales: unknown, given: unknown): string => {
    const language = languageOf(locales);
    const options = optionsOf(given, ['dateStyle', 'timeZone', 'month', 'weekday']);
    const { dateStyle, timeZone = 'UTC', month, weekday } = options;
    if (timeZone !== 'UTC') refuse(`The time zone ${String(timeZone)}`);
    if (Number.isNaN(date.getTime())) return 'Invalid Date';
    const names = language === 'de' ? 'de' : 'en';
    const [day, of, year] = [date.getUTCDate(), date.getUTCMonth(), date.getUTCFullYear()];
    const monthName = months[names][of] ?? '';
    const dayName = weekdays[names][date.getUTCDay()] ?? '';
    const parts = [dateStyle, month, weekday].filter((one) => one !== undefined);
    if (parts.length > 1) refuse('More than one of dateStyle, month and weekday');
    if (month !== undefined) return month === 'long' ? monthName : refuse(`month: ${String(month)}`);
    if (weekday !== undefined) return weekday === 'long' ? dayName : refuse(`weekday: ${String(weekday)}`);
    const long = {
      'en-US': `${monthName} ${day}, ${year}`,
      'en-GB': `${day} ${monthName} ${year}`,
      de: `${day}. ${monthName} ${year}`,
    };
    const texts: Readonly<Record<string, Readonly<Record<Language, string>>>> = {
      plain: {
        'en-US': `${of + 1}/${day}/${year}`,
        'en-GB': `${two(day)}/${two(of + 1)}/${year}`,
        de: `${day}.${of + 1}.${year}`,
      },
      short: {
        'en-US': `${of + 1}/${day}/${two(year % 100)}`,
        'en-GB': `${two(day)}/${two(of + 1)}/${year}`,
        de: `${two(day)}.${two(of + 1)}.${two(year % 100)}`,
      },
      medium: {
        'en-US': `${monthName.slice(0, 3)} ${day}, ${year}`,
        'en-GB': `${day} ${of === 8 ? 'Sept' : monthName.slice(0, 3)} ${year}`,
        de: `${two(day)}.${two(of + 1)}.${year}`,
      },
      long,
    };
    return (texts[String(dateStyle ?? 'plain')] ?? refuse(`dateStyle: ${String(dateStyle)}`))[language];
  };

  const put = (on: object, name: string, value: unknown): void =>
    void Object.defineProperty(on, name, { value, writable: true, configurable: true, enumerable: false });
  /** Replaces a method where it is given a locale or options; without, it stays what the engine has. */
  const answer = (
    type: { readonly name: string; readonly prototype: object },
    name: string,
    first: number,
    text?: (self: never, locales: unknown, options: unknown) => string,
  ): void => {
    const own = Reflect.get(type.prototype, name) as (...given: unknown[]) => unknown;
    put(type.prototype, name, function (this: unknown, ...given: unknown[]): unknown {
      if (given[first] === undefined && given[first + 1] === undefined) return Reflect.apply(own, this, given);
      return (
        text?.(this as never, given[first], given[first + 1]) ?? refuse(`${type.name}.${name} with a locale or options`)
      );
    });
  };
  answer(Number, 'toLocaleString', 0, numberText);
  answer(Date, 'toLocaleDateString', 0, dateText);
  for (const name of ['toLocaleString', 'toLocaleTimeString']) answer(Date, name, 0);
  for (const type of [BigInt, Array]) answer(type, 'toLocaleString', 0);
  for (const name of ['toLocaleUpperCase', 'toLocaleLowerCase']) answer(String, name, 0);
  answer(String, 'localeCompare', 1);

  class NumberFormat {
    readonly format: (value: unknown) => string;
    constructor(locales?: unknown, options?: unknown) {
      numberText(0, locales, options);
      this.format = (value) => numberText(value, locales, options);
    }
  }
  class DateTimeFormat {
    readonly format: (date: Date | number) => string;
    constructor(locales?: unknown, options?: unknown) {
      dateText(new Date(0), locales, options);
      this.format = (date) => dateText(new Date(date), locales, options);
    }
  }
  const formats: Readonly<Record<string, unknown>> = { NumberFormat, DateTimeFormat };
  const intl = new Proxy({}, { get: (_, name) => formats[String(name)] ?? refuse(`Intl.${String(name)}`) });
  put(globalThis, 'Intl', intl);
}
