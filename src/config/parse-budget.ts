import { budgetPresets, isPreset, type BudgetPreset } from './budget-presets.ts';
import { budgetWindows, type BudgetLimit } from '../budget-limit.ts';
import { SettingError } from './setting-error.ts';

/**
 * Reads `200/day,40/call`. An empty text is no limit at all.
 *
 * @throws SettingError naming the part that cannot be read. A limit that was misspelt must never
 * turn into a limit that is not there.
 */
export function parseBudget(text: string): readonly BudgetLimit[] {
  const limits = text.split(',').map((part) => parseLimit(part.trim()));
  const windows = limits.map((limit) => limit.window);
  const twice = windows.find((window, at) => windows.indexOf(window) !== at);
  if (twice) throw new SettingError(`budget: two limits for one ${twice}; give one`);
  return limits;
}

function parseLimit(part: string): BudgetLimit {
  const [, credits, window] = /^(\d{1,15})\/([a-z]+)$/.exec(part) ?? [];
  const known = budgetWindows.find((name) => name === window);
  if (credits !== undefined && known) return { credits: Number(credits), window: known };
  throw new SettingError(
    `budget: "${part}" is not like 200/day (a whole number, then one of ${budgetWindows.join(', ')}), nor careful, standard, generous or none`,
  );
}

/** A budget as a setting spells it, or its name. @throws SettingError */
export const readBudget = (text: string | undefined): BudgetPreset =>
  text === undefined ? { limits: [] } : isPreset(text) ? budgetPresets[text] : { limits: parseBudget(text) };
