import { SettingError } from './setting-error.ts';

/** Bounds of programs, by the names that the setting gives them. */
export type CodeLimits = Readonly<Partial<Record<CodeLimit, number>>>;

type CodeLimit = (typeof names)[number];

const names = [
  'runs',
  'calls',
  'compute',
  'memory',
  'depth',
  'arguments',
  'log',
  'result',
  'data',
  'code',
  'input',
  'wall',
] as const;

/** Beyond these the engine, or the process around it, would fail before the bound is met. */
const highest: Readonly<Partial<Record<CodeLimit, number>>> = { runs: 200, memory: 1024, depth: 384, calls: 100_000 };

/**
 * Reads `calls=2000,compute=30`.
 *
 * @throws SettingError for a bound that is unknown, or no whole number within what is possible
 */
export function parseCodeLimits(text: string | undefined): CodeLimits {
  const limits: Partial<Record<CodeLimit, number>> = {};
  for (const part of (text ?? '').split(',').filter((one) => one.trim() !== '')) {
    const [given = '', value = ''] = part.split('=', 2).map((one) => one.trim());
    const name = names.find((one) => one === given);
    if (!name) throw new SettingError(`code-limits: no bound "${given}"; there are ${names.join(', ')}`);
    const max = highest[name] ?? 1_000_000;
    if (!/^\d{1,7}$/.test(value) || Number(value) < 1 || Number(value) > max)
      throw new SettingError(`code-limits: ${name} "${value}" is not a whole number from 1 to ${max}`);
    limits[name] = Number(value);
  }
  return limits;
}
