import { budgetPresets, isPreset, type BudgetPreset } from './budget-presets.ts';
import { budgetWindows, isLabel, labelInWords, type BudgetLimit } from '../../base/budget-limit.ts';
import { SettingError } from '../../base/setting-error.ts';

/**
 * Reads `200/day,40/call,20/day@nightly`. An empty text sets no limit.
 *
 * @throws SettingError naming the part that cannot be read. A misspelt limit must never be ignored.
 */
export function parseBudget(text: string): readonly BudgetLimit[] {
  const limits = text.split(',').map((part) => parseLimit(part.trim()));
  const windows = limits.map(({ window, label }) => (label === undefined ? window : `${window}@${label}`));
  const repeatedWindow = windows.find((window, at) => windows.indexOf(window) !== at);
  if (repeatedWindow) throw new SettingError(`budget: two limits for one ${repeatedWindow}; give one`);
  return limits;
}

function parseLimit(part: string): BudgetLimit {
  const [, credits, window, label] = /^(\d{1,15})\/([a-z]+)(?:@(.*))?$/.exec(part) ?? [];
  const budgetWindow = budgetWindows.find((name) => name === window);
  if (label !== undefined && !isLabel(label)) throw new SettingError(`budget: "${part}": a label is ${labelInWords}`);
  if (budgetWindow) return { credits: Number(credits), window: budgetWindow, label };
  throw new SettingError(
    `budget: "${part}" is not like 200/day (a whole number, then one of ${budgetWindows.join(', ')}) or 20/day@label, nor careful, standard, generous or none`,
  );
}

/**
 * Reads the operator's budget: the name of a preset, or limits and, with `20/unpriced`, the credits to reserve for a call without a price.
 *
 * @throws SettingError
 */
export function readBudget(text: string | undefined): BudgetPreset {
  if (text === undefined) return { limits: [] };
  if (isPreset(text)) return budgetPresets[text];
  const parts = text.split(',');
  const unpriced = parts.filter((part) => /^\s*\d{1,9}\/unpriced\s*$/.test(part));
  if (unpriced.length > 1) throw new SettingError('budget: /unpriced stands twice; give one');
  const limits = parts.filter((part) => !unpriced.includes(part));
  return {
    limits: limits.length === 0 ? [] : parseBudget(limits.join(',')),
    unpriced: unpriced[0] === undefined ? undefined : Number.parseInt(unpriced[0], 10),
  };
}
